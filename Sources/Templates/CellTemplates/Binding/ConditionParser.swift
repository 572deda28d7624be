import AutoLayout
import LayoutPrimitives

/// Parses a condition, such as a group's `when`.
///
/// `or` binds weakest, then `and`, then `not`. A comparison is `VALUE OP VALUE`. VALUE is a
/// `{binding}`, a number, 'quoted text', a property of the environment, `state`, or a property of a
/// label: `body.truncated`, `body.lines`.
struct ConditionParser {
  var cursor: TextCursor
  let names: ConditionNames
  private var depth = 0

  /// Maximum depth of nested parentheses.
  private static let deepest = 64

  static func parse(_ text: String, names: ConditionNames) throws(ConditionError) -> Condition {
    var parser = ConditionParser(cursor: TextCursor(text), names: names)
    let condition = try parser.disjunction()
    guard parser.cursor.isAtEnd else { throw parser.expected("'and', 'or' or the end") }
    return condition
  }

  private init(cursor: TextCursor, names: ConditionNames) {
    self.cursor = cursor
    self.names = names
  }

  private mutating func disjunction() throws(ConditionError) -> Condition {
    var parts = [try conjunction()]
    while takeWord("or") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(ConditionError) -> Condition {
    var parts = [try negation()]
    while takeWord("and") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// Parses a condition that may be preceded by any number of `not`.
  private mutating func negation() throws(ConditionError) -> Condition {
    var isNegated = false
    while takeWord("not") { isNegated.toggle() }
    let condition = try primary()
    return isNegated ? .not(condition) : condition
  }

  /// Parses a condition in parentheses, a comparison, or a value that needs no comparison.
  private mutating func primary() throws(ConditionError) -> Condition {
    cursor.skipSpace()
    if cursor.next == "(" {
      guard depth < Self.deepest else {
        throw expected("at most \(Self.deepest) nested parentheses")
      }
      depth += 1
      cursor.offset += 1
      let inner = try disjunction()
      cursor.skipSpace()
      guard cursor.consume(")") else { throw expected("'and', 'or' or ')'") }
      depth -= 1
      cursor.skipSpace()
      return inner
    }
    let left = try operand()
    cursor.skipSpace()
    let place = cursor.offset
    guard let comparison = takeComparison() else { return try answer(left) }
    let right = try operand()
    cursor.skipSpace()
    return try ConditionTyping(names: names, place: place).compare(left, comparison, right)
  }

  /// The condition for a value that is not compared, such as `{image}`.
  private func answer(_ operand: ConditionOperand) throws(ConditionError) -> Condition {
    switch operand.value {
    case .binding(let binding): return .present(binding)
    case .truncated(let label): return .truncated(label: label)
    case .word(let word) where !ConditionTyping.words.contains(word):
      throw expected("a comparison after '\(word)', or {\(word)} for the record's own")
    default:
      throw expected("a comparison (==, !=, <, <=, > or >=) after \(operand.spelling)")
    }
  }

  /// Parses a comparison operator; `nil` when none follows.
  private mutating func takeComparison() -> Comparison? {
    for comparison in Comparison.allCases where cursor.consume(comparison.rawValue) {
      return comparison
    }
    return nil
  }

  /// Parses one operand of a comparison.
  private mutating func operand() throws(ConditionError) -> ConditionOperand {
    cursor.skipSpace()
    let start = cursor.offset
    do throws(NotationError) {
      if let quantity = try cursor.quantity() { return try number(quantity, at: start) }
      if cursor.next == "'" {
        return ConditionOperand(value: .text(try cursor.quoted(by: "'")), offset: start)
      }
    } catch {
      throw ConditionError(notation: error, isUnknownName: false)
    }
    return try word(at: start)
  }

  /// The operand for a number or a binding, whose value may be a number or a text.
  private func number(
    _ quantity: Quantity, at start: Int
  ) throws(NotationError) -> ConditionOperand {
    switch quantity {
    case .literal(let value):
      return ConditionOperand(value: .number(.literal(value)), offset: start)
    case .bound(let ratio) where ratio.denominator == nil && !ratio.isNegated:
      let binding = try Binding(inner: ratio.numerator.text, at: ratio.numerator.offset)
      return ConditionOperand(value: .binding(binding), offset: start)
    case .bound(let ratio):
      return ConditionOperand(value: .number(.bound(try BoundNumber(ratio))), offset: start)
    case .named(let name, _, _):
      return ConditionOperand(value: .word(name), offset: start)
    }
  }

  /// Parses a name, or a property of a label.
  private mutating func word(at start: Int) throws(ConditionError) -> ConditionOperand {
    let name: String?
    do throws(NotationError) {
      name = try cursor.name()
    } catch {
      throw ConditionError(notation: error, isUnknownName: false)
    }
    guard let name, !["and", "or", "not"].contains(name) else {
      cursor.offset = start
      throw expected("a {binding}, a number, 'text', a word such as width, or LABEL.lines")
    }
    guard cursor.consume(".") else { return ConditionOperand(value: .word(name), offset: start) }
    let place = cursor.offset
    let question = cursor.bareName() ?? ""
    guard question == "lines" || question == "truncated" else {
      cursor.offset = place
      throw expected(
        "lines or truncated\(NearestName(["lines", "truncated"]).suggestion(for: question))")
    }
    guard let label = names.labels.firstIndex(of: name) else {
      let isView = names.views.contains(name)
      throw ConditionError(
        notation: NotationError(
          offset: start,
          found: isView ? "'\(name)', which is no label" : "the unknown label '\(name)'",
          expected: "a label's id\(NearestName(names.labels).suggestion(for: name))"),
        isUnknownName: true)
    }
    let value: ConditionOperand.Value =
      question == "lines" ? .number(.lines(label: label)) : .truncated(label: label)
    return ConditionOperand(value: value, offset: start)
  }

  private mutating func takeWord(_ word: String) -> Bool {
    let start = cursor.offset
    cursor.skipSpace()
    if cursor.bareName() == word, cursor.next != "." { return true }
    cursor.offset = start
    return false
  }

  func expected(_ expected: String) -> ConditionError {
    var end = cursor
    end.skipSpace()
    return ConditionError(
      notation: NotationError(offset: end.offset, found: end.found, expected: expected),
      isUnknownName: false)
  }
}

/// An operand of a comparison.
///
/// Its meaning may depend on the other operand.
struct ConditionOperand {
  /// The kinds of operands.
  enum Value {
    case binding(Binding)
    case number(Condition.Number)
    case text(String)
    /// The property `truncated` of the label at this index in `CellTemplate.labels`.
    case truncated(label: Int)
    /// A property of the environment, `state`, or a value that one of them is compared with.
    case word(String)
  }

  /// The operand's kind and value.
  var value: Value
  /// Character offset of the operand in the condition.
  var offset: Int

  /// Describes the operand in words, for messages.
  var spelling: String {
    switch value {
    case .binding: "the binding"
    case .number: "the number"
    case .text(let text): "the text '\(text)'"
    case .truncated: "the question"
    case .word(let word): "'\(word)'"
    }
  }
}

/// The names that a template's conditions may use.
struct ConditionNames {
  var states: [String] = []
  /// The labels' ids, in the order of `CellTemplate.labels`.
  var labels: [String] = []
  /// The ids of all views, to distinguish a view that is not a label from an unknown one.
  var views: [String] = []
}

/// The error when a condition has invalid syntax, or uses a name that is not declared.
struct ConditionError: Error {
  /// The error with its character offset in the condition.
  var notation: NotationError
  /// Whether the syntax is valid, but a name is unknown.
  var isUnknownName: Bool
}
