import TestSupport
import Testing

@testable import TextMeasurement

/// Invalid declarations, and the inputs of the library's fingerprint.
@Suite struct FontDeclarationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func font(_ characters: String, _ name: String, advance: Int = 500) throws -> String {
    var font = TinyFont(characters, family: "Tiny \(name)")
    font.advances[0x61] = advance
    return try folder.add(font, as: name)
  }

  private func fingerprint(
    _ system: [String], _ fallback: [String] = [], families: [String: [String]] = [:]
  ) throws -> String {
    try FontLibrary(
      FontConfiguration(system: system, fallback: fallback, families: families)
    ).fingerprint
  }

  @Test func theFingerprintFollowsTheBytesAndNotThePath() throws {
    let file = try font("a", "one.ttf")
    let moved = try font("a", "one/below.ttf")
    // The name inside is another, so the bytes are.
    #expect(try fingerprint([file]) != fingerprint([moved]))
    var same = TinyFont("a", family: "Tiny one.ttf")
    same.advances[0x61] = 500
    let copy = try folder.add(same, as: "copies/anything.ttf")
    #expect(try fingerprint([file]) == fingerprint([copy]))
    #expect(try fingerprint([file], [copy]) == fingerprint([copy], [file]))
    // The same path with other bytes.
    let before = try fingerprint([file])
    _ = try font("a", "one.ttf", advance: 501)
    #expect(try fingerprint([file]) != before)
  }

  @Test func theFingerprintFollowsTheOrderAndTheStepsOfTheChain() throws {
    let a = try font("a", "a.ttf")
    let b = try font("ab", "b.ttf")
    let c = try font("abc", "c.ttf")
    let all = try [
      fingerprint([a], [b, c]), fingerprint([a], [c, b]), fingerprint([b], [a, c]),
      fingerprint([a, b], [c]), fingerprint([a], [b]), fingerprint([a]),
      fingerprint([a], ["Family", c], families: ["Family": [b, a]]),
    ]
    #expect(Set(all).count == all.count)
    // A declared family that is not in the chain is not part of it; one of the same files is.
    #expect(try fingerprint([a], [b], families: ["Other": [c]]) == fingerprint([a], [b]))
    #expect(
      try fingerprint([a], ["Family"], families: ["Family": [b]]) == fingerprint([a], [b]))
    let library = try FontLibrary(
      FontConfiguration(system: [a], fallback: [], families: ["X": [b], "Y": [c], "Z": [b]]))
    #expect(try library.fingerprint(ofFamily: "X") != library.fingerprint(ofFamily: "Y"))
    #expect(try library.fingerprint(ofFamily: "X") == library.fingerprint(ofFamily: "Z"))
  }

  @Test func aSubstituteIsToldFromTheSameFilesDeclared() throws {
    let substituted = try FontLibrary(FontConfiguration(fallback: []))
    let files = substituted.entries[0].faces.map { "\($0.file)#\($0.index)" }
    let declared = try FontLibrary(FontConfiguration(system: files, fallback: []))
    #expect(substituted.isSubstitute(CharacterStyle(), mode: .uikit))
    #expect(!declared.isSubstitute(CharacterStyle(), mode: .uikit))
    #expect(substituted.fingerprint != declared.fingerprint)
  }

  @Test(arguments: [
    ("System", ["a.ttf"], "system fonts"), ("Brand", [], "no files"), ("", ["a.ttf"], "path"),
    ("a/b", ["a.ttf"], "path"), ("Brand.otf", ["a.ttf"], "path"),
  ])
  func aFamilyThatCannotBeMeantIsRefused(name: String, files: [String], reason: String) throws {
    #expect {
      try FontLibrary(FontConfiguration(fallback: [], families: [name: files]))
    } throws: { error in
      guard case TextError.invalidFamily(name, let told)? = error as? TextError else {
        return false
      }
      return told.contains(reason)
    }
  }

  @Test func genericFamiliesAreThoseOfTheConfiguration() throws {
    let (a, b) = (try font("a", "a.ttf"), try font("b", "b.ttf"))
    let library = try FontLibrary(
      FontConfiguration(
        system: [a], fallback: [],
        families: ["Serif": ["Noto Serif Tibetan"], "monospace": [b], "Brand": [a]]))
    func files(_ list: String) throws -> [String] {
      try library.families(ofList: list).flatMap { $0.faces.prefix(1).map(\.file) }
    }
    for name in ["monospace", "ui-monospace", "UI-Monospace", "monospace, serif"] {
      #expect(try files(name).first == b)
    }
    for name in ["serif", "ui-serif", "Nowhere, serif"] {
      #expect(try files(name).first?.contains("NotoSerifTibetan") == true)
    }
    for name in [
      "system", "system-ui", "sans-serif", "ui-sans-serif", "-apple-system", "BlinkMacSystemFont",
    ] {
      #expect(try files(name) == [a])
      #expect(try files("\(name), Brand, monospace").last == b)
      #expect(!library.isSubstitute(CharacterStyle(family: name), mode: .uikit))
    }
    #expect(try files("-apple-system, system-ui, Brand").count == 2)
    #expect(try library.fingerprint(ofFamily: "ui-serif") == library.fingerprint(ofFamily: "serif"))
    #expect(library.isSubstitute(CharacterStyle(family: "Nowhere, serif"), mode: .uikit))
  }

  @Test(arguments: [("serif", "serif"), ("ui-serif", "serif"), ("ui-monospace", "monospace")])
  func aGenericFamilyWithoutAFontIsAnErrorThatNamesTheKey(family: String, key: String) throws {
    let library = try FontLibrary(
      FontConfiguration(fallback: [], families: ["Brand": [try font("a", "a.ttf")]]))
    let error = TextError.missingGenericFont(family, generic: key)
    #expect("\(error)".contains("fonts.\(key) in cellheights.yaml"))
    for list in [family, "Nowhere, \(family)", "Nowhere, \(family), Brand"] {
      #expect(throws: error) { try library.fingerprint(ofFamily: list) }
    }
    // After a family that is there, it would only serve characters that this family lacks.
    #expect(try library.families(ofList: "Brand, \(family)").map(\.name) == ["Brand"])
    #expect(try library.families(ofList: "Nowhere, fantasy, Brand").map(\.name) == ["Brand"])
  }

  @Test func aGenericFamilyMustBeInstalled() throws {
    let survey = try FontInventory(
      FontConfiguration(fallback: [], families: ["serif": ["No Such Family"]]))
    #expect(survey.problems == [.missingFont(family: "No Such Family")])
    for name in ["sans-serif", "System-UI", "-apple-system"] {
      let survey = try FontInventory(
        FontConfiguration(fallback: [], families: [name: [try font("a", "a.ttf")]]))
      guard case .invalidFamily(name, _)? = survey.problems.first else {
        Issue.record("\(name) is declared")
        continue
      }
    }
  }

  @Test func aFamilyDeclaredTwiceIsRefused() throws {
    let file = try font("a", "a.ttf")
    #expect(throws: TextError.invalidFamily("brand", reason: "it is declared twice")) {
      try FontLibrary(FontConfiguration(families: ["Brand": [file], "brand": [file]]))
    }
  }

  @Test func facesAreNumberedAfterTheLastHash() throws {
    let file = try font("a", "C#/a.ttf")
    let sharp = try font("a", "a#b.ttf")
    #expect(
      try FontLibrary(FontConfiguration(system: [file, sharp], fallback: [])).chain.count == 1)
    #expect(
      try FontLibrary(FontConfiguration(system: [file + "#0"], fallback: [])).chain.count == 1)
    for (face, index) in [("1", 1), ("-1", -1), ("x", -1)] {
      #expect(throws: TextError.missingFace(file: file, index: index)) {
        try FontLibrary(FontConfiguration(system: [file + "#" + face]))
      }
    }
    // A family's name is no file.
    #expect(throws: TextError.unreadableFont("Inter")) {
      try FontLibrary(FontConfiguration(system: ["Inter"]))
    }
  }

  @Test func aSurveyFindsAllProblemsAtOnce() throws {
    let file = try font("a", "a.ttf")
    let survey = try FontInventory(
      FontConfiguration(
        system: [file], fallback: ["No Such Family", "Inter", "./none.ttf", "No Such Family"],
        families: ["Brand": ["./gone.otf"]]))
    #expect(
      survey.problems == [
        .missingFont(family: "No Such Family"),
        .unreadableFont("./none.ttf"), .unreadableFont("./gone.otf"),
      ])
    #expect(
      survey.chain.map(\.name) == [
        "system", "No Such Family", "Inter", "./none.ttf", "No Such Family",
      ])
    #expect(survey.chain[2].faces.count > 1)
    #expect(throws: survey.problems[0]) { try FontLibrary(survey) }
  }

  @Test func aMisspellingIsAnsweredWithTheNearestFamily() throws {
    #expect(
      throws: TextError.missingFont(
        family: "Noto Sans Hebreww", nearest: "Noto Sans Hebrew")
    ) { try FontLibrary(FontConfiguration(fallback: ["Noto Sans Hebreww"])) }
    let error = TextError.missingFont(family: "Latto", nearest: "Lato")
    #expect(
      "\(error)"
        == "the font family 'Latto' is not installed: did you mean 'Lato'? 'fc-list : family' "
        + "lists the installed ones")
  }
}
