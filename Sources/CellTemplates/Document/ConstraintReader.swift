import AutoLayout
import LayoutPrimitives

/// Reads constraints of a document, in the linear form or the visual format, in document order.
struct ConstraintReader {
  private let views: [TemplateView]
  private let indices: [String: Int]
  private(set) var constraints: [LayoutConstraint] = []
  private(set) var groups: [Int?] = []
  private(set) var places: [ConstraintPlace] = []
  private(set) var bound: [BoundQuantity] = []
  private var names: [String: Int] = [:]
  private var isOverLimit = false

  /// Begins with the views that constraints may name; of equal ids the first counts.
  init(views: [TemplateView]) {
    self.views = views
    indices = Dictionary(
      views.indices.map { (views[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reads a list of constraints that belong to an engine group, or always hold.
  mutating func read(_ nodes: [DocumentNode], group: Int?, into context: inout DocumentContext) {
    for node in nodes {
      guard !isOverLimit else { return }
      readConstraint(node, group: group, into: &context)
    }
  }

  /// Reads a text, or `{id, constraint, priority}`.
  private mutating func readConstraint(
    _ node: DocumentNode, group: Int?, into context: inout DocumentContext
  ) {
    let text: String
    var line = node.line
    var id: String?
    var rank: Priority?
    if case .text(let plain) = node.value {
      guard plain.utf8.count <= context.limits.textLength else {
        context.report(
          .limit, line: line, found: "\(plain.utf8.count) bytes as a constraint",
          expected: "expected at most \(context.limits.textLength)")
        return
      }
      text = plain
    } else {
      let keys = ["id", "constraint", "priority"]
      guard let fields = Fields(node, what: "a constraint", keys: keys, into: &context) else {
        return
      }
      id = name(fields, into: &context)
      let expected = "a whole number from 1 to 1000"
      rank = fields.priority("priority", expected, into: &context)
      guard fields["constraint"] != nil else {
        fields.reportMissing("constraint", expected: "its text", into: &context)
        return
      }
      guard let plain = fields.text("constraint", into: &context) else { return }
      line = fields.line(of: "constraint")
      text = plain
    }
    guard var parsed = parse(text, line: line, into: &context) else { return }
    if let rank {
      if text.contains("@") {
        context.report(
          .invalidValue, line: line, found: "a priority both beside and inside a constraint",
          expected: "expected only one of them")
      }
      for index in parsed.indices { parsed[index].priority = rank }
    }
    let place = ConstraintPlace(file: context.file, line: line, text: text)
    for (index, constraint) in parsed.enumerated() {
      let name = id.map { parsed.count == 1 ? $0 : "\($0).\(index + 1)" }
      add(constraint, name: name, group: group, place: place, into: &context)
    }
  }

  /// The name of a constraint; each is given once.
  private mutating func name(_ fields: Fields, into context: inout DocumentContext) -> String? {
    guard let id = fields.text("id", into: &context) else { return nil }
    let line = fields.line(of: "id")
    if let first = names[id] {
      context.report(
        .duplicateName, line: line,
        found: "a second constraint named '\(id)', first on line \(first)",
        expected: "expected each id once")
    } else {
      names[id] = line
    }
    return id
  }

  /// Takes a text apart and looks its names up; `nil` where anything is wrong.
  private func parse(
    _ text: String, line: Int, into context: inout DocumentContext
  ) -> [ParsedConstraint]? {
    let isVisual = VisualFormat.isVisualFormat(text)
    do throws(NotationError) {
      guard isVisual else {
        let constraint = try LinearForm.parse(text)
        return known([constraint], text, line, into: &context) ? [constraint] : nil
      }
      let format = try VisualFormat.parse(text)
      guard known(format.constraints, text, line, into: &context) else { return nil }
      return withSuperview(format, text, line, into: &context)
    } catch {
      let notation = isVisual ? "visual format" : "linear form"
      context.report(
        NotationError(
          kind: error.kind, offset: error.offset, found: error.found,
          expected: error.kind == .syntax ? "\(error.expected) (\(notation))" : error.expected),
        .constraintSyntax, in: text, line: line)
      return nil
    }
  }

  /// Whether every id that the constraints name is declared; notes those that are not.
  private func known(
    _ constraints: [ParsedConstraint], _ text: String, _ line: Int,
    into context: inout DocumentContext
  ) -> Bool {
    var unknown: [String] = []
    for anchor in constraints.flatMap({ [$0.first] + ($0.second.map { [$0] } ?? []) }) {
      guard case .named(let id) = anchor.item, indices[id] == nil, !unknown.contains(id) else {
        continue
      }
      unknown.append(id)
      let near = context.suggestion(for: id, among: views.map(\.id))
      context.report(
        .unknownName, line: line,
        found: "the unknown view '\(id)' in '\(DocumentNode.shortened(text))'",
        expected: "expected the id of a view\(near)")
    }
    return unknown.isEmpty
  }

  /// Puts the common parent of a string's views in the place of `|`.
  private func withSuperview(
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

  /// Adds a constraint whose names are known.
  private mutating func add(
    _ parsed: ParsedConstraint, name: String?, group: Int?, place: ConstraintPlace,
    into context: inout DocumentContext
  ) {
    guard !isOverLimit, let first = anchor(parsed.first) else { return }
    guard constraints.count < context.limits.constraints else {
      isOverLimit = true
      context.report(
        .limit, line: place.line, found: "more than \(context.limits.constraints) constraints",
        expected: "expected at most \(context.limits.constraints)")
      return
    }
    let index = constraints.count
    let multiplier = number(parsed.multiplier, .multiplier, index, place, into: &context)
    let constant = number(parsed.constant, .constant, index, place, into: &context)
    constraints.append(
      LayoutConstraint(
        name: name ?? parsed.description, first: first, relation: parsed.relation,
        multiplier: multiplier, second: parsed.second.flatMap(anchor), constant: constant,
        priority: parsed.priority))
    groups.append(group)
    places.append(place)
  }

  /// An anchor by index.
  private func anchor(_ parsed: ParsedConstraint.Anchor) -> Anchor? {
    guard case .named(let id) = parsed.item, let item = indices[id] else { return nil }
    return Anchor(item: item, attribute: parsed.attribute)
  }

  /// A number written out, or the placeholder of one that the record decides.
  private mutating func number(
    _ quantity: Quantity, _ role: BoundQuantity.Role, _ constraint: Int, _ place: ConstraintPlace,
    into context: inout DocumentContext
  ) -> Double {
    switch quantity {
    case .literal(let value): return value
    case .bound(let ratio):
      do throws(NotationError) {
        bound.append(
          BoundQuantity(constraint: constraint, role: role, number: try BoundNumber(ratio)))
      } catch {
        context.report(error, .bindingSyntax, in: place.text, line: place.line)
      }
      return role == .multiplier ? 1 : 0
    }
  }
}
