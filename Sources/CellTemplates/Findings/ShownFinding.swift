public import LayoutPrimitives

/// A finding of cells, with its view in the template.
public struct ShownFinding: Hashable, Sendable {
  /// The kind of the finding.
  public let kind: CellFinding.Kind
  /// Index of the view in the template's `views`, or `nil` for the whole cell.
  public let view: Int?
  /// The finding's number in a `FindingSet`.
  let number: Int

  /// Creates a finding of the template from a finding of a cell.
  ///
  /// - Parameters:
  ///   - finding: The finding of the cell.
  ///   - plan: The cell's template.
  public init(_ finding: CellFinding, in plan: TemplatePlan) {
    kind = finding.kind
    number = finding.number
    view = finding.position.flatMap {
      plan.framedViews.indices.contains($0) ? plan.framedViews[$0] : nil
    }
  }

  func headline(_ template: CellTemplate) -> String {
    let name = view.map { "'\(template.views[$0].id)'" } ?? "the cell"
    switch kind {
    case .conflict: return "required constraints contradict each other, and one had to give"
    case .ambiguity: return "the constraints leave something free"
    case .tie: return "the order of the document decides between constraints of one priority"
    case .collapsed:
      return "the cell is 0 high although it has content"
        + (template.boxes == nil ? ": no constraint holds its bottom" : "")
        + "; \(name) reaches lowest"
    case .below: return "\(name) reaches below the cell's bottom"
    case .outside: return "\(name) reaches out of the cell"
    case .truncated: return "the text of \(name) is cut"
    case .squeezed: return "\(name) has less room than its text takes"
    case .vanished: return "\(name) is 0 wide or high although it has content"
    }
  }

  /// Advice what to do about the finding, or empty when nothing needs to be done.
  func help(_ template: CellTemplate) -> String {
    let id = view.map { template.views[$0].id } ?? "view"
    if template.boxes != nil, let help = helpWithBoxes { return help }
    switch kind {
    case .conflict, .ambiguity: return "'cellheights template check' with records says which"
    case .collapsed, .below:
      return "tie it to the cell, as in cell.bottom >= \(quoted(id)).bottom + 12"
    case .vanished where view.map({ template.views[$0].image != nil }) ?? false:
      return "give it the size of its picture (in the record, or by --image-sizes), an 'intrinsic' "
        + "size, or a ratio, as in \(quoted(id)).height == 0.75 * \(quoted(id)).width"
    case .vanished:
      return "give it room: a priority of compression that others do not have, or a stack that "
        + "wraps it"
    case .tie, .outside, .truncated, .squeezed: return ""
    }
  }

  /// The advice for templates of boxes, where it differs from that for constraints.
  private var helpWithBoxes: String? {
    switch kind {
    case .collapsed, .below: "give the boxes around it more height, or none"
    case .vanished:
      "give it room: a lower 'flexibility' than its neighbors have, fewer 'lines' in labels beside "
        + "it, or 'hidden' on what may be missing"
    case .conflict, .ambiguity, .tie, .outside, .truncated, .squeezed: nil
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
  var isUnbound: Bool { !labels.isEmpty && bindingUses.isEmpty }

  /// The labels whose text contains a placeholder of another template language, with the
  /// placeholder.
  ///
  /// `{{` is an escaped brace here, so Mustache's `{{title}}` would be drawn as `{title}`.
  var foreignWords: [(view: Int, word: String)] {
    labels.compactMap { view in
      for case .literal(let text) in views[view].label?.text.parts ?? [] {
        if let word = Self.foreignWord(in: text) { return (view, word) }
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
