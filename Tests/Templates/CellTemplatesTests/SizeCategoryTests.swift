import CellTemplates
import FeedRecords
import Foundation
import LayoutPrimitives
import TestSupport
import Testing
import TextMeasurement

/// The effect of the user's text size on cells whose texts are never truncated.
@Suite struct SizeCategoryTests {
  private static let feeds = Checkout.folder.appendingPathComponent("Feeds")

  private static func records() throws -> [FeedRecord] {
    var reader = try FeedReader(
      source: FeedSource(path: feeds.appendingPathComponent("demo.json").path))
    var records: [FeedRecord] = []
    while let item = try reader.next() {
      if case .record(let record) = item { records.append(record) }
    }
    return records
  }

  /// Font families of all texts of a record.
  private static func families(
    of record: FeedRecord, _ inspector: FontInspector
  ) throws -> Set<String> {
    var families: Set<String> = []
    for text in [record.title, record.author, record.contentText ?? record.summary] {
      for grapheme in try inspector.servingFonts(of: text ?? "", language: record.language) {
        families.insert(grapheme.font.family)
      }
    }
    return families
  }

  /// Twelve environments, from the smallest texts to the largest.
  private static func environments(_ screen: String, _ rest: String) throws -> [Environment] {
    try SizeCategory.allCases.map { try Environment(parsing: "\(screen)/\($0.rawValue)/\(rest)") }
  }

  @Test func heightsOfSingleFontRecordsRise() throws {
    let file = Self.feeds.appendingPathComponent("templates/unlimited.yaml")
    let template = try CellTemplate(
      text: String(contentsOf: file, encoding: .utf8), file: "unlimited.yaml")
    let library = try FontLibrary(FontConfiguration())
    let inspector = try FontInspector(library: library)
    var layouter = CellLayouter(
      plan: TemplatePlan(template), measurer: try TextMeasurer(library: library))
    let screens = try [
      Self.environments("390@3x", "ltr/en/uikit"), Self.environments("320@2x", "ltr/en/uikit"),
      Self.environments("768@2x", "ltr/en/css"),
    ]
    var single = 0
    for record in try Self.records()
    where try Self.families(of: record, inspector).count == 1 {
      single += 1
      layouter.bind(record)
      for environments in screens {
        var smaller = 0.0
        for environment in environments {
          let height = try layouter.boundCellLayout(in: environment).exactHeight
          #expect(height > smaller, "\(record.id) at \(environment.key)")
          smaller = height
        }
      }
    }
    // Most of the feed is in Latin letters.
    #expect(single > 150)
  }
}
