import StructuredDocuments
import AutoLayout
import LayoutPrimitives

/// What reading a document gathers: its problems, each with its place.
struct DocumentContext {
  /// File as given, or the name of the built-in template.
  let file: String
  /// What the document must keep within.
  let limits: TemplateLimits
  /// Where other documents are that it names.
  let sources: TemplateSources
  /// Folders in which files of other documents may lie.
  var folders: [String]
  /// The lines of all documents, counted through; every line below is one of these.
  var lines: SourceLines
  /// The other documents, each once.
  var loaded: [LoadedDocument] = []
  /// Those that are being read, one inside the other.
  var reading: [String]
  /// Other templates, composed, by file; `nil` for those with problems.
  var composed: [String: DocumentNode?] = [:]
  /// What stops the document from being used, in the order found.
  private(set) var problems: [TemplateProblem] = []
  /// Problems beyond the limit of the list.
  private(set) var unreported = 0
  /// What was accepted but deserves a look.
  private(set) var warnings: [TemplateProblem] = []

  /// Begins a document.
  init(file: String, limits: TemplateLimits, sources: TemplateSources = .none) {
    self.file = file
    self.limits = limits
    self.sources = sources
    lines = SourceLines(file: file, bytes: limits.bytes)
    reading = [file]
    folders = [TemplateFolders.folder(of: file)]
  }

  /// Notes a problem; an equal one on another line joins it.
  mutating func report(
    _ code: TemplateProblem.Code, line: Int, found: String, expected: String,
    mark: DocumentPlace? = nil
  ) {
    let file = lines.file(of: line)
    let same = problems.firstIndex {
      $0.code == code && $0.file == file && $0.found == found && $0.expected == expected
    }
    if let same {
      if !problems[same].lines.contains(line) { problems[same].lines.append(line) }
    } else if problems.count < limits.problems {
      var problem = TemplateProblem(
        code: code, file: file, lines: [line], found: found, expected: expected)
      problem.mark = mark
      problems.append(problem)
    } else {
      unreported += 1
    }
  }

  /// Notes a text that its notation's parser refused.
  mutating func report(
    _ error: NotationError, _ code: TemplateProblem.Code, in text: String, line: Int
  ) {
    report(
      error.kind == .pairing ? .pairing : code, line: line,
      found: "\(error.found) at character \(error.offset + 1) of "
        + "'\(DocumentNode.shortened(text))'",
      expected: "expected \(error.expected)",
      mark: DocumentPlace(line: line, text: text, offset: error.offset))
  }

  /// `; did you mean 'NAME'?` or nothing; once the list of problems is full nobody would read it,
  /// and a hostile document must not buy comparisons without end.
  func suggestion(for text: String, among names: @autoclosure () -> [String]) -> String {
    problems.count < limits.problems ? NearestName(names()).suggestion(for: text) : ""
  }

  /// Notes something accepted that probably says less than it seems to, once.
  mutating func warn(line: Int, found: String, expected: String) {
    let warning = TemplateProblem(
      code: .suspicious, file: lines.file(of: line), lines: [lines.number(of: line)], found: found,
      expected: expected)
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// Notes something accepted, in the words of whoever found it.
  mutating func warn(_ warning: TemplateProblem) { warnings.append(warning) }

  /// The error that holds all problems in the order of documents and lines.
  var error: TemplateError {
    let sorted = problems.map { problem in
      var problem = problem
      problem.lines.sort()
      return problem
    }
    // By line, and on one line in the order found.
    let ordered = sorted.enumerated().sorted {
      ($0.element.lines.first ?? 0, $0.offset) < ($1.element.lines.first ?? 0, $1.offset)
    }.map { _, problem in
      var problem = problem
      problem.lines = problem.lines.map(lines.number)
      if let mark = problem.mark { problem.mark?.line = lines.number(of: mark.line) }
      return problem
    }
    return .invalid(problems: ordered, unreported: unreported)
  }
}
