internal import StructuredDocuments

/// Reads the results of scroll tests on devices.
public struct DeviceResults: Sendable {
  /// The tests with scroll metrics, in the order of the file.
  public let runs: [ImportedRun]

  /// Reads a file, whose format is detected from its content.
  ///
  /// - Parameters:
  ///   - text: The content of the file.
  ///   - source: The name of the file, for messages.
  ///   - limits: The maximum sizes.
  /// - Throws: `ImportError` for an unknown format, invalid content, or a file in which no test
  ///   measured scrolling.
  public init(
    of text: String, source: String, limits: ImportLimits = ImportLimits()
  ) throws(ImportError) {
    guard text.utf8.count <= limits.bytes else {
      throw ImportError(
        source, "is larger than \(limits.bytes) bytes; leave out tests")
    }
    let runs: [ImportedRun]
    // A byte order mark is not part of the content.
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
      message: "no known format of device results; known are \(ImportFormat.names)")
  }
}

/// The formats of device results.
public enum ImportFormat: String, Hashable, Sendable, CaseIterable {
  /// The file `*-benchmarkData.json` of Android's Macrobenchmark.
  case macrobenchmark
  /// The JSON output of `xcrun xcresulttool get test-results metrics`.
  case xctest

  /// The name of the format with the program that writes it, for messages.
  public var summary: String {
    switch self {
    case .macrobenchmark: "Macrobenchmark's *-benchmarkData.json"
    case .xctest: "JSON of 'xcresulttool get test-results metrics'"
    }
  }

  /// The descriptions of all formats, for messages.
  static var names: String { allCases.map(\.summary).joined(separator: " and ") }

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

/// The limits for reading device results.
public struct ImportLimits: Hashable, Sendable {
  /// Maximum size of a file, in bytes.
  public var bytes = 16 << 20
  /// Maximum number of tests in a file.
  public var runs = 1_000

  /// Creates limits with default values.
  public init() {}
}

/// The reason why a device result cannot be read.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the file, as the caller passed it.
  public let source: String
  /// The line, from 1; nil if the error concerns the whole file.
  public let line: Int?
  /// A sentence that says what was found and what to do.
  public let message: String

  init(_ source: String, line: Int? = nil, _ message: String) {
    self.source = source
    self.line = line
    self.message = message
  }

  /// The error as text, such as `metrics.json:7: a number is expected here`.
  public var description: String { "\(source)\(line.map { ":\($0)" } ?? ""): \(message)" }
}
