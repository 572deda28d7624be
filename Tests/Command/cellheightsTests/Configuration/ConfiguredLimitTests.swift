import CellPictures
@testable import CommandSettings
import FeedRecords
import Foundation
@testable import Operations
import Precomputation
import ScrollReports
import Testing
import TextMeasurement
import XMLDocuments

@testable import cellheights

@Suite struct ConfiguredLimitTests {
  /// The limits in a value's stored properties, by their names in messages and documents.
  private func limits(of value: Any, prefix: String = "") -> [String: Int] {
    var limits: [String: Int] = [:]
    for child in Mirror(reflecting: value).children {
      guard let label = child.label, let number = child.value as? Int else { continue }
      let words = label.flatMap { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }
      limits[prefix + String(words)] = number
    }
    return limits
  }

  @Test func everyLimitIsInOneOfTheTablesWithItsValue() throws {
    let all = [
      limits(of: FeedLimits()), limits(of: TextLimits()), limits(of: Limits()),
      limits(of: ProofLimits(), prefix: "proof_"), limits(of: XMLLimits(), prefix: "xml_"),
      limits(of: PictureLimits(), prefix: "picture_"),
      limits(of: MissingSizes.Limits(), prefix: "missing_sizes_"),
      limits(of: ImportLimits(), prefix: "import_"),
    ].reduce(into: [:]) { $0.merge($1) { _, _ in -1 } }
    let text = try Documentation.text("configuration.md")
    let sections = text.split(separator: "\n### Fixed limits\n")
    try #require(sections.count == 2)
    func rows(_ section: Substring) -> [String: Int] {
      section.split(separator: "\n").reduce(into: [:]) { rows, line in
        let cells = line.split(separator: "|").map { $0.filter { $0 != " " && $0 != "`" } }
        guard cells.count == 3, let number = Int(cells[2].filter { $0 != "," }) else { return }
        rows[cells[0]] = number
      }
    }
    let begin = try #require(sections[0].range(of: "\n### Limits\n"))
    let configured = rows(sections[0][begin.upperBound...])
    #expect(configured.merging(rows(sections[1])) { _, _ in -1 } == all)
    #expect(Set(configured.keys) == Set(ConfiguredLimit.all.map(\.key)))
  }

  @Test func aKeySetsItsOwnFieldAndNoOther() throws {
    for limit in ConfiguredLimit.all {
      var file = ConfigurationFile(path: "c.yaml")
      let number =
        limit.standard == limit.range.lowerBound ? limit.range.upperBound : limit.range.lowerBound
      file.limits = [(limit.key, Resolved(number, .standard))]
      let settings = Settings(
        file: file, variables: ConfigurationVariables([:]))
      for other in ConfiguredLimit.all {
        let value = settings.limits[keyPath: other.path]
        #expect(value == (other.key == limit.key ? number : other.standard), "\(other.key)")
      }
    }
  }

  @Test func everyDefaultIsAllowed() {
    for limit in ConfiguredLimit.all { #expect(limit.range.contains(limit.standard)) }
  }
}
