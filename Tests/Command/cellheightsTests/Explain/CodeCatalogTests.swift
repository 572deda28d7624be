import CellTemplates
import Foundation
import LayoutPrimitives
@testable import Operations
import ScrollSimulation
import Testing

@testable import cellheights

@Suite struct CodeCatalogTests {
  let catalog = CodeCatalog()

  /// The codes in the sources, except for the explanations themselves.
  private static func codesInSources() throws -> Set<String> {
    let sources = Workshop.package.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var codes: Set<String> = []
    for case let name as String in files where name.hasSuffix(".swift") {
      guard !name.hasPrefix("Command/cellheights/Explain/") else { continue }
      let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      for match in text.matches(of: /CH0[0-9]{3}/) { codes.insert(String(match.output)) }
    }
    return codes
  }

  @Test func everyCodeOfTheProgramIsExplainedAndNoOther() throws {
    let used = try Self.codesInSources()
    let explained = Set(catalog.entries.map(\.code))
    #expect(used.count > 60)
    #expect(
      used.subtracting(explained).sorted() == [],
      "add them to Sources/Command/CExplanations/codes.txt, then write the tables of the documents")
    #expect(explained.subtracting(used).sorted() == [])
  }

  /// Every word in trust, findings, causes and grades has an explanation.
  @Test func everyWordOfTheProgramIsExplainedAndNoOther() {
    var used = Set(Caveats.named.map(\.name) + ["exact"])
    used.formUnion(FindingKind.allCases.map(\.rawValue))
    used.formUnion(CellFinding.Kind.allCases.map(\.word))
    // The words of findings that are of no cell.
    used.formUnion(Finding.TemplateWord.allCases.map(\.rawValue))
    used.formUnion(DeviationCause.allCases.map(\.rawValue))
    used.formUnion(HitchGrade.allCases.map(\.rawValue))
    let explained = catalog.words.map(\.code)
    #expect(explained == used.sorted(), "add them to Sources/Command/CExplanations/words.txt")
    for entry in catalog.words {
      #expect(
        Set(entry.severities).isSubset(of: ["trust-warning", "finding", "cause", "grade"]),
        "\(entry.code)")
      for text in [entry.meaning, entry.cause, entry.remedy, entry.example] {
        #expect(!text.isEmpty && !text.hasSuffix("\n"), "\(entry.code)")
      }
      // A code that it sends to is one.
      for match in entry.remedy.matches(of: /CH0[0-9]{3}/) {
        #expect(catalog.entry(String(match.output)) != nil, "\(entry.code)")
      }
    }
  }

  @Test func everyExplanationIsComplete() {
    let codes = catalog.entries.map(\.code)
    #expect(codes == Set(codes).sorted())
    for entry in catalog.entries {
      #expect(!entry.severities.isEmpty, "\(entry.code)")
      #expect(Set(entry.severities).isSubset(of: ["error", "warning", "note"]), "\(entry.code)")
      // A title is a clause of a table, the rest are sentences.
      #expect(!entry.title.hasSuffix(".") && !entry.title.contains("|"), "\(entry.code)")
      for text in [entry.meaning, entry.cause, entry.remedy, entry.example] {
        #expect(!text.isEmpty && !text.hasSuffix(" ") && !text.hasSuffix("\n"), "\(entry.code)")
      }
    }
  }

  /// `CELLHEIGHTS_RECORD=1 scripts/test --filter CodeCatalogTests` writes the tables again.
  @Test func theTablesOfTheDocumentsAreTheCatalogue() throws {
    let records = ProcessInfo.processInfo.environment["CELLHEIGHTS_RECORD"] == "1"
    for (name, tables) in ["commands.md": 1, "templates.md": 3, "interface-builder.md": 1] {
      let file = Workshop.package.appending(path: "docs/\(name)")
      let text = try String(contentsOf: file, encoding: .utf8)
      let generated = CodeTables.generated(text, catalog)
      #expect(generated.count == tables, "\(name)")
      if records {
        try Data(generated.text.utf8).write(to: file)
      } else {
        #expect(text == generated.text, "\(name): CELLHEIGHTS_RECORD=1 writes its tables anew")
      }
    }
  }

  @Test func theDocumentOfEveryCodeIsAsItsSchemaSays() throws {
    for entry in catalog.entries { _ = try JSONLine(ExplainJSON(entry: entry).line) }
  }

  @Test(arguments: ["CH0412", "ch0412", "Ch412", "412", "0412"])
  func aCodeIsFoundHoweverItIsWritten(_ text: String) {
    #expect(catalog.entry(text)?.code == "CH0412")
  }

  @Test(arguments: ["CH0499", "", "CH", "41 2", "CH00412", "٤١٢", "-412", "x412"])
  func whatIsNoCodeIsNotFound(_ text: String) {
    #expect(catalog.entry(text) == nil)
  }
}
