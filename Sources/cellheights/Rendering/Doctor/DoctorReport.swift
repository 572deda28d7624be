import FeedRecords

/// Everything that `doctor` found.
struct DoctorReport {
  let sections: [any DoctorSection]

  /// The problems of all sections.
  var problems: [DoctorProblem] { sections.flatMap(\.problems) }

  /// For people.
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
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", "cellheights.doctor/1")
    json.key("ok")
    json.literal(problems.isEmpty ? "true" : "false")
    for section in sections { json.object(section.name) { section.write(to: &$0) } }
    json.key("problems")
    json.beginArray()
    for section in sections {
      for problem in section.problems {
        json.beginObject()
        json.member("section", section.name)
        json.member("message", problem.message)
        if let package = problem.package { json.member("package", package) }
        if let nearest = problem.nearest { json.member("nearest", nearest) }
        json.endObject()
      }
    }
    json.endArray()
    json.endObject()
    return json.text
  }
}
