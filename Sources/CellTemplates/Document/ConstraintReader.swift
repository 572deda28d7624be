import StructuredDocuments
import AutoLayout
import LayoutPrimitives

/// Reads constraints of a document, in the linear form or the visual format, in document order.
struct ConstraintReader {
  private let names: ConstraintNames
  private(set) var constraints: [LayoutConstraint] = []
  private(set) var groups: [Int?] = []
  private(set) var places: [ConstraintPlace] = []
  private(set) var bound: [BoundQuantity] = []
  private(set) var named: [NamedQuantity] = []
  /// Lines of the named constraints.
  private var lines: [String: Int] = [:]
  private var isOverLimit = false

  /// Begins with the views and constants that constraints may name; of equal ids the first counts.
  init(views: [TemplateView], constants: [TemplateConstant]) {
    names = ConstraintNames(views: views, constants: constants)
  }

  /// Takes constraints that the document means without writing them.
  mutating func add(_ generated: [GeneratedConstraints.Entry], into context: inout DocumentContext)
  {
    for entry in generated where hasRoom(line: entry.line, into: &context) {
      constraints.append(entry.constraint)
      groups.append(entry.group)
      places.append(ConstraintPlace(file: context.file, line: entry.line, text: entry.text))
    }
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
      let keys = ["id", "constraint", "priority", "placeholder"]
      guard let fields = Fields(node, what: "a constraint", keys: keys, into: &context) else {
        return
      }
      // Interface Builder's: there to please the canvas, and gone when the app is built.
      if fields.flag("placeholder", into: &context) ?? false { return }
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
    if let first = lines[id] {
      context.report(
        .duplicateName, line: line,
        found: "a second constraint named '\(id)', first on line "
          + context.lines.words(for: first, seenFrom: line),
        expected: "expected each id once")
    } else {
      lines[id] = line
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
        return names.areKnown([constraint], text, line, into: &context) ? [constraint] : nil
      }
      var format = try VisualFormat.parse(text)
      format.constraints = format.constraints.map(names.withConstant)
      guard
        names.areKnown(
          format.constraints, naming: format.views, text, line, into: &context),
        let ranked = names.withPriorities(format.constraints, text, line, into: &context)
      else { return nil }
      format.constraints = ranked
      return names.withSuperview(format, text, line, into: &context)
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

  /// Adds a constraint whose names are known.
  private mutating func add(
    _ parsed: ParsedConstraint, name: String?, group: Int?, place: ConstraintPlace,
    into context: inout DocumentContext
  ) {
    guard let first = names.anchor(parsed.first), hasRoom(line: place.line, into: &context) else {
      return
    }
    let index = constraints.count
    let multiplier = number(parsed.multiplier, .multiplier, index, place, into: &context)
    let constant = number(parsed.constant, .constant, index, place, into: &context)
    constraints.append(
      LayoutConstraint(
        name: name ?? parsed.description, first: first, relation: parsed.relation,
        multiplier: multiplier, second: parsed.second.flatMap(names.anchor), constant: constant,
        priority: parsed.priority))
    groups.append(group)
    places.append(place)
  }

  /// Whether another constraint is within the limit.
  private mutating func hasRoom(line: Int, into context: inout DocumentContext) -> Bool {
    guard !isOverLimit else { return false }
    guard constraints.count >= context.limits.constraints else { return true }
    isOverLimit = true
    context.report(
      .limit, line: line, found: "more than \(context.limits.constraints) constraints",
      expected: "expected at most \(context.limits.constraints)")
    return false
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
    case .named(let name, let isNegated, let offset):
      return constant(name, isNegated, role, constraint, place, offset, into: &context)
    }
  }

  /// The number of a constant, or the placeholder of one that the environment decides.
  private mutating func constant(
    _ name: String, _ isNegated: Bool, _ role: BoundQuantity.Role, _ constraint: Int,
    _ place: ConstraintPlace, _ offset: Int, into context: inout DocumentContext
  ) -> Double {
    guard let index = names.constants.firstIndex(where: { $0.name == name }) else {
      let near = context.suggestion(for: name, among: names.constants.map(\.name))
      context.report(
        .unknownName, line: place.line,
        found: "the unknown constant '\(name)' in '\(DocumentNode.shortened(place.text))'",
        expected: "expected a number, ITEM.ATTRIBUTE or a name from 'constants'\(near)",
        mark: DocumentPlace(line: place.line, text: place.text, offset: offset))
      return 0
    }
    guard names.constants[index].cases.isEmpty else {
      named.append(
        NamedQuantity(
          constraint: constraint, role: role, constant: index, isNegated: isNegated))
      return role == .multiplier ? 1 : 0
    }
    return isNegated ? 0 - names.constants[index].standard : names.constants[index].standard
  }
}
