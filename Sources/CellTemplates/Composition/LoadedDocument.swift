import StructuredDocuments

/// A document that another one named, read but not yet looked into.
struct LoadedDocument {
  /// Its file as messages give it, which also tells it from others.
  var file: String
  /// Its text.
  var text: String
  /// What is added to its line numbers, so that `SourceLines` tells them from other documents'.
  var base: Int
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
