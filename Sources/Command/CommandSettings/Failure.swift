package import StructuredDocuments

/// The exit statuses of the command line tool, which are a contract.
///
/// 1 means that the answer is no, such as a lookup without a hit. 64 to 78 have the meanings of
/// sysexits.h. 99 means that a threshold of `simulate` is breached. 129 and more are 128 plus the
/// number of the signal that ended the run.
package enum ExitStatus: Int32 {
  case negativeAnswer = 1
  case usage = 64
  case badData = 65
  case inputMissing = 66
  case internalError = 70
  case cannotCreate = 73
  case writeFailed = 74
  case tryAgain = 75
  case configuration = 78
  case thresholdBreached = 99
  case hungUp = 129
  case interrupted = 130
  case terminated = 143
}

/// An error that ends the command line tool, with its exit status and the message.
package struct Failure: Error, CustomStringConvertible {
  package let status: ExitStatus
  package let description: String
  /// The path of the file that is missing or cannot be read; `nil` for another error.
  package let file: String?

  package init(_ status: ExitStatus, _ description: String, file: String? = nil) {
    self.status = status
    self.description = description
    self.file = file
  }
}

/// An error about a file that the configuration names, with the line that names it.
package struct ConfiguredFileError: Error, CustomStringConvertible {
  /// The path of the configuration and the line.
  package let place: Origin
  /// The error about the file.
  package let error: any Error

  package init(_ place: Origin, _ error: any Error) {
    (self.place, self.error) = (place, error)
  }

  /// The error with its place, such as `cellheights.yaml:3: there is no template file …`.
  package var description: String { "\(place): \(error)" }
}

/// An error in the configuration file, which ends a run with exit status 78.
package struct ConfigurationError: Error, Hashable, CustomStringConvertible {
  /// The error codes, which do not change between versions.
  package enum Code: String {
    /// The file is missing or unreadable.
    case unreadable = "CH0470"
    /// A value has the wrong type or form.
    case invalid = "CH0471"
    /// A key is unknown.
    case unknownKey = "CH0472"
    /// A key is reserved for a later version.
    case laterKey = "CH0473"
  }

  package let code: Code
  /// The path of the file.
  package let path: String
  /// The line, from 1; `nil` if the error concerns the whole file.
  package let line: Int?
  /// A sentence that says what was found and what to do.
  package let message: String

  package init(_ code: Code, path: String, line: Int? = nil, _ message: String) {
    self.code = code
    self.path = path
    self.line = line
    self.message = message
  }

  /// Converts a problem in the text of the file.
  package init(_ problem: DocumentProblem, path: String) {
    let code: Code =
      switch problem.kind {
      case .unknownKey: .unknownKey
      case .laterKey: .laterKey
      case .syntax, .limit, .duplicateKey, .value: .invalid
      }
    self.init(code, path: path, line: problem.line, problem.message)
  }

  /// The error as one line, such as `cellheights.yaml:3: … [CH0471]`.
  package var description: String {
    "\(path)\(line.map { ":\($0)" } ?? ""): \(message) [\(code.rawValue)]"
  }
}
