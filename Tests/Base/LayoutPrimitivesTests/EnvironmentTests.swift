import LayoutPrimitives
import Testing

@Suite struct EnvironmentTests {
  @Test(arguments: [
    ("390", "390@3x/L/ltr/en/uikit"),
    ("390/XL", "390@3x/XL/ltr/en/uikit"),
    ("390#expanded", "390@3x/L/ltr/en/uikit#expanded"),
    ("390/L//ar", "390@3x/L/rtl/ar/uikit"),
    ("390/L/ltr/ar", "390@3x/L/ltr/ar/uikit"),
    ("320.5@2.625x////android", "320.5@2.625x/L/ltr/en/android"),
    ("390@3x/L/ltr/en/uikit#expanded", "390@3x/L/ltr/en/uikit#expanded"),
    ("390/AX5/rtl/PT_br/css#a-b", "390@3x/AX5/rtl/pt-BR/css#a-b"),
    ("0.00001@0.1x", "0.00001@0.1x/L/ltr/en/uikit"),
    ("100000@16x", "100000@16x/L/ltr/en/uikit"),
  ])
  func theKeyIsTheFullForm(text: String, key: String) throws {
    let environment = try Environment(parsing: text)
    #expect(environment.key == key)
    #expect(try Environment(parsing: key) == environment)
  }

  @Test(arguments: [
    ("", EnvironmentError.width("")), ("0", .width("0")), ("-3", .width("-3")),
    ("1e3", .width("1e3")), ("inf", .width("inf")), ("0x10", .width("0x10")),
    ("100001", .width("100001")), (".5", .width(".5")), ("5.", .width("5.")),
    ("1.2.3", .width("1.2.3")), ("390@3", .scale("3")), ("390@x", .scale("x")),
    ("390@0x", .scale("0")), ("390@17x", .scale("17")), ("390/XXS", .sizeCategory("XXS")),
    ("390/l", .sizeCategory("l")), ("390//left", .direction("left")),
    ("390///e", .locale("e")), ("390///en-", .locale("en-")), ("390///日本", .locale("日本")),
    ("390////web", .rules("web")), ("390#", .state("")), ("390#a b", .state("a b")),
    ("390#a#b", .state("a#b")), ("390/////x", .tooManyParts("390/////x")),
    ("{390}", .width("{390}")),
  ])
  func aWrongPartIsNamed(text: String, error: EnvironmentError) {
    #expect(throws: error) { try Environment(parsing: text) }
  }

  @Test func anErrorSaysWhatIsAllowed() {
    #expect(
      EnvironmentError.direction("left").description
        == "direction 'left' does not exist; allowed are ltr, rtl, or nothing to follow the locale")
  }

  /// Each error quotes what was found and names what is allowed.
  @Test(
    arguments: [
      (EnvironmentError.width("wide"), ["wide", "100000"]), (.scale("x"), ["'x'", "0.1", "16"]),
      (.sizeCategory("Q"), ["'Q'", "XS", "AX5"]), (.direction("up"), ["'up'", "ltr", "rtl"]),
      (.locale("e"), ["'e'", "pt-BR", "64"]), (.rules("web"), ["'web'", "uikit", "css"]),
      (.state("a b"), ["'a b'", "64"]),
      (.device("iphone", nearest: ["iphone-16"]), ["'iphone'", "iphone-16"]),
      (.deviceVariant("up", device: "ipad-11", known: ["half"]), ["'up'", "'ipad-11'", "half"]),
      (.deviceName("1x"), ["'1x'", "letters"]), (.tooManyParts("1/2"), ["'1/2'", "four"]),
      (.braces("{1"), ["'{1'", "{320,390}"]), (.tooManyMembers(found: 9, limit: 8), ["9", "8"]),
      (.tooLong(found: 9, limit: 8), ["9", "8"]),
      (
        .misplaced("css", part: .rules, expected: .locale, rewritten: nil),
        ["'css'", "locale", "390@3x"]
      ),
    ] as [(EnvironmentError, [String])])
  func anErrorSaysWhatWasFoundAndWhatIsAllowed(error: EnvironmentError, words: [String]) {
    for word in words { #expect(error.description.contains(word), "\(error)") }
  }

  @Test(
    "H4: a word in the place of another part says where it belongs",
    arguments: [
      ("360/L/ltr/css", "360/L/ltr//css", "locale"),
      ("360/css", "360////css", "size category"),
      ("360@2x/L/ltr/CSS/en#open", "360@2x/L/ltr/en/css#open", "locale"),
      ("{360,768}/L/ltr/css", "{360,768}/L/ltr//css", "locale"),
      ("{360,768}/{css,android}", "{360,768}////{css,android}", "size category"),
      ("360/en", "360///en", "size category"), ("360/L/de-CH", "360/L//de-CH", "direction"),
      ("360///rtl", "360//rtl", "locale"), ("360///XL", "360/XL", "locale"),
      ("L/390", "390/L", "width"), ("390/2x", "390@2x", "size category"),
      ("390@2x/3x", nil, "size category"), ("360/css/L/ltr/uikit", nil, "size category"),
    ] as [(String, String?, String)])
  func aMisplacedWordIsSentHome(text: String, meant: String?, place: String) throws {
    let error = #expect(throws: EnvironmentError.self) { try Environment.set(parsing: text) }
    guard case .misplaced(_, _, let found, let rewritten) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.rawValue == place)
    #expect(rewritten == meant)
    if let rewritten { #expect(try !Environment.set(parsing: rewritten).isEmpty) }
  }

  @Test(
    "H4: a slip of the hand gets the word that was meant",
    arguments: [
      ("390/l", "did you mean 'L'?"), ("390/XXl", "did you mean 'XXL'?"),
      ("390//LTR", "did you mean 'ltr'?"), ("390////UIKit", "did you mean 'uikit'?"),
      ("390@3", "write @3x, as in 390@3x"), ("320,390,430", "write it as a set: '{320,390,430}'"),
      ("320 390 430/XL", "write it as a set: '{320,390,430}'"),
      (" 320, 390.5 ", "write it as a set: '{320,390.5}'"),
    ])
  func aSlipIsUnderstood(text: String, hint: String) {
    let error = #expect(throws: EnvironmentError.self) { try Environment(parsing: text) }
    #expect(error?.description.hasSuffix(hint) == true)
  }

  @Test("C3: an error of a set says what was found, and offers to raise no limit")
  func aFixedLimitIsNotToBeRaised() {
    #expect(
      EnvironmentError.tooManyMembers(found: 5000, limit: 4096).description
        == "environment set has at least 5000 members, and at most 4096 are allowed; name fewer at a time"
    )
    #expect(
      EnvironmentError.tooLong(found: 20, limit: 10).description
        == "environment has 20 bytes, and at most 10 are allowed; name fewer at a time")
  }

  @Test func aSetTurnsItsRightmostBracesFastest() throws {
    let members = try Environment.set(parsing: "{320,390,430}@3x/{S,L,XXL}")
    #expect(
      members.map(\.key) == [
        "320@3x/S/ltr/en/uikit", "320@3x/L/ltr/en/uikit", "320@3x/XXL/ltr/en/uikit",
        "390@3x/S/ltr/en/uikit", "390@3x/L/ltr/en/uikit", "390@3x/XXL/ltr/en/uikit",
        "430@3x/S/ltr/en/uikit", "430@3x/L/ltr/en/uikit", "430@3x/XXL/ltr/en/uikit",
      ])
  }

  @Test func aSetNamesEachMemberOnce() throws {
    #expect(try Environment.set(parsing: "390/{,L,M}").map(\.sizeCategory) == [.large, .medium])
    #expect(try Environment.set(parsing: "390").count == 1)
  }

  @Test(arguments: ["{390", "390}", "{3{9}0}", "{}", "390/{S,L"])
  func bracesMustMatch(text: String) {
    #expect(throws: EnvironmentError.braces(text)) { try Environment.set(parsing: text) }
  }

  @Test func aSetIsBoundedBeforeItIsMade() {
    for (count, found) in [(60, 1 << 60), (70, Int.max)] {
      #expect(throws: EnvironmentError.tooManyMembers(found: found, limit: 4096)) {
        try Environment.set(parsing: String(repeating: "{1,2}", count: count))
      }
    }
    #expect(throws: EnvironmentError.tooManyMembers(found: 4, limit: 3)) {
      try Environment.set(parsing: "{1,2}/{S,L}", limit: 3)
    }
    #expect(throws: EnvironmentError.tooLong(found: 20_000, limit: 16_384)) {
      try Environment.set(parsing: String(repeating: "1", count: 20_000))
    }
  }

  @Test func theGridIsTheScaleOrCssUnits() throws {
    #expect(try Environment(parsing: "390@2x").grid.stepsPerPoint == 2)
    #expect(try Environment(parsing: "390@2x////css").grid.stepsPerPoint == 64)
  }

  @Test func anotherStateOrWidthKeepsTheRest() throws {
    let environment = try Environment(parsing: "390@2x/S/ltr/ar/css#open")
    #expect(try environment.with(state: nil).key == "390@2x/S/ltr/ar/css")
    #expect(try environment.with(width: 320).key == "320@2x/S/ltr/ar/css#open")
  }
}

@Suite struct WidthRangeEnvironmentTests {
  @Test func aRangeHasAKeyAndItsPixels() throws {
    let range = try Environment(parsing: "280..900@1x")
    #expect(range.key == "280..900@1x/L/ltr/en/uikit")
    #expect(try Environment(parsing: range.key) == range)
    #expect(range.widthPixels == 280...900)
    #expect(try Environment(parsing: "280..900").widthPixels == 840...2_700)
    #expect(try Environment(parsing: "280.5..283@1x/L///css").widthPixels == 281...283)
    #expect(range.singleWidths.map(\.width) == (280...900).map(Double.init))
    #expect(range.singleWidths.allSatisfy { $0.lastWidth == nil })
    #expect(try Environment.set(parsing: "{280..300,390}@2x/{S,L}").count == 4)
  }

  @Test(arguments: [
    "900..280", "280..280", "280..", "..280", "280..900..1000", "280...900", "1..100001",
  ])
  func otherRangesAreErrors(text: String) {
    #expect(throws: EnvironmentError.self) { try Environment(parsing: text) }
  }

  @Test func aRangeHasALimit() {
    #expect(throws: EnvironmentError.wideRange("1..16386", widths: 16_386)) {
      try Environment(parsing: "1..16386@1x")
    }
  }
}
