internal import StructuredDocuments

/// The formats of device results.
public enum ImportFormat: String, Hashable, Sendable, CaseIterable {
  /// `*-benchmarkData.json` of Android's Macrobenchmark.
  case macrobenchmark
  /// JSON of `xcrun xcresulttool get test-results metrics`.
  case xctest

  /// What the format is, for messages.
  public var summary: String {
    switch self {
    case .macrobenchmark: "Macrobenchmark's *-benchmarkData.json"
    case .xctest: "JSON of 'xcresulttool get test-results metrics'"
    }
  }

  /// All formats, for messages.
  static var known: String { allCases.map(\.summary).joined(separator: " and ") }

  /// The format of a JSON document; nil if it is unknown.
  static func ofDocument(_ root: JSONNode) -> ImportFormat? {
    switch root.value {
    case .array(let tests):
      return tests.allSatisfy { $0["testRuns"].map { $0 != .null } ?? false } ? .xctest : nil
    case .object:
      if root["testRuns"] != nil { return .xctest }
      return root["benchmarks"] != nil ? .macrobenchmark : nil
    default: return nil
    }
  }
}
