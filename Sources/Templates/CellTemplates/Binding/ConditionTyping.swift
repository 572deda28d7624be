import AutoLayout
import LayoutPrimitives

/// Determines the condition that a comparison of two operands stands for.
struct ConditionTyping {
  let names: ConditionNames
  /// Character offset of the comparison operator in the condition.
  let place: Int

  /// The words that a comparison may name: `state`, and the properties of the environment.
  static let words = [
    "width", "scale", "sizeCategory", "horizontalSizeClass", "verticalSizeClass", "direction",
    "locale", "state",
  ]

  /// Minimum width, in points, of the regular horizontal size class.
  ///
  /// The device of a cell is unknown. Any width would be valid between the widest phone in portrait
  /// (440) and the narrowest tablet (744).
  static let regularWidth = 600.0

  func compare(
    _ left: ConditionOperand, _ comparison: Comparison, _ right: ConditionOperand
  ) throws(ConditionError) -> Condition {
    if case .word(let word) = left.value, Self.words.contains(word), asNumber(left) == nil {
      return try environment(word, comparison, right)
    }
    if case .word(let word) = right.value, Self.words.contains(word), asNumber(right) == nil {
      return try environment(word, comparison.mirrored, left)
    }
    switch (left.value, right.value) {
    case (.binding(let first), .binding(let second)):
      return .bindings(first, comparison, second)
    case (.binding(let binding), .text(let text)) where binding.format != .count:
      return .text(binding, comparison, text)
    case (.text(let text), .binding(let binding)) where binding.format != .count:
      return .text(binding, comparison.mirrored, text)
    default: break
    }
    guard let first = asNumber(left) else { throw mismatch(left) }
    guard let second = asNumber(right) else { throw mismatch(right) }
    if case .literal = first, case .literal = second {
      throw error(left.offset, "two numbers written out", "a {binding} or a word such as width")
    }
    return .numbers(first, comparison, second)
  }

  /// The condition that compares `state` or a property of the environment with an operand.
  private func environment(
    _ word: String, _ comparison: Comparison, _ other: ConditionOperand
  ) throws(ConditionError) -> Condition {
    let text: String
    switch other.value {
    case .text(let value), .word(let value): text = value
    default: throw error(other.offset, "\(other.spelling) compared with \(word)", "a word")
    }
    if word == "sizeCategory" {
      let order = SizeCategory.allCases
      guard let rank = order.firstIndex(where: { $0.rawValue == text }) else {
        let all = order.map(\.rawValue).joined(separator: ", ")
        let near = NearestName(order.map(\.rawValue)).suggestion(for: text)
        throw error(other.offset, "the size category '\(text)'", "one of \(all)\(near)")
      }
      return .sizeCategory(
        oneOf: order.indices.filter { comparison.holds($0, rank) }.map { order[$0] })
    }
    guard comparison == .equal || comparison == .notEqual else {
      throw error(place, "'\(comparison.rawValue)' with \(word)", "== or !=")
    }
    let condition = try named(word, text, at: other.offset)
    return comparison == .equal ? condition : .not(condition)
  }

  /// The condition that `state` or a property of the environment has the given value.
  private func named(
    _ word: String, _ text: String, at offset: Int
  ) throws(ConditionError) -> Condition {
    switch word {
    case "direction":
      guard let direction = LayoutDirection(rawValue: text) else {
        throw error(offset, "the direction '\(text)'", "ltr or rtl")
      }
      return .direction(direction)
    case "horizontalSizeClass", "verticalSizeClass":
      let isRegular = text == "regular"
      guard isRegular || text == "compact" else {
        throw error(offset, "the size class '\(text)'", "compact or regular")
      }
      // An environment has no screen height, so lists are taken to be in portrait.
      if word == "verticalSizeClass" { return isRegular ? .all([]) : .any([]) }
      return .numbers(.width, isRegular ? .greaterOrEqual : .less, .literal(Self.regularWidth))
    case "state":
      guard names.states.contains(text) else {
        let declared =
          names.states.joined(separator: ", ") + NearestName(names.states).suggestion(for: text)
        throw error(
          offset, "the undeclared state '\(text)'",
          names.states.isEmpty ? "a top-level 'states' that lists it" : "one of \(declared)",
          isUnknownName: true)
      }
      return .state(text)
    default:
      return .locale(text)
    }
  }

  private func asNumber(_ operand: ConditionOperand) -> Condition.Number? {
    switch operand.value {
    case .number(let number): number
    case .word("width"): .width
    case .word("scale"): .scale
    case .binding(let binding) where binding.format?.isNumber ?? true:
      .bound(BoundNumber(numerator: binding))
    default: nil
    }
  }

  /// The error when an operand cannot be compared.
  private func mismatch(_ operand: ConditionOperand) -> ConditionError {
    switch operand.value {
    case .word(let word):
      return error(
        operand.offset, "the word '\(word)'",
        "a {binding}, a number, 'text' in single quotes, or one of "
          + Self.words.joined(separator: ", ")
          + NearestName(Self.words).suggestion(for: word), isUnknownName: true)
    case .truncated:
      return error(operand.offset, "a comparison with truncated", "LABEL.truncated by itself")
    case .binding:
      return error(operand.offset, "a binding whose format makes text", "'text' to compare it with")
    default:
      return error(operand.offset, operand.spelling, "a number or a {binding} to compare with")
    }
  }

  private func error(
    _ offset: Int, _ found: String, _ expected: String, isUnknownName: Bool = false
  ) -> ConditionError {
    ConditionError(
      notation: NotationError(offset: offset, found: found, expected: expected),
      isUnknownName: isUnknownName)
  }
}
