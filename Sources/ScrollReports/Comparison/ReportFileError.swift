/// Why a file of reports cannot be compared.
public struct ReportFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Name of the file, as given.
  public let file: String
  /// Line in the file, from 1.
  public let line: Int
  /// What was found and what to do, in one sentence.
  public let problem: String

  /// Place and problem.
  public var description: String { "\(file):\(line): \(problem)" }
}
