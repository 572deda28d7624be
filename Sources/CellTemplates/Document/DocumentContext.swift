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
  private var folders: [String]
  /// The lines of all documents, counted through; every line below is one of these.
  private(set) var lines: SourceLines
  /// The other documents, each once.
  private(set) var loaded: [LoadedDocument] = []
  /// Those that are being read, one inside the other.
  private var reading: [String]
  /// Other templates, composed, by file; `nil` for those with problems.
  private(set) var composed: [String: DocumentNode?] = [:]
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

extension DocumentContext {
  /// Loads a document that stands beside the one which names it, each once.
  ///
  /// Documents that cannot be had, and what is beyond `TemplateSources.limits`, become problems.
  ///
  /// - Parameters:
  ///   - reference: A path, seen from the folder of the document that names it, or a name.
  ///   - line: Line of the reference, which also tells the document.
  ///   - what: What the reference is for, in words: "template".
  mutating func load(_ reference: String, what: String, at line: Int) -> LoadedDocument? {
    let entry: TemplateCatalog.Entry
    do throws(TemplateError) {
      entry = try sources.entry(reference, beside: lines.file(of: line), within: folders)
    } catch {
      report(error, reference, what, line)
      return nil
    }
    if let known = loaded.first(where: { $0.file == entry.file }) { return known }
    let limits = sources.limits
    guard loaded.count < limits.documents else {
      report(
        .limit, line: line, found: "more than \(limits.documents) other documents",
        expected: "expected at most \(limits.documents)")
      return nil
    }
    let bytes = loaded.reduce(entry.text.utf8.count) { $0 + $1.text.utf8.count }
    guard bytes <= limits.bytes else {
      report(
        .limit, line: line, found: "\(bytes) bytes of other documents",
        expected: "expected at most \(limits.bytes)")
      return nil
    }
    guard Self.isDocument(entry.text) else {
      // Nothing of it is told: it may be any file.
      report(
        .schema, line: line, found: "the \(what) '\(reference)', whose file is none",
        expected: "expected a file with the line schema: \(CellTemplate.schema), one of styles "
          + "with schema: \(StyleSheet.schema), or a .xib")
      return nil
    }
    // What somebody gave a name may have neighbours of its own.
    if !TemplateCatalog.isPath(reference) {
      folders.append(TemplateFolders.folder(of: entry.file))
    }
    let document = LoadedDocument(
      file: entry.file, text: entry.text, base: lines.add(file: entry.file, text: entry.text))
    loaded.append(document)
    return document
  }

  /// Whether a text is meant for this program, so that messages may quote it.
  static func isDocument(_ text: String) -> Bool {
    InterfaceBuilderFile.isInterfaceBuilder(text: text)
      ? text.contains("<document")
      : text.contains("cellheights.template") || text.contains("cellheights.styles")
  }

  /// Begins a document inside those that are being read.
  ///
  /// - Returns: Whether it may be read: not where it is inside itself, or too deep.
  mutating func enter(_ document: LoadedDocument, at line: Int) -> Bool {
    if let start = reading.firstIndex(of: document.file) {
      let circle = (reading[start...] + [document.file]).joined(separator: " → ")
      report(
        .invalidValue, line: line, found: "documents that use one another in a circle: \(circle)",
        expected: "expected one of them to do without the next")
      return false
    }
    guard reading.count < sources.limits.nesting else {
      report(
        .limit, line: line,
        found: "more than \(sources.limits.nesting) documents inside one another",
        expected: "expected at most \(sources.limits.nesting)")
      return false
    }
    reading.append(document.file)
    return true
  }

  /// Ends the document that began last.
  mutating func leave() {
    if reading.count > 1 { reading.removeLast() }
  }

  /// Keeps what a template was composed to.
  mutating func keep(_ composed: DocumentNode?, of document: LoadedDocument) {
    self.composed[document.file] = .some(composed)
  }

  /// Says why a document cannot be had.
  private mutating func report(
    _ error: TemplateError, _ reference: String, _ what: String, _ line: Int
  ) {
    switch error {
    case .unknownName(let name, let known):
      report(
        .unknownName, line: line, found: "the unknown \(what) '\(DocumentNode.shortened(name))'",
        expected: "expected one of \(known.joined(separator: ", ")), or the path of a file"
          + suggestion(for: name, among: known))
    case .missingFile(let path):
      report(
        .unknownName, line: line, found: "the \(what) '\(reference)', but there is no file \(path)",
        expected: "expected a path that begins at the folder of this document")
    case .unreadableFile(let path, let reason):
      report(
        .invalidValue, line: line, found: "the \(what) \(path), which cannot be read: \(reason)",
        expected: "expected a document that can be read")
    case .invalid, .unknownView:
      report(
        .invalidValue, line: line, found: "the \(what) '\(reference)' (\(error))",
        expected: "expected a document that can be read")
    }
  }
}
