import Yams

/// Turns YAML or JSON text into nodes, within the limits; an Interface Builder file too.
///
/// JSON is read as the subset of YAML that it is. Anchors and aliases are refused, because a few
/// lines of them can stand for a document without end; so are explicit tags.
struct DocumentReader {
  /// What is added to line numbers, as `SourceLines` counts them.
  private let base: Int

  /// Reads a document; problems go to the context, and `nil` means that there is nothing to use.
  ///
  /// - Parameter base: What is added to its line numbers.
  static func read(
    _ text: String, base: Int = 0, into context: inout DocumentContext
  ) -> DocumentNode? {
    if InterfaceBuilderFile.isInterfaceBuilder(text: text) {
      return InterfaceBuilderDocument.read(text, base: base, into: &context)
    }
    if InterfaceBuilderFile.isInterfaceBuilder(path: context.lines.file(of: base + 1)),
      !DocumentContext.isDocument(text)
    {
      context.report(
        .interfaceBuilder, line: base + 1,
        found: text.allSatisfy(\.isWhitespace) ? "an empty file" : "a file that is not XML",
        expected: "expected a .xib or storyboard as Xcode saves it")
      return nil
    }
    return DocumentReader(base: base).read(text, into: &context)
  }

  private func read(_ text: String, into context: inout DocumentContext) -> DocumentNode? {
    guard text.utf8.count <= context.limits.bytes else {
      context.report(
        .limit, line: base + 1, found: "a document of \(text.utf8.count) bytes",
        expected: "expected at most \(context.limits.bytes)")
      return nil
    }
    if let alias = AliasFinder.firstAlias(in: text) {
      context.report(
        .syntax, line: base + alias.line, found: "the alias '*\(alias.name)'",
        expected: "expected the value written out; anchors and aliases are not read")
      return nil
    }
    do {
      let plain = JSONEscapes.joiningSurrogates(in: text)
      guard let root = try Yams.compose(yaml: plain, .basic, .default, .utf8) else {
        context.report(
          .syntax, line: base + 1, found: "an empty document", expected: "expected a template")
        return nil
      }
      if let anchor = AliasFinder.firstAnchor(
        in: plain, isReadable: { (try? Yams.compose(yaml: $0, .basic, .default, .utf8)) != nil })
      {
        context.report(
          .syntax, line: base + anchor.line, found: "the anchor '&\(anchor.name)'",
          expected: "expected the value alone, or text in quotes; anchors and aliases are not read")
        return nil
      }
      return node(root, depth: 1, into: &context)
    } catch let error as YamlError {
      report(error, in: text, to: &context)
    } catch {
      context.report(
        .syntax, line: base + 1, found: "unreadable text (\(error))",
        expected: "expected YAML or JSON")
    }
    return nil
  }

  /// Converts a node and what is below it.
  private func node(
    _ node: Yams.Node, depth: Int, into context: inout DocumentContext
  ) -> DocumentNode {
    let line = base + (node.mark?.line ?? 1)
    guard depth <= context.limits.depth else {
      context.report(
        .limit, line: line, found: "nesting deeper than \(context.limits.depth) levels",
        expected: "expected a flatter document")
      return DocumentNode(line: line, value: .null)
    }
    switch node {
    case .scalar(let scalar):
      return DocumentNode(line: line, value: value(scalar, line: line, into: &context))
    case .sequence(let sequence):
      let nodes = sequence.map { self.node($0, depth: depth + 1, into: &context) }
      return DocumentNode(line: line, value: .list(nodes))
    case .mapping(let mapping):
      var entries: [DocumentNode.Entry] = []
      for (key, value) in mapping {
        let place = key.mark.map { base + $0.line } ?? line
        guard case .scalar(let scalar) = key else {
          context.report(
            .syntax, line: place, found: "a key that is no text", expected: "expected a plain key")
          continue
        }
        entries.append(
          DocumentNode.Entry(
            key: scalar.string, line: place,
            value: self.node(value, depth: depth + 1, into: &context)))
      }
      return DocumentNode(line: line, value: .mapping(entries))
    case .alias(let alias):
      context.report(
        .syntax, line: line, found: "the alias '*\(alias.anchor.rawValue)'",
        expected: "expected the value written out; anchors and aliases are not read")
      return DocumentNode(line: line, value: .null)
    }
  }

  /// The value of a scalar: quoted ones are text; plain ones follow YAML 1.2's JSON schema.
  private func value(
    _ scalar: Yams.Node.Scalar, line: Int, into context: inout DocumentContext
  ) -> DocumentNode.Value {
    let tag = scalar.tag.rawValue
    let isText = tag == Tag.Name.str.rawValue
    guard tag.isEmpty || isText else {
      context.report(
        .syntax, line: line, found: "the tag '\(tag)'",
        expected: "expected a value without a tag")
      return .text(scalar.string)
    }
    guard !isText, scalar.style == .plain || scalar.style == .any else {
      return .text(scalar.string)
    }
    switch scalar.string {
    case "", "~", "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: return PlainNumber.value(of: scalar.string).map { .number($0) } ?? .text(scalar.string)
    }
  }

  /// Notes what the YAML parser says.
  private func report(
    _ error: YamlError, in text: String, to context: inout DocumentContext
  ) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let line =
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .dropFirst(mark.line - 1).first.map(String.init) ?? ""
      let isTabbed = line.prefix { $0 == " " || $0 == "\t" }.contains("\t")
      context.report(
        .syntax, line: base + mark.line,
        found: isTabbed
          ? "a line that begins with a tab" : "\(problem) at column \(mark.column)",
        expected: isTabbed
          ? "expected spaces: YAML does not indent by tabs" : "expected YAML or JSON",
        mark: DocumentPlace(line: base + mark.line, text: line, offset: max(mark.column - 1, 0)))
    case .duplicatedKeysInMapping(let keys, let place):
      context.report(
        .duplicateName, line: base + place.mark.line,
        found: "the key \(keys.map { "'\($0)'" }.joined(separator: ", ")) twice in one mapping",
        expected: "expected each key once")
    case .reader(let problem, let offset, _, _):
      let line = base + 1 + text.prefix(offset ?? 0).filter(\.isNewline).count
      context.report(.syntax, line: line, found: problem, expected: "expected UTF-8 text")
    default:
      context.report(
        .syntax, line: base + 1, found: "unreadable text (\(error))",
        expected: "expected YAML or JSON")
    }
  }
}
