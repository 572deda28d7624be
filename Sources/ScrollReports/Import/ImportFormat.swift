internal import StructuredDocuments

/// The formats of device results.
public enum ImportFormat: String, Hashable, Sendable, CaseIterable {
  /// `*-benchmarkData.json` of Android's Macrobenchmark.
  case macrobenchmark
  /// JSON of `xcrun xcresulttool get test-results metrics`.
  case xctest
  /// The log of `xcodebuild test`.
  case xcodebuildLog = "xcodebuild-log"
  /// `*.timeline_summary.json` of Flutter, or a test's response data with such summaries.
  case flutter
  /// Text of `adb shell dumpsys gfxinfo PACKAGE [framestats]`.
  case gfxinfo

  /// What the format is, for messages.
  public var summary: String {
    switch self {
    case .macrobenchmark: "Macrobenchmark's *-benchmarkData.json"
    case .xctest: "JSON of 'xcresulttool get test-results metrics'"
    case .xcodebuildLog: "the log of 'xcodebuild test'"
    case .flutter: "Flutter's *.timeline_summary.json"
    case .gfxinfo: "text of 'dumpsys gfxinfo PACKAGE framestats'"
    }
  }

  /// All formats, for messages.
  static var known: String { allCases.map(\.summary).joined(separator: ", ") }

  /// The format of a text that is no JSON; nil if it is unknown.
  static func ofText(_ text: Substring) -> ImportFormat? {
    if text.contains(GfxinfoReader.appMark) || text.contains(GfxinfoReader.frameMark) {
      return .gfxinfo
    }
    return text.contains(XcodeLogReader.mark) ? .xcodebuildLog : nil
  }

  /// The format of a JSON document; nil if it is unknown.
  static func ofDocument(_ root: DocumentNode) -> ImportFormat? {
    switch root.value {
    case .list(let tests):
      return tests.allSatisfy { $0["testRuns"] != nil } ? .xctest : nil
    case .mapping(let entries):
      if root["testRuns"] != nil { return .xctest }
      if root["benchmarks"] != nil { return .macrobenchmark }
      let isFlutter =
        FlutterSummaryReader.isSummary(root)
        || entries.contains { FlutterSummaryReader.isSummary($0.value) }
      return isFlutter ? .flutter : nil
    default: return nil
    }
  }
}
