package import AutoLayout
package import LayoutPrimitives
package import StructuredDocuments

/// The state of reading a template document: its problems, and the other documents that it uses.
///
/// It is a class, because all readers of the document share it.
package final class DocumentContext {
  /// The file as given, or the name of the built-in template.
  package let file: String
  package let limits: TemplateLimits
  /// Finds the other documents that the document uses.
  package let sources: TemplateSources
  /// The folders that may contain the files of other documents.
  private var folders: [String]
  /// Numbers the lines of all documents consecutively.
  ///
  /// Every line number in this type is such a consecutive number.
  package private(set) var lines: SourceLines
  /// The other documents that were loaded, each listed once.
  package private(set) var loaded: [LoadedDocument] = []
  /// The files that are being read, from the outermost document to the innermost.
  private var reading: [String]
  /// Composed templates by file; the value is `nil` for a template with problems.
  package private(set) var composed: [String: DocumentNode?] = [:]
  /// Problems that make the document unusable, in the order in which they were found.
  package private(set) var problems: [TemplateProblem] = []
  /// Number of problems that are not listed, because there were too many.
  package private(set) var unreported = 0
  /// Warnings about valid parts of the document that are probably mistakes.
  package private(set) var warnings: [TemplateProblem] = []

  package init(file: String, limits: TemplateLimits, sources: TemplateSources = .none) {
    self.file = file
    self.limits = limits
    self.sources = sources
    lines = SourceLines(file: file, bytes: limits.bytes)
    reading = [file]
    folders = [TemplateFolders.folder(of: file)]
  }

  /// Reports a problem.
  ///
  /// Equal problems on several lines are merged into one that lists the lines.
  package func report(
    _ code: TemplateProblem.Code, line: Int, found: String, expected: String,
    mark: SourceLocation? = nil
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

  package func reportLimit(_ limit: Int, line: Int, found: String) {
    report(.limit, line: line, found: found, expected: "expected at most \(limit)")
  }

  /// Records the line at which a name is declared, or reports a second declaration of the name.
  ///
  /// - Parameters:
  ///   - what: The kind of object that is named, in words, such as "view".
  ///   - lines: The line of each name's first declaration.
  package func declare(_ what: String, _ name: String, line: Int, in lines: inout [String: Int]) {
    if let first = lines[name] {
      reportSecond(what, name, line: line, first: first, expected: "expected each id once")
    } else {
      lines[name] = line
    }
  }

  /// Reports that a name is declared twice.
  ///
  /// - Parameters:
  ///   - what: The kind of object that is named, in words.
  ///   - first: The line of the first declaration.
  package func reportSecond(_ what: String, _ name: String, line: Int, first: Int, expected: String)
  {
    report(
      .duplicateName, line: line,
      found: "a second \(what) named '\(name)', first on line "
        + lines.words(for: first, seenFrom: line),
      expected: expected)
  }

  /// Reports a syntax error in a constraint, binding or condition.
  package func report(
    _ error: NotationError, _ code: TemplateProblem.Code, in text: String, line: Int
  ) {
    report(
      error.kind == .pairing ? .pairing : code, line: line,
      found: "\(error.found) at character \(error.offset + 1) of "
        + "'\(DocumentNode.shortened(text))'",
      expected: "expected \(error.expected)",
      mark: SourceLocation(line: line, text: text, offset: error.offset))
  }

  /// A suggestion such as `; did you mean 'NAME'?`, or an empty text when no name is near.
  ///
  /// It is empty once the list of problems is full, which limits the work for a hostile document.
  package func suggestion(for text: String, among names: @autoclosure () -> [String]) -> String {
    problems.count < limits.problems ? NearestName(names()).suggestion(for: text) : ""
  }

  /// Adds a warning about a valid part of the document that is probably a mistake.
  package func warn(line: Int, found: String, expected: String) {
    let warning = TemplateProblem(
      code: .suspicious, file: lines.file(of: line), lines: [lines.number(of: line)], found: found,
      expected: expected)
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  package func warn(_ warning: TemplateProblem) { warnings.append(warning) }

  /// The error with all problems, in the order of documents and lines.
  package var error: TemplateError {
    // Problems are sorted by line; those on one line keep their order.
    let ordered = problems.enumerated().sorted {
      ($0.element.lines.min() ?? 0, $0.offset) < ($1.element.lines.min() ?? 0, $1.offset)
    }.map { _, problem in
      var problem = problem
      problem.lines = problem.lines.sorted().map(lines.number)
      if let mark = problem.mark { problem.mark?.line = lines.number(of: mark.line) }
      return problem
    }
    return .invalid(problems: ordered, unreported: unreported)
  }
}

extension DocumentContext {
  /// Loads a document that another document uses; each document is loaded only once.
  ///
  /// It is `nil`, with a problem reported, for a missing document or an exceeded limit.
  ///
  /// - Parameters:
  ///   - reference: A name, or a path relative to the folder of the document that uses it.
  ///   - what: The kind of document in words, such as "template".
  ///   - line: Line of the reference, which identifies the document that contains it.
  package func load(_ reference: String, what: String, at line: Int) -> LoadedDocument? {
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
      reportLimit(
        limits.documents, line: line, found: "more than \(limits.documents) other documents")
      return nil
    }
    let bytes = loaded.reduce(entry.text.utf8.count) { $0 + $1.text.utf8.count }
    guard bytes <= limits.bytes else {
      reportLimit(limits.bytes, line: line, found: "\(bytes) bytes of other documents")
      return nil
    }
    guard reference.hasSuffix(".css") || Self.isDocument(entry.text) else {
      // The file may contain anything, so the message does not quote it.
      report(
        .schema, line: line, found: "the \(what) '\(reference)', whose file is none",
        expected: "expected a file with the line schema: \(DocumentSchema.template), one of styles "
          + "with schema: \(DocumentSchema.styles), or a .xib")
      return nil
    }
    // A document that is found by name may use files in its own folder.
    if !TemplateCatalog.isPath(reference) {
      folders.append(TemplateFolders.folder(of: entry.file))
    }
    let document = LoadedDocument(
      file: entry.file, text: entry.text, base: lines.add(file: entry.file, text: entry.text))
    loaded.append(document)
    return document
  }

  /// Whether a text looks like a template, a style sheet or an Interface Builder file, so that
  /// messages may quote it.
  package static func isDocument(_ text: String) -> Bool {
    isXML(text)
      ? text.contains("<document")
      : text.contains("cellheights.template") || text.contains("cellheights.styles")
  }

  /// Whether a text looks like XML, which template documents never do.
  package static func isXML(_ text: String) -> Bool {
    text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" } == "<"
  }

  /// Begins to read a document that another document uses.
  ///
  /// - Returns: Whether the document may be read. Cycles and excessive nesting are reported.
  package func enter(_ document: LoadedDocument, at line: Int) -> Bool {
    if let start = reading.firstIndex(of: document.file) {
      let circle = (reading[start...] + [document.file]).joined(separator: " → ")
      report(
        .invalidValue, line: line, found: "documents that use one another in a circle: \(circle)",
        expected: "expected one of them to do without the next")
      return false
    }
    guard reading.count < sources.limits.nesting else {
      reportLimit(
        sources.limits.nesting, line: line,
        found: "more than \(sources.limits.nesting) documents inside one another")
      return false
    }
    reading.append(document.file)
    return true
  }

  /// Ends reading the innermost document.
  package func leave() {
    if reading.count > 1 { reading.removeLast() }
  }

  package func keep(_ composed: DocumentNode?, of document: LoadedDocument) {
    self.composed[document.file] = .some(composed)
  }

  /// Reports why a document cannot be loaded.
  private func report(_ error: TemplateError, _ reference: String, _ what: String, _ line: Int) {
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

/// A document that another document uses; its text is not parsed yet.
package struct LoadedDocument {
  /// The file as shown in messages, which identifies the document.
  package var file: String
  package var text: String
  /// The offset of the document's line numbers in `SourceLines`.
  package var base: Int
}

/// The values of the key `schema` in the documents that a template consists of.
package enum DocumentSchema {
  /// A template.
  package static let template = "cellheights.template/1"
  /// A file that contains only styles.
  package static let styles = "cellheights.styles/1"
}
