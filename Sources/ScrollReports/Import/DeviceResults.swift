internal import StructuredDocuments

/// Reads the results of scroll tests on devices.
public struct DeviceResults: Sendable {
  /// The tests with scroll metrics, in the order of the file.
  public let runs: [ImportedRun]

  /// Reads a file, whose format is found by its content.
  ///
  /// - Parameters:
  ///   - text: The content of the file.
  ///   - source: The file's name, for messages.
  ///   - limits: The largest file that is read.
  /// - Throws: `ImportError` for an unknown format, for broken content, and for a file without a
  ///   test that measured scrolling.
  public init(
    of text: String, source: String, limits: ImportLimits = ImportLimits()
  ) throws(ImportError) {
    guard text.utf8.count <= limits.bytes else {
      throw ImportError(
        source, "is larger than \(limits.bytes) bytes; leave out tests, or raise import_bytes")
    }
    let runs: [ImportedRun]
    // A byte order mark is no part of the content.
    let content = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    do throws(DocumentProblem) {
      runs =
        if content.first == "{" || content.first == "[" {
          try Self.documentRuns(String(content), source, limits)
        } else {
          try Self.textRuns(content, source)
        }
    } catch {
      // Lines before the content are not counted by the readers.
      var problem = error
      problem.line += text[..<content.startIndex].count { $0.isNewline }
      throw ImportError(source, problem)
    }
    guard runs.count <= limits.runs else {
      throw ImportError(
        source, "has \(runs.count) tests, more than \(limits.runs); split the file")
    }
    self.runs = runs
  }

  private static func documentRuns(
    _ text: String, _ source: String, _ limits: ImportLimits
  ) throws(DocumentProblem) -> [ImportedRun] {
    let root = try DocumentParser.document(
      text, limits: DocumentParser.Limits(bytes: limits.bytes, depth: 64))
    switch ImportFormat.ofDocument(root) {
    case .macrobenchmark: return try MacrobenchmarkReader(source: source).runs(root)
    case .xctest: return try XCTestMetricsReader(source: source).runs(root)
    case .flutter: return try FlutterSummaryReader(source: source).runs(root)
    case .xcodebuildLog, .gfxinfo, nil: throw unknownFormat
    }
  }

  private static func textRuns(
    _ text: Substring, _ source: String
  ) throws(DocumentProblem) -> [ImportedRun] {
    switch ImportFormat.ofText(text) {
    case .xcodebuildLog: return try XcodeLogReader(source: source).runs(text)
    case .gfxinfo: return try GfxinfoReader(source: source).runs(text)
    case .macrobenchmark, .xctest, .flutter, nil: throw unknownFormat
    }
  }

  private static var unknownFormat: DocumentProblem {
    DocumentProblem(
      .value, line: 1,
      found: "no known format of device results; known are \(ImportFormat.known)")
  }
}
