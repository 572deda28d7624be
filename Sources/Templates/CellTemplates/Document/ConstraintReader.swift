import AutoLayout
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments

/// Reads the constraints of a document, in linear form or visual format, in document order.
struct ConstraintReader {
  private let context: DocumentContext
  private let names: ConstraintNames
  private(set) var constraints: [LayoutConstraint] = []
  private(set) var groups: [Int?] = []
  private(set) var places: [SourceLocation] = []
  private(set) var bound: [BoundQuantity] = []
  private(set) var named: [NamedQuantity] = []
  /// The line of each constraint that has an id, by the id.
  private var lines: [String: Int] = [:]
  private var isOverLimit = false

  /// Creates a reader of constraints between the given views.
  ///
  /// If several views have the same id, the first is used.
  init(views: [TemplateView], constants: [TemplateConstant], context: DocumentContext) {
    self.context = context
    names = ConstraintNames(views: views, constants: constants, context: context)
  }

  mutating func add(_ generated: [GeneratedConstraints.Entry]) {
    for entry in generated where hasRoom(line: entry.line) {
      constraints.append(entry.constraint)
      groups.append(entry.group)
      places.append(SourceLocation(line: entry.line, text: entry.text))
    }
  }

  /// Replaces the baselines of stacks in the constraints by baselines of arranged views.
  ///
  /// It warns if the bottom of a stack is used as its baseline.
  mutating func useBaselines(of stacks: StackBaselines) {
    for index in constraints.indices {
      guard let stack = stacks.replace(in: &constraints[index]) else { continue }
      context.warn(
        line: places[index].line,
        found: "a baseline of the stack '\(names.views[stack].id)', for which its bottom is taken: "
          + "which of its views has it depends on the record",
        expected: "give a horizontal stack the alignment firstBaseline or lastBaseline, or name "
          + "the label that is meant")
    }
  }

  /// Reads a list of constraints.
  ///
  /// - Parameter group: The engine group of the constraints; `nil` when they always hold.
  mutating func read(_ nodes: [DocumentNode], group: Int?) {
    for node in nodes {
      guard !isOverLimit else { return }
      readConstraint(node, group: group)
    }
  }

  /// Reads a constraint: a text, or `{id, constraint, priority}`.
  private mutating func readConstraint(_ node: DocumentNode, group: Int?) {
    let text: String
    var line = node.line
    var id: String?
    var rank: Priority?
    if case .text(let plain) = node.value {
      guard plain.utf8.count <= context.limits.textLength else {
        context.reportLimit(
          context.limits.textLength, line: line, found: "\(plain.utf8.count) bytes as a constraint")
        return
      }
      text = plain
    } else {
      let keys = ["id", "constraint", "priority", "placeholder"]
      let read = Fields(node, what: "a constraint", keys: keys, into: context)
      guard let fields = read else { return }
      // Interface Builder removes such a constraint when the app is built.
      if fields.flag("placeholder") ?? false { return }
      id = fields.text("id")
      if let id { context.declare("constraint", id, line: fields.line(of: "id"), in: &lines) }
      rank = fields.priority("priority", "a whole number from 1 to 1000")
      guard let plain = fields.required("constraint", expected: "its text") else { return }
      line = fields.line(of: "constraint")
      text = plain
    }
    guard var parsed = parse(text, line: line) else { return }
    if let rank {
      if text.contains("@") {
        context.report(
          .invalidValue, line: line, found: "a priority both beside and inside a constraint",
          expected: "expected only one of them")
      }
      for index in parsed.indices { parsed[index].priority = rank }
    }
    let place = SourceLocation(line: line, text: text)
    for (index, constraint) in parsed.enumerated() {
      let name = id.map { parsed.count == 1 ? $0 : "\($0).\(index + 1)" }
      add(constraint, name: name, group: group, place: place)
    }
  }

  /// Parses a constraint and resolves its names; `nil`, with problems reported, when it is invalid.
  private func parse(_ text: String, line: Int) -> [ParsedConstraint]? {
    let isVisual = VisualFormat.isVisualFormat(text)
    do throws(NotationError) {
      guard isVisual else {
        let constraint = try LinearForm.parse(text)
        return names.areKnown([constraint], text, line) ? [constraint] : nil
      }
      var format = try VisualFormat.parse(text)
      format.constraints = format.constraints.map(names.withConstant)
      guard
        names.areKnown(format.constraints, naming: format.views, text, line),
        let ranked = names.withPriorities(format.constraints, text, line)
      else { return nil }
      format.constraints = ranked
      return names.withSuperview(format, text, line)
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

  /// Adds a parsed constraint whose names are resolved.
  private mutating func add(
    _ parsed: ParsedConstraint, name: String?, group: Int?, place: SourceLocation
  ) {
    guard let first = names.anchor(parsed.first), hasRoom(line: place.line) else { return }
    let index = constraints.count
    let multiplier = number(parsed.multiplier, .multiplier, index, place)
    let constant = number(parsed.constant, .constant, index, place)
    constraints.append(
      LayoutConstraint(
        name: name ?? parsed.description, first: first, relation: parsed.relation,
        multiplier: multiplier, second: parsed.second.flatMap(names.anchor), constant: constant,
        priority: parsed.priority))
    groups.append(group)
    places.append(place)
  }

  /// Whether one more constraint is within the limit; the first constraint beyond it is reported.
  private mutating func hasRoom(line: Int) -> Bool {
    guard !isOverLimit else { return false }
    guard constraints.count >= context.limits.constraints else { return true }
    isOverLimit = true
    context.reportLimit(
      context.limits.constraints, line: line,
      found: "more than \(context.limits.constraints) constraints")
    return false
  }

  /// The value of a literal or of a constant.
  ///
  /// A number that comes from the record or depends on the environment is added to a list. The
  /// result is then a placeholder: multiplier 1 or constant 0.
  private mutating func number(
    _ quantity: Quantity, _ role: BoundQuantity.Role, _ constraint: Int, _ place: SourceLocation
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
    case .named(let name, let isNegated, let offset):
      return constant(name, isNegated, role, constraint, place, offset)
    }
  }

  /// The value of a constant, or a placeholder when it depends on the environment.
  private mutating func constant(
    _ name: String, _ isNegated: Bool, _ role: BoundQuantity.Role, _ constraint: Int,
    _ place: SourceLocation, _ offset: Int
  ) -> Double {
    let mark = SourceLocation(line: place.line, text: place.text, offset: offset)
    guard let index = names.constant(name, "constant", "a number, ITEM.ATTRIBUTE", at: mark) else {
      return 0
    }
    guard names.constants[index].cases.isEmpty else {
      named.append(
        NamedQuantity(constraint: constraint, role: role, constant: index, isNegated: isNegated))
      return role == .multiplier ? 1 : 0
    }
    return isNegated ? 0 - names.constants[index].standard : names.constants[index].standard
  }
}
