import StructuredDocuments

/// An error in the configuration file; exit status 78.
struct ConfigurationError: Error, Hashable, CustomStringConvertible {
  /// Stable codes.
  enum Code: String {
    /// The file is missing or unreadable.
    case unreadable = "CH0470"
    /// A value has the wrong type or form.
    case invalid = "CH0471"
    /// An unknown key.
    case unknownKey = "CH0472"
    /// A key that is reserved for a later version.
    case laterKey = "CH0473"
  }

  let code: Code
  /// The path of the file.
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

  /// Converts a problem of the file's text.
  init(_ problem: DocumentProblem, path: String) {
    let code: Code =
      switch problem.kind {
      case .unknownKey: .unknownKey
      case .laterKey: .laterKey
      case .syntax, .limit, .duplicateKey, .value: .invalid
      }
    self.init(code, path: path, line: problem.line, problem.message)
  }

  /// Such as `cellheights.yaml:3: … [CH0471]`.
  var description: String {
    "\(path)\(line.map { ":\($0)" } ?? ""): \(message) [\(code.rawValue)]"
  }
}
