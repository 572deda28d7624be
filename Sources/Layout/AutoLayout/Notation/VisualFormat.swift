public import LayoutPrimitives

/// A parsed visual format string.
///
/// A distance may be a number, a named metric or a `{binding}`. A priority may be a whole number or
/// a named metric. An id that is not a plain word is written in double quotes.
///
/// Source of the grammar: Apple, Auto Layout Guide, Visual Format Language.
public struct VisualFormat: Hashable, Sendable {
  /// A view that the string names.
  public struct View: Hashable, Sendable {
    /// The view's id.
    public var name: String
    /// Offset of the id in the string, in characters from 0.
    public var offset: Int
  }

  /// The axis along which the string runs; horizontal unless it begins with `V:`.
  public let axis: Axis
  /// The views between brackets, left to right.
  public let views: [View]
  /// Offset of the first `|`, in characters from 0; `nil` if the string has no `|`.
  ///
  /// With a `|`, all `views` must have the same parent, which `|` represents.
  public let superviewOffset: Int?
  /// The constraints, left to right; the constraints of a view's size follow the constraints of the
  /// connection before that view.
  public var constraints: [ParsedConstraint]

  /// Parses a visual format string.
  ///
  /// - Throws: `NotationError` with the offset of the first invalid character.
  public static func parse(_ text: String) throws(NotationError) -> VisualFormat {
    var parser = VisualFormatParser(text)
    try parser.format()
    return VisualFormat(
      axis: parser.axis, views: parser.views, superviewOffset: parser.superviewOffset,
      constraints: parser.constraints)
  }

  /// Whether a text begins as a visual format string does: with `|`, `[`, `H:` or `V:`.
  ///
  /// A word with a colon before `|` or `[` also counts, because it may be a misspelled `H:` or
  /// `V:`.
  public static func isVisualFormat(_ text: String) -> Bool {
    var cursor = TextCursor(text)
    cursor.skipSpace()
    let word = cursor.bareName()
    if word != nil {
      guard cursor.consumeSpaced(":") else { return false }
      cursor.skipSpace()
    }
    return word == "H" || word == "V" || cursor.next == "|" || cursor.next == "["
  }
}

/// Parses a visual format string.
struct VisualFormatParser {
  private(set) var axis = Axis.horizontal
  private(set) var views: [VisualFormat.View] = []
  private(set) var superviewOffset: Int?
  private(set) var constraints: [ParsedConstraint] = []
  private var cursor: TextCursor

  /// Distance of a bare `-` between two siblings, in points.
  private static let standardSpacing = 8.0

  /// One side of a connection: a view, or the superview.
  private struct End {
    var item: ParsedConstraint.ItemName
    var offset: Int
    var isSuperview: Bool { item == .superview }
  }

  /// A condition on a distance or on a view's extent.
  private struct Predicate {
    var relation = Relation.equal
    var object: Object
    var priority = Priority.required
    var priorityName: ParsedConstraint.PriorityName?
  }

  /// The right-hand side of a predicate: a number, or a view with which to compare the size.
  private enum Object {
    case number(Quantity)
    case view(name: String, offset: Int)
  }

  /// How two ends of the string are connected.
  private enum Connection {
    /// The ends touch.
    case flush
    /// A bare `-`: the standard spacing between views, or the superview's margin.
    case standard
    /// Distances between two hyphens, as in `-8-` or `-(>=8, <=20)-`.
    case distances([Predicate])
  }

  /// Creates a parser at the start of a string.
  init(_ text: String) {
    cursor = TextCursor(text)
  }

  /// Parses the whole string.
  mutating func format() throws(NotationError) {
    try orientation()
    var last: End
    if let superview = consumeSuperview() {
      let gap = try connection()
      guard cursor.next == "[" else { throw expected("a view in brackets, as in [title]") }
      last = try view(after: superview, gap)
    } else {
      guard cursor.next == "[" else {
        throw expected("'H:', 'V:', '|' or a view in brackets, as in [title]")
      }
      last = try view(after: nil, .flush)
    }
    while true {
      cursor.skipSpace()
      if cursor.isAtEnd { return }
      let gap = try connection()
      if cursor.next == "[" {
        last = try view(after: last, gap)
      } else if let superview = consumeSuperview() {
        connect(last, superview, gap)
        guard cursor.isAtEnd else { throw expected("the end after the last '|'") }
        return
      } else {
        throw expected("a view in brackets or '|'")
      }
    }
  }

  /// Parses `H:` or `V:`, if one of them is next.
  private mutating func orientation() throws(NotationError) {
    cursor.skipSpace()
    let start = cursor.offset
    guard let word = cursor.bareName() else { return }
    guard word == "H" || word == "V" else {
      cursor.offset = start
      throw expected("'H:', 'V:', '|' or a view in brackets, as in [title]")
    }
    guard cursor.consumeSpaced(":") else { throw expected("':' after \(word)") }
    axis = word == "V" ? .vertical : .horizontal
    cursor.skipSpace()
  }

  /// Advances past `|` and returns the superview's end; `nil` if `|` is not next.
  private mutating func consumeSuperview() -> End? {
    let end = End(item: .superview, offset: cursor.offset)
    guard cursor.consume("|") else { return nil }
    superviewOffset = superviewOffset ?? end.offset
    cursor.skipSpace()
    return end
  }

  /// Parses `[view(predicates)]` and connects the view to the previous end, if there is one.
  private mutating func view(
    after previous: End?, _ gap: Connection
  ) throws(NotationError) -> End {
    cursor.offset += 1
    cursor.skipSpace()
    let start = cursor.offset
    guard let name = try cursor.name(), !name.isEmpty else {
      cursor.offset = start
      throw expected("a view's id (an id that is no plain word stands in double quotes)")
    }
    let end = End(item: .named(name), offset: start)
    views.append(VisualFormat.View(name: name, offset: start))
    if let previous { connect(previous, end, gap) }
    cursor.skipSpace()
    if cursor.next == "(" {
      for predicate in try predicates(mayNameViews: true) { size(end, predicate) }
      cursor.skipSpace()
    }
    guard cursor.consume("]") else { throw expected("']' after the view '\(name)'") }
    return end
  }

  /// Parses the connection between two ends, which may be empty.
  private mutating func connection() throws(NotationError) -> Connection {
    cursor.skipSpace()
    guard cursor.consume("-") else { return .flush }
    cursor.skipSpace()
    if cursor.next == "[" || cursor.next == "|" { return .standard }
    let distances: [Predicate]
    if cursor.next == "(" {
      distances = try predicates(mayNameViews: false)
    } else {
      distances = [Predicate(object: .number(try plainDistance()))]
    }
    guard cursor.consumeSpaced("-") else {
      cursor.skipSpace()
      throw expected("'-' after the distance")
    }
    cursor.skipSpace()
    return .distances(distances)
  }

  /// Parses a distance without parentheses: a number that is not negative, a metric's name or a
  /// binding.
  private mutating func plainDistance() throws(NotationError) -> Quantity {
    if let ratio = try cursor.boundRatio(isNegated: false) { return .bound(ratio) }
    let start = cursor.offset
    _ = cursor.consume("+")
    if let value = try cursor.unsignedNumber() { return .literal(value) }
    cursor.offset = start
    if cursor.next == "-" {
      throw expected("a distance that is not negative, or one in parentheses, as in -(-5)-")
    }
    if let name = cursor.bareName() { return .named(name, isNegated: false, offset: start) }
    throw expected("a distance, '(' with predicates, a view in brackets or '|'")
  }

  /// Parses `(predicate, …)`.
  private mutating func predicates(mayNameViews: Bool) throws(NotationError) -> [Predicate] {
    cursor.offset += 1
    var result: [Predicate] = []
    repeat {
      result.append(try predicate(mayNameViews: mayNameViews))
      cursor.skipSpace()
    } while cursor.consume(",")
    guard cursor.consume(")") else { throw expected("',', '@' and a priority, or ')'") }
    return result
  }

  /// Parses `[RELATION] OBJECT [@PRIORITY]`.
  private mutating func predicate(mayNameViews: Bool) throws(NotationError) -> Predicate {
    cursor.skipSpace()
    var relation = Relation.equal
    for candidate in [Relation.equal, .greaterOrEqual, .lessOrEqual]
    where cursor.consume(candidate.rawValue) {
      relation = candidate
      break
    }
    cursor.skipSpace()
    var predicate = Predicate(relation: relation, object: try object(mayNameViews))
    if cursor.consumeSpaced("@") { try priority(of: &predicate) }
    return predicate
  }

  /// Parses a priority after its `@`: a number or a metric's name.
  private mutating func priority(of predicate: inout Predicate) throws(NotationError) {
    cursor.skipSpace()
    let start = cursor.offset
    if let name = cursor.bareName() {
      predicate.priorityName = ParsedConstraint.PriorityName(name: name, offset: start)
    } else {
      predicate.priority = try cursor.priority()
    }
  }

  /// Parses a predicate's object: a number, a binding, or a name; the name is a view's id, or a
  /// metric's name if views are not allowed.
  private mutating func object(_ mayNameViews: Bool) throws(NotationError) -> Object {
    if let number = try cursor.quantity() { return .number(number) }
    let start = cursor.offset
    guard let next = cursor.next, next == "\"" || TextCursor.isNameStart(next) else {
      throw expected(
        mayNameViews
          ? "a number, a {binding}, a constant or a view's id"
          : "a number, a {binding} or a constant")
    }
    if !mayNameViews, let name = cursor.bareName() {
      return .number(.named(name, isNegated: false, offset: start))
    }
    guard mayNameViews, let name = try cursor.name(), !name.isEmpty else {
      throw expected("a number, a {binding} or a constant")
    }
    return .view(name: name, offset: start)
  }

  /// Adds the constraints of the connection between two neighboring ends.
  private mutating func connect(_ left: End, _ right: End, _ gap: Connection) {
    let touchesSuperview = left.isSuperview || right.isSuperview
    switch gap {
    case .flush:
      add(left, right, Predicate(object: .number(.literal(0))), inMargin: false)
    case .standard:
      let distance = touchesSuperview ? 0 : Self.standardSpacing
      add(left, right, Predicate(object: .number(.literal(distance))), inMargin: touchesSuperview)
    case .distances(let predicates):
      for predicate in predicates { add(left, right, predicate, inMargin: false) }
    }
  }

  /// Adds the constraint `near edge of right RELATION far edge of left + distance`.
  ///
  /// For the superview, its near edge is used at the left end of the string, and its far edge at
  /// the right end.
  private mutating func add(_ left: End, _ right: End, _ predicate: Predicate, inMargin: Bool) {
    guard case .number(let distance) = predicate.object else { return }
    var constraint = ParsedConstraint(
      first: anchor(right, isFarEdge: right.isSuperview, inMargin: inMargin),
      relation: predicate.relation,
      second: anchor(left, isFarEdge: !left.isSuperview, inMargin: inMargin),
      constant: distance, priority: predicate.priority)
    constraint.priorityName = predicate.priorityName
    constraints.append(constraint)
  }

  /// Adds a constraint on a view's extent along the string's axis.
  private mutating func size(_ end: End, _ predicate: Predicate) {
    let extent: Attribute = axis == .horizontal ? .width : .height
    let first = ParsedConstraint.Anchor(item: end.item, attribute: extent, offset: end.offset)
    var constraint = ParsedConstraint(
      first: first, relation: predicate.relation, second: nil, priority: predicate.priority)
    constraint.priorityName = predicate.priorityName
    switch predicate.object {
    case .number(let number):
      constraint.constant = number
    case .view(let name, let offset):
      constraint.second = ParsedConstraint.Anchor(
        item: .named(name), attribute: extent, offset: offset)
    }
    constraints.append(constraint)
  }

  /// The anchor of the edge by which an end is connected; for the superview, optionally the edge of
  /// its margins.
  private func anchor(_ end: End, isFarEdge: Bool, inMargin: Bool) -> ParsedConstraint.Anchor {
    let margin = inMargin && end.isSuperview
    let attribute: Attribute =
      switch (axis, isFarEdge) {
      case (.horizontal, false): margin ? .leadingMargin : .leading
      case (.horizontal, true): margin ? .trailingMargin : .trailing
      case (.vertical, false): margin ? .topMargin : .top
      case (.vertical, true): margin ? .bottomMargin : .bottom
      }
    return ParsedConstraint.Anchor(item: end.item, attribute: attribute, offset: end.offset)
  }

  /// Creates an error at the cursor from a description of the expected text.
  private func expected(_ expected: String) -> NotationError {
    NotationError(offset: cursor.offset, found: cursor.found, expected: expected)
  }
}
