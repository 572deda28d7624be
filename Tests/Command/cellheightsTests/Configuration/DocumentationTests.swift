@testable import CommandSettings
import FeedRecords
import Foundation
import ScrollReports
import ScrollSimulation
import Testing

@testable import cellheights

/// The statements of the documents match the command.
enum Documentation {
  static func text(_ name: String) throws -> String {
    try String(contentsOf: Workshop.package.appending(path: "docs/\(name)"), encoding: .utf8)
  }

  /// The fenced blocks of a text by language, in order.
  static func blocks(_ text: Substring) -> [(language: String, text: String)] {
    var blocks: [(language: String, text: String)] = []
    var open: (language: String, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append((block.language, block.lines.joined(separator: "\n") + "\n"))
          open = nil
        } else {
          open = (String(line.dropFirst(3)), [])
        }
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }
}

@Suite struct ConfigurationDocumentTests {
  @Test func itsExampleIsRead() throws {
    let text = try Documentation.text("configuration.md")
    let example = try #require(Documentation.blocks(text[...]).first { $0.language == "yaml" })
    let file = try ConfigurationReader(path: "cellheights.yaml").read(example.text)
    #expect(file.feeds.map(\.name) == ["home", "news"])
    #expect(file.mappings.map(\.value.name) == ["news"])
    #expect(file.templates.map(\.name) == ["post", "compact"])
    #expect(file.families.map(\.name) == ["serif", "Brand Serif"])
    #expect(file.limits.map(\.value.value) == [1_048_576, 1_000_000])
    #expect(
      file.budgets.map(\.value.metric) == ["hitch.time_ratio_ms_per_s", "frameOverrunMs.P99"])
    for key in ConfigurationReader.keys { #expect(example.text.contains("\(key):")) }
    for key in ConfigurationReader.feedKeys { #expect(example.text.contains("\(key):")) }
  }

  @Test func everyKeyVariableAndLimitIsInItsTables() throws {
    let text = try Documentation.text("configuration.md")
    for key in ConfigurationReader.keys + ConfigurationReader.feedKeys {
      #expect(text.contains("| `\(key)` |") || text.contains("| `\(key)."), "\(key)")
    }
    let rows = text.split(separator: "\n")
    for setting in Setting.all {
      if let variable = setting.variable {
        let row = rows.first { $0.hasPrefix("| `\(variable)` |") }
        #expect(row?.contains("`\(setting.flag)`") == true, "\(variable)")
        let divider: String? =
          switch setting.divider {
          case .whiteSpace: "white space"
          case .colon: "colons"
          case nil: nil
          }
        #expect(divider.map { row?.contains($0) == true } ?? true, "\(variable)")
      }
      if let key = setting.key {
        let row = try #require(rows.first { $0.hasPrefix("| `\(key)` |") }, "\(key)")
        if let only = setting.standard.first, setting.standard.count == 1 {
          #expect(row.contains(only), "\(key)")
        }
        if let number = setting.number {
          #expect(row.contains("\(number.range.lowerBound) to \(number.range.upperBound)"))
        }
      }
    }
  }
}

@Suite struct BudgetsDocumentTests {
  @Test func itsExampleIsRead() throws {
    let text = try Documentation.text("budgets.md")
    let example = try #require(Documentation.blocks(text[...]).first { $0.language == "yaml" })
    let file = try ConfigurationReader(path: "cellheights.yaml").read(example.text)
    #expect(file.budgets.count == 4)
  }

  @Test func everyMetricNameAndFormatIsInItsTables() throws {
    let text = try Documentation.text("budgets.md")
    for path in SimulationReport.metricPaths {
      let group = path.prefix { $0 != "." }
      #expect(
        text.contains("`\(path)`") || text.contains("`\(group).{P50,P90,P95,P99,max}`"), "\(path)")
    }
    let devices = [DeviceModel.fixed.name, DeviceModel.phone.name, ImportedRun.deviceModel]
    for name in ScrollStrategy.names + devices {
      #expect(text.contains("`\(name)`"), "\(name)")
    }
    for format in ImportFormat.allCases { #expect(text.contains("`\(format.rawValue)`")) }
  }
}

extension CommandLineTests {
  @Suite struct MappingDocumentTests {
    @Test func itsExamplesGiveWhatStandsBelowThem() async throws {
      let shop = try Workshop()
      let text = try Documentation.text("mappings.md")
      let examples = text.components(separatedBy: "<!-- example")
      #expect(examples.count > 3)
      for example in examples.dropFirst() {
        let blocks = Documentation.blocks(example[...])
        try #require(blocks.count >= 3)
        #expect(blocks[1].language == "yaml" && blocks[2].language == "ndjson")
        try shop.write(blocks[0].text, to: "feed")
        try shop.write(blocks[1].text, to: "mapping.yaml")
        let run = try await shop.run("records", "feed", "--mapping", "mapping.yaml")
        #expect(run.code == 0, "\(run.errors)")
        let found = try run.lines.map(Self.shown)
        #expect(try found == blocks[2].text.lineList.map(Self.shown))
      }
    }

    /// A record without what the document leaves out.
    private static func shown(_ line: String) throws -> NSDictionary {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      var record = try #require(value as? [String: Any])
      for name in ["version", "fields"] { record[name] = nil }
      return record as NSDictionary
    }
  }
}
