public import LayoutPrimitives
import TemplateDocuments

extension TemplatePlan {
  /// The findings of a build: first those of its cells, then those about the template and its
  /// bindings.
  ///
  /// - Parameters:
  ///   - tally: The counted findings of the cells.
  ///   - paths: For each path of the template, the number of records with a value.
  ///   - environments: Keys of the environments, in the order of the tally's indices.
  public func findings(
    _ tally: FindingTally, _ paths: PathTally, environments: [String]
  ) -> [Finding] {
    let first = CellFinding.numbers(views: framedViews.count)
    return tally.findings(environments) { finding($0) }
      + template.findings(paths).enumerated().map { index, finding in
        guard finding.kind == .cut else {
          return tally.everywhere(finding, position: first + index, environments)
        }
        var cut = finding.inEveryEnvironment(environments)
        cut.position = first + index
        return cut
      }
  }

  /// The finding about cells for its number in a `FindingSet`.
  public func finding(_ number: Int) -> Finding {
    let kind = CellFinding(number: number).kind
    let view = view(of: CellFinding(number: number))
    return Finding(
      code: kind.code, severity: kind.severity, word: kind.word,
      view: view.map { template.views[$0].id },
      location: view.flatMap { template.place(ofView: $0) },
      message: message(kind, view), help: help(kind, view))
  }

  /// The view of a finding, as an index into the template's `views`; `nil` for the whole cell.
  func view(of finding: CellFinding) -> Int? {
    finding.position.flatMap { framedViews.indices.contains($0) ? framedViews[$0] : nil }
  }

  private func message(_ kind: CellFinding.Kind, _ view: Int?) -> String {
    let name = view.map { "'\(template.views[$0].id)'" } ?? "the cell"
    switch kind {
    case .conflict: return "required constraints contradict each other, and one had to give"
    case .ambiguity: return "the constraints leave something free"
    case .tie: return "the order of the document decides between constraints of one priority"
    case .collapsed:
      return "the cell is 0 high although it has content"
        + (template.boxCount == nil ? ": no constraint holds its bottom" : "")
        + "; \(name) reaches lowest"
    case .below: return "\(name) reaches below the cell's bottom"
    case .outside: return "\(name) reaches out of the cell"
    case .truncated: return "the text of \(name) is cut"
    case .squeezed: return "\(name) has less space than its text needs"
    case .vanished: return "\(name) is 0 wide or high although it has content"
    case .flattened:
      return "\(name) shows markup as plain text, without the sizes of its code blocks, tables, "
        + "headings, lists, quotes, rules and pictures"
    }
  }

  /// The advice for a finding; empty if nothing needs to be done.
  private func help(_ kind: CellFinding.Kind, _ view: Int?) -> String {
    if kind == .flattened {
      return "lay the markup out as boxes, by 'markup: \"{content}\"' on an element of a card "
        + "(docs/markup.md); ignore it if the app shows plain text, too"
    }
    let id = view.map { template.views[$0].id } ?? "view"
    if template.boxes != nil, let help = Self.helpWithBoxes(kind) { return help }
    if template.card != nil, let help = Self.helpInCards(kind) { return help }
    switch kind {
    case .conflict, .ambiguity: return "'cellheights template check' with records says which"
    case .collapsed, .below:
      return "tie it to the cell, as in cell.bottom >= \(quoted(id)).bottom + 12"
    case .vanished where view.map({ template.views[$0].image != nil }) ?? false:
      return "give it the size of its picture (in the record, or by --image-sizes), an 'intrinsic' "
        + "size, or a ratio, as in \(quoted(id)).height == 0.75 * \(quoted(id)).width"
    case .vanished:
      return "raise its compression priority, or use a stack that wraps it"
    case .tie, .outside, .truncated, .squeezed, .flattened: return ""
    }
  }

  /// The advice for templates of boxes; `nil` if it is the same as for constraints.
  private static func helpWithBoxes(_ kind: CellFinding.Kind) -> String? {
    switch kind {
    case .collapsed, .below: "give the boxes around it more height, or none"
    case .vanished:
      "give it a lower 'flexibility' than its neighbors, fewer 'lines' in labels beside "
        + "it, or 'hidden' on what may be missing"
    case .conflict, .ambiguity, .tie, .outside, .truncated, .squeezed, .flattened: nil
    }
  }

  /// The advice for cards; `nil` if it is the same as for constraints.
  private static func helpInCards(_ kind: CellFinding.Kind) -> String? {
    switch kind {
    case .collapsed, .below:
      "look for a 'height', 'max-height' or 'position: absolute' of it or around it"
    case .vanished: "give it a size, 'flex-shrink: 0', or 'hidden' if it may be missing"
    case .conflict, .ambiguity, .tie, .outside, .truncated, .squeezed, .flattened: nil
    }
  }

  /// An id as written in constraints, quoted if needed.
  private func quoted(_ id: String) -> String {
    let isPlain =
      id.first?.isNumber == false
      && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return isPlain ? id : "\"\(id)\""
  }
}

extension CellTemplate {
  /// The findings about the template, and about its bindings without a value.
  func findings(_ paths: PathTally) -> [Finding] {
    var result = paths.unanswered(in: self)
    guard paths.records > 0 else { return result }
    result += paths.blankViews(of: self)
    if !labels.isEmpty && bindingUses.isEmpty {
      result.append(
        Finding(
          code: "CH0615", severity: .warning, word: FindingKind.unbound.rawValue,
          location: labels.first.flatMap { place(ofView: $0) },
          message:
            "no text of this template is bound: every cell has the texts, and the height, of "
            + "the document",
          help:
            "write bindings such as {title} for the texts, or give the views outlets' texts with "
            + "'template import' and edit the document"))
    }
    if paths.areAlike(in: self) {
      result.append(
        Finding(
          code: "CH0623", severity: .warning, word: FindingKind.unbound.rawValue,
          message: "every record has the same values at all paths that the template '\(name)' asks "
            + "for: all cells are alike",
          help: "check the mapping: 'cellheights records' shows what records have"))
    }
    result += foreignWords
    // The notes of an import from Interface Builder are reported separately.
    result += warnings.filter { $0.code == .suspicious }.map(Self.finding)
    // A merge of shards expects these last.
    result += paths.cut(in: self)
    return result
  }

  /// The finding about a part of the document that is valid, but probably a mistake.
  static func finding(_ problem: TemplateProblem) -> Finding {
    Finding(
      code: problem.code.rawValue, severity: problem.severity,
      word: Finding.TemplateWord.template.rawValue,
      location: problem.mark
        ?? SourceLocation(line: problem.lines.first ?? 1, text: "", file: problem.file),
      message: problem.found, help: problem.expected)
  }

  /// The findings about labels whose text contains a placeholder of another template language.
  ///
  /// Here `{{` is an escaped brace, so Mustache's `{{title}}` would be shown as `{title}`.
  var foreignWords: [Finding] {
    labels.compactMap { view in
      for case .literal(let text) in views[view].label?.text.parts ?? [] {
        guard let word = Self.foreignWord(in: text) else { continue }
        return Finding(
          code: "CH0616", severity: .warning, word: FindingKind.unbound.rawValue,
          view: views[view].id, location: place(ofView: view),
          message: "'\(word)' in the text of '\(views[view].id)' is a word of another template "
            + "language and is drawn as it stands",
          help: "write a path of the record in single braces, as in {title}")
      }
      return nil
    }
  }

  /// The first placeholder of Mustache, `String(format:)` or ERB in a text, or `nil`.
  private static func foreignWord(in text: String) -> String? {
    if let found = text.firstMatch(of: /\{ *[A-Za-z_][A-Za-z0-9_.]* *\}|%([0-9]+\$)?@|<%=?[^%]*%>/)
    {
      return String(found.output.0)
    }
    return nil
  }
}
