import HeightStore
import Precomputation
import StructuredDocuments

/// The findings of a merge, for people.
struct MergedFindingLines {
  /// In the order of the feeds.
  let findings: [MergedFinding]

  /// The errors and warnings, the worst first and at most `FindingLines.limit`, and the number of
  /// others; empty if there are only notes.
  var lines: [String] {
    let grave = findings.filter { $0.finding.severity != "note" }.enumerated().sorted {
      let (left, right) = ($0.element.finding, $1.element.finding)
      if left.severity != right.severity { return left.severity == "error" }
      return left.cells != right.cells ? left.cells > right.cells : $0.offset < $1.offset
    }
    var lines = grave.prefix(FindingLines.limit).map { line($0.element) }
    if grave.count > FindingLines.limit {
      lines.append("and \(counted(grave.count - FindingLines.limit, "more finding"))")
    }
    return lines.map { $0.printable() }
  }

  private func line(_ merged: MergedFinding) -> String {
    let finding = merged.finding
    var text = "\(finding.severity) \(finding.code): \(finding.message)"
    guard let record = finding.sampleRecord else { return text }
    text += ", in \(grouped(finding.cells)) of \(counted(merged.cells, "cell"))"
    text += ", for example record '\(record)' at \(finding.sampleEnvironment ?? "")"
    return text
  }
}

extension MergedFinding {
  /// Writes the members of the finding, as those of a build without the position in the template's
  /// document.
  func write(to json: inout JSONWriter) {
    json.member("feed", feed)
    json.member("template", template)
    json.member("severity", finding.severity)
    json.member("code", finding.code)
    json.member("kind", finding.kind)
    if let view = finding.view { json.member("view", view) }
    if let place = finding.place { json.member("place", place) }
    json.member("message", finding.message)
    json.member("records", finding.records)
    json.member("cells", finding.cells)
    json.strings("environments", environments)
    guard let record = finding.sampleRecord else { return }
    json.object("reproducer") { json in
      json.member("record", record)
      json.member("environment", finding.sampleEnvironment ?? "")
    }
  }
}
