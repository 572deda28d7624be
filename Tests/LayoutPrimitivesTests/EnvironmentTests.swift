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
    let many = String(repeating: "{1,2}", count: 60)
    #expect(throws: EnvironmentError.tooManyMembers(limit: 4096)) {
      try Environment.set(parsing: many)
    }
    #expect(throws: EnvironmentError.tooManyMembers(limit: 3)) {
      try Environment.set(parsing: "{1,2}/{S,L}", limit: 3)
    }
    #expect(throws: EnvironmentError.tooLong(limit: 16_384)) {
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
