import AutoLayout
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments

/// Resolves the names of views and constants in the constraints of a document.
struct ConstraintNames {
  let constants: [TemplateConstant]
  let views: [TemplateView]
  private let indices: [String: Int]
  private let context: DocumentContext

  /// Creates a resolver.
  ///
  /// If several views have the same id, the first is used.
  init(views: [TemplateView], constants: [TemplateConstant], context: DocumentContext) {
    self.views = views
    self.constants = constants
    self.context = context
    // Guides that the compiler adds for stacks and frames have no line, and documents cannot name
    // them.
    let declared = views.indices.filter { views[$0].kind != .guide || views[$0].line > 0 }
    indices = Dictionary(
      declared.map { (views[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Replaces a name that is not a view by a constant, such as `side` in the visual format
  /// `[a(side)]`.
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

  /// Replaces the names of priorities by their values, such as `high` in `[a(50@high)]`.
  ///
  /// - Returns: `nil`, with a problem reported, when a name is not a constant that can be a
  ///   priority.
  func withPriorities(
    _ constraints: [ParsedConstraint], _ text: String, _ line: Int
  ) -> [ParsedConstraint]? {
    var result = constraints
    for index in result.indices {
      guard let named = result[index].priorityName else { continue }
      guard let priority = priority(named, text, line) else { return nil }
      result[index].priority = priority
      result[index].priorityName = nil
    }
    return result
  }

  /// The value of a constant that is used as a priority.
  ///
  /// It is `nil`, with a problem reported, when the constant is unknown or cannot be a priority.
  private func priority(
    _ named: ParsedConstraint.PriorityName, _ text: String, _ line: Int
  ) -> Priority? {
    let place = SourceLocation(line: line, text: text, offset: named.offset)
    guard let index = constant(named.name, "priority", "a whole number from 1 to 1000", at: place)
    else { return nil }
    guard constants[index].cases.isEmpty else {
      context.report(
        .invalidValue, line: line,
        found: "the priority '\(named.name)', which depends on the environment",
        expected: "expected one number for all environments, or constraints in groups", mark: place)
      return nil
    }
    let value = constants[index].standard
    if let priority = Int(exactly: value).flatMap(Priority.init) { return priority }
    context.report(
      .invalidValue, line: line,
      found: "the priority '\(named.name)', which is \(Quantity.literal(value))",
      expected: "expected a whole number from 1 to 1000", mark: place)
    return nil
  }

  /// The index of a constant; `nil`, with a problem reported, for an unknown name.
  ///
  /// - Parameters:
  ///   - what: The use of the name in words, such as "priority".
  ///   - others: The other values that may be written instead of a name, in words.
  func constant(_ name: String, _ what: String, _ others: String, at place: SourceLocation) -> Int?
  {
    let index = constants.firstIndex { $0.name == name }
    if index == nil {
      let near = context.suggestion(for: name, among: constants.map(\.name))
      context.report(
        .unknownName, line: place.line,
        found: "the unknown \(what) '\(name)' in '\(DocumentNode.shortened(place.text))'",
        expected: "expected \(others) or a name from 'constants'\(near)", mark: place)
    }
    return index
  }

  /// Whether all ids in constraints and in a visual format string are declared.
  ///
  /// Unknown ids are reported.
  ///
  /// - Parameter views: The views in a visual format string, which constraints need not refer to.
  func areKnown(
    _ constraints: [ParsedConstraint], naming views: [VisualFormat.View] = [], _ text: String,
    _ line: Int
  ) -> Bool {
    var unknown: [String] = []
    let anchors = constraints.flatMap { [$0.first] + ($0.second.map { [$0] } ?? []) }
    let ids = anchors.compactMap { anchor -> String? in
      if case .named(let id) = anchor.item { id } else { nil }
    }
    for id in ids + views.map(\.name) where indices[id] == nil && !unknown.contains(id) {
      unknown.append(id)
      let near = context.suggestion(
        for: id, among: self.views.map(\.id).filter { indices[$0] != nil })
      context.report(
        .unknownName, line: line,
        found: "the unknown view '\(id)' in '\(DocumentNode.shortened(text))'",
        expected: "expected the id of a view\(near)")
    }
    return unknown.isEmpty
  }

  /// Replaces `|` in a visual format string by the common parent of its views.
  ///
  /// - Returns: `nil`, with a problem reported, when there is no common parent.
  func withSuperview(_ format: VisualFormat, _ text: String, _ line: Int) -> [ParsedConstraint]? {
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

  func anchor(_ parsed: ParsedConstraint.Anchor) -> Anchor? {
    guard case .named(let id) = parsed.item, let item = indices[id] else { return nil }
    return Anchor(item: item, attribute: parsed.attribute)
  }
}
