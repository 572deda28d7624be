import StructuredDocuments

/// What is wrong with the configuration file; the program ends with 78.
struct ConfigurationError: Error, Hashable, CustomStringConvertible {
  /// Stable codes; the raw value is what people look up.
  enum Code: String {
    /// The file is not there or cannot be read.
    case unreadable = "CH0470"
    /// A line is not what is expected there.
    case invalid = "CH0471"
    /// A key that nobody knows.
    case unknownKey = "CH0472"
    /// A key that a later version reads.
    case laterKey = "CH0473"
  }

  let code: Code
  /// The file, as it was named or found.
  let path: String
  /// The line, from 1; `nil` for the file as a whole.
  let line: Int?
  /// One sentence: what was found and what to do.
  let message: String

  init(_ code: Code, path: String, line: Int? = nil, _ message: String) {
    self.code = code
    self.path = path
    self.line = line
    self.message = message
  }

  /// What is wrong with the file's text.
  init(_ problem: DocumentProblem, path: String) {
    let code: Code =
      switch problem.kind {
      case .unknownKey: .unknownKey
      case .laterKey: .laterKey
      case .syntax, .limit, .duplicateKey, .value: .invalid
      }
    self.init(code, path: path, line: problem.line, problem.message)
  }

  /// Such as `cellheights.yaml:3: …`, with the code at the end.
  var description: String {
    "\(path)\(line.map { ":\($0)" } ?? ""): \(message) [\(code.rawValue)]"
  }
}
