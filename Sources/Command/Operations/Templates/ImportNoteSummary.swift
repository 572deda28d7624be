package import CellTemplates
import StructuredDocuments
package import TemplateDocuments

/// A summary of the parts of Interface Builder files that were not imported.
package struct ImportNoteSummary {
  /// One line for each file that has notes.
  package let lines: [String]

  /// Summarizes the warnings of templates.
  package init(of templates: [CellTemplate]) {
    var problems: [TemplateProblem] = []
    for problem in templates.flatMap(\.warnings) where !problems.contains(problem) {
      problems.append(problem)
    }
    self.init(problems)
  }

  /// Summarizes problems; problems that are not import notes are skipped.
  package init(_ problems: [TemplateProblem]) {
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
        + "); cellheights template import \(file.name.shellWord) lists them"
    }
  }

  /// The range of codes of import notes.
  private static let codes = "CH0480"..."CH0490"
}
