/// The reports of one file, one a line.
struct ReportedRuns: Sendable {
  /// The runs, in the order of the file.
  private(set) var runs: [ReportedRun] = []
  private var lines: [Int] = []
  private let file: String

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - text: JSON lines; empty ones are skipped.
  ///   - file: Its name, for errors.
  /// - Throws: `ReportFileError` for a line that is no report, no report at all, or too many.
  init(_ text: String, file: String, limits: ReportComparison.Limits) throws(ReportFileError) {
    self.file = file
    var number = 0
    // Texts in a line may have other line breaks of Unicode.
    for bytes in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let line = Substring(bytes)
      number += 1
      guard !line.allSatisfy(\.isWhitespace) else { continue }
      guard runs.count < limits.runs else {
        throw ReportFileError(
          file: file, line: number, problem: "more than \(limits.runs) runs; compare fewer")
      }
      do throws(JSONNode.Problem) {
        guard bytes.count <= limits.lineBytes else {
          throw JSONNode.Problem(
            location: .byte(0), message: "a document of \(bytes.count) bytes")
        }
        runs.append(try ReportedRun(JSONNode(parsing: String(line), depth: 16)))
      } catch {
        // A report is one line, so that its own line number says nothing.
        throw ReportFileError(
          file: file, line: number,
          problem: "\(error.message); a line of 'simulate --format json' is expected")
      }
      lines.append(number)
    }
    guard !runs.isEmpty else {
      throw ReportFileError(
        file: file, line: 1, problem: "there is no run; write one by 'simulate --format json'")
    }
  }

  /// Whether two runs have the same short name.
  var needsFullNames: Bool { Set(runs.map(\.name)).count < runs.count }

  /// The runs by the name that tells them apart.
  ///
  /// - Throws: `ReportFileError` where two runs have the same.
  func named(full: Bool) throws(ReportFileError) -> [(name: String, run: ReportedRun)] {
    var seen: [String: Int] = [:]
    var named: [(String, ReportedRun)] = []
    for (run, line) in zip(runs, lines) {
      let name = full ? run.fullName : run.name
      if let first = seen[name] {
        throw ReportFileError(
          file: file, line: line,
          problem: "the run '\(name)' is also that of line \(first); keep one of them")
      }
      seen[name] = line
      named.append((name, run))
    }
    return named
  }
}
