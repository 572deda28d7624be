package import StructuredDocuments

/// An error in the configuration file; exit status 78.
package struct ConfigurationError: Error, Hashable, CustomStringConvertible {
  /// Stable codes.
  package enum Code: String {
    /// The file is missing or unreadable.
    case unreadable = "CH0470"
    /// A value has the wrong type or form.
    case invalid = "CH0471"
    /// An unknown key.
    case unknownKey = "CH0472"
    /// A key that is reserved for a later version.
    case laterKey = "CH0473"
  }

  package let code: Code
  /// The path of the file.
  package let path: String
  /// The line, from 1; `nil` for the file as a whole.
  package let line: Int?
  /// One sentence: what was found and what to do.
  package let message: String

  package init(_ code: Code, path: String, line: Int? = nil, _ message: String) {
    self.code = code
    self.path = path
    self.line = line
    self.message = message
  }

  /// Converts a problem of the file's text.
  package init(_ problem: DocumentProblem, path: String) {
    let code: Code =
      switch problem.kind {
      case .unknownKey: .unknownKey
      case .laterKey: .laterKey
      case .syntax, .limit, .duplicateKey, .value: .invalid
      }
    self.init(code, path: path, line: problem.line, problem.message)
  }

  /// Such as `cellheights.yaml:3: … [CH0471]`.
  package var description: String {
    "\(path)\(line.map { ":\($0)" } ?? ""): \(message) [\(code.rawValue)]"
  }
}
