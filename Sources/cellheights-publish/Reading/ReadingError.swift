/// Why published files cannot be read, besides what is wrong with their content.
enum ReadingError: Error, Hashable, CustomStringConvertible {
  /// What was asked for is not unambiguous or not possible.
  case usage(String)
  /// There is no feed, environment or list of that name.
  case unknown(String)
  /// A file is not there.
  case missing(String)
  /// The answer is not what was asked for.
  case badAnswer(String)
  /// A server cannot be reached now.
  case unreachable(String)
  /// A program that is needed cannot be started.
  case configuration(String)

  /// The exit code.
  var code: Int32 {
    switch self {
    case .usage: 64
    case .unknown: 1
    case .missing: 66
    case .badAnswer: 65
    case .unreachable: 75
    case .configuration: 78
    }
  }

  /// One sentence.
  var description: String {
    switch self {
    case .usage(let sentence), .unknown(let sentence), .missing(let sentence),
      .badAnswer(let sentence), .unreachable(let sentence), .configuration(let sentence):
      sentence
    }
  }
}
