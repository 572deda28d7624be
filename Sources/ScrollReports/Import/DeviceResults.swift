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
    do throws(JSONNode.Problem) {
      runs = try Self.runs(String(content), source)
    } catch {
      let before = text[..<content.startIndex].count { $0.isNewline }
      throw ImportError(
        source, line: before + error.line(in: String(content)), error.message)
    }
    guard runs.count <= limits.runs else {
      throw ImportError(
        source, "has \(runs.count) tests, more than \(limits.runs); split the file")
    }
    self.runs = runs
  }

  private static func runs(
    _ text: String, _ source: String
  ) throws(JSONNode.Problem) -> [ImportedRun] {
    guard text.first == "{" || text.first == "[" else { throw unknownFormat }
    let root = try JSONNode(parsing: text, depth: 64)
    switch ImportFormat.ofDocument(root) {
    case .macrobenchmark: return try MacrobenchmarkReader(source: source).runs(root)
    case .xctest: return try XCTestMetricsReader(source: source).runs(root)
    case nil: throw unknownFormat
    }
  }

  private static var unknownFormat: JSONNode.Problem {
    JSONNode.Problem(
      location: .byte(0),
      message: "no known format of device results; known are \(ImportFormat.known)")
  }
}
