import CellPictures
@testable import CommandSettings
import FeedRecords
@testable import Operations
import Precomputation
import ScrollReports
import Testing
import TextMeasurement
import XMLDocuments

@testable import cellheights

@Suite struct ConfiguredLimitTests {
  /// Names of a value's stored properties as keys of the file.
  private func keys(of value: Any, prefix: String = "") -> Set<String> {
    var keys: Set<String> = []
    for child in Mirror(reflecting: value).children {
      guard let label = child.label, child.value is Int else { continue }
      let words = label.flatMap { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }
      keys.insert(prefix + String(words))
    }
    return keys
  }

  @Test func everyLimitHasItsKey() {
    let fields = keys(of: FeedLimits()).union(keys(of: TextLimits()))
      .union(keys(of: ProofLimits(), prefix: "proof_"))
      .union(keys(of: XMLLimits(), prefix: "xml_"))
      .union(keys(of: PictureLimits(), prefix: "picture_"))
      .union(keys(of: MissingSizes.Limits(), prefix: "missing_sizes_"))
      .union(keys(of: ImportLimits(), prefix: "import_")).union(keys(of: Limits()))
    #expect(Set(ConfiguredLimit.all.map(\.key)) == fields)
    #expect(ConfiguredLimit.all.count == fields.count)
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
