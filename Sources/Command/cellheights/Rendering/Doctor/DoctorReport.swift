import FeedRecords
import StructuredDocuments

/// The report of `doctor`.
struct DoctorReport {
  let sections: [any DoctorSection]

  var problems: [DoctorProblem] { sections.flatMap(\.problems) }

  var lines: [String] {
    var lines: [String] = []
    for section in sections {
      if !lines.isEmpty { lines.append("") }
      lines += section.lines
    }
    lines.append("")
    let problems = problems
    lines.append(problems.isEmpty ? "nothing is missing" : counted(problems.count, "problem"))
    lines += problems.map { "- " + $0.message.printable() }
    let packages = Set(problems.compactMap(\.package)).sorted()
    if !packages.isEmpty {
      lines.append("on Debian: apt-get install " + packages.joined(separator: " "))
    }
    return lines
  }

  /// `cellheights.doctor/1`.
  var json: String {
    JSONWriter.document("cellheights.doctor/1") { json in
      json.member("ok", problems.isEmpty)
      for section in sections { json.object(section.name) { section.write(to: &$0) } }
      let problems = sections.flatMap { section in section.problems.map { (section.name, $0) } }
      json.array("problems", problems) { json, entry in
        let (section, problem) = entry
        json.member("section", section)
        json.member("message", problem.message)
        if let package = problem.package { json.member("package", package) }
        if let nearest = problem.nearest { json.member("nearest", nearest) }
      }
    }
  }
}
