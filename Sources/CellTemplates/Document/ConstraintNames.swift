import AutoLayout

/// The names that constraints of a document may use: those of its views and of its constants.
struct ConstraintNames {
  let views: [TemplateView]
  let constants: [TemplateConstant]
  private let indices: [String: Int]

  /// Takes the names; of equal ids the first counts.
  init(views: [TemplateView], constants: [TemplateConstant]) {
    self.views = views
    self.constants = constants
    // Guides that stacks and frames need stand on no line, and are nobody's to name.
    let declared = views.indices.filter { views[$0].kind != .guide || views[$0].line > 0 }
    indices = Dictionary(
      declared.map { (views[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A constant where the visual format named no view: `[a(side)]`.
  func withConstant(_ parsed: ParsedConstraint) -> ParsedConstraint {
    guard let second = parsed.second, second.attribute.isExtent,
      case .named(let name) = second.item, indices[name] == nil,
      constants.contains(where: { $0.name == name })
    else { return parsed }
    var parsed = parsed
    parsed.second = nil
    parsed.constant = .named(name, isNegated: false, offset: second.offset)
    return parsed
  }

  /// Whether every id that the constraints name is declared; notes those that are not.
  func areKnown(
    _ constraints: [ParsedConstraint], _ text: String, _ line: Int,
    into context: inout DocumentContext
  ) -> Bool {
    var unknown: [String] = []
    for anchor in constraints.flatMap({ [$0.first] + ($0.second.map { [$0] } ?? []) }) {
      guard case .named(let id) = anchor.item, indices[id] == nil, !unknown.contains(id) else {
        continue
      }
      unknown.append(id)
      let near = context.suggestion(for: id, among: views.map(\.id).filter { indices[$0] != nil })
      context.report(
        .unknownName, line: line,
        found: "the unknown view '\(id)' in '\(DocumentNode.shortened(text))'",
        expected: "expected the id of a view\(near)")
    }
    return unknown.isEmpty
  }

  /// Puts the common parent of a string's views in the place of `|`.
  func withSuperview(
    _ format: VisualFormat, _ text: String, _ line: Int, into context: inout DocumentContext
  ) -> [ParsedConstraint]? {
    guard let offset = format.superviewOffset else { return format.constraints }
    var parent: Int?
    for view in format.views {
      let its = indices[view.name].flatMap { views[$0].parent }
      guard let its, parent == nil || parent == its else {
        let found =
          its == nil
          ? "'|' beside the cell, which has no superview"
          : "'|' beside views of different parents ('\(view.name)' is in "
            + "'\(its.map { views[$0].id } ?? "")')"
        context.report(
          NotationError(
            offset: its == nil ? offset : view.offset, found: found,
            expected: "views of one parent between the bars"),
          .constraintSyntax, in: text, line: line)
        return nil
      }
      parent = its
    }
    guard let parent else { return nil }
    func named(_ anchor: ParsedConstraint.Anchor) -> ParsedConstraint.Anchor {
      var anchor = anchor
      if anchor.item == .superview { anchor.item = .named(views[parent].id) }
      return anchor
    }
    return format.constraints.map { constraint in
      var constraint = constraint
      constraint.first = named(constraint.first)
      constraint.second = constraint.second.map(named)
      return constraint
    }
  }

  /// An anchor by index.
  func anchor(_ parsed: ParsedConstraint.Anchor) -> Anchor? {
    guard case .named(let id) = parsed.item, let item = indices[id] else { return nil }
    return Anchor(item: item, attribute: parsed.attribute)
  }
}
