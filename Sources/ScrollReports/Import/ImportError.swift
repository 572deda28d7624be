/// Why a device result cannot be read.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as the caller named it.
  public let source: String
  /// Line in the file, from 1; nil for the file as a whole.
  public let line: Int?
  /// One sentence: what was found and what to do.
  public let message: String

  init(_ source: String, line: Int? = nil, _ message: String) {
    self.source = source
    self.line = line
    self.message = message
  }

  /// Such as `metrics.json:7: a number is expected here`.
  public var description: String { "\(source)\(line.map { ":\($0)" } ?? ""): \(message)" }
}
