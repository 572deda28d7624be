import CellTemplates

/// What Interface Builder files have that their templates have not, in one line a file.
struct ImportNoteSummary {
  /// A line for each file with notes, in the order met: how many of which code, and how to see them.
  let lines: [String]

  /// Sums up the notes of templates, which are among their warnings.
  init(of templates: [CellTemplate]) {
    var problems: [TemplateProblem] = []
    for problem in templates.flatMap(\.warnings) where !problems.contains(problem) {
      problems.append(problem)
    }
    self.init(problems)
  }

  /// Sums up what was noted; problems of other kinds are passed over.
  init(_ problems: [TemplateProblem]) {
    var files: [(name: String, counts: [String: Int])] = []
    for problem in problems where Self.codes.contains(problem.code.rawValue) {
      let index = files.firstIndex { $0.name == problem.file } ?? files.count
      if index == files.count { files.append((problem.file, [:])) }
      files[index].counts[problem.code.rawValue, default: 0] += problem.lines.count
    }
    lines = files.map { file in
      let counts = file.counts.sorted { $0.key < $1.key }.map { "\(grouped($0.value)) × \($0.key)" }
      let all = file.counts.values.reduce(0, +)
      return
        "note: \(counted(all, "thing")) in \(file.name) could not be carried over as they are ("
        + counts.joined(separator: ", ")
        + "); cellheights template import \(BuildReport.quoted(file.name)) lists them"
    }
  }

  /// Codes of what was met while a file was imported.
  private static let codes = "CH0480"..."CH0490"

  /// Says it, once for all templates of a command.
  func tell() {
    for line in lines { StandardError.write(line) }
  }
}
