/// One operand of a comparison, whose meaning may depend on the other one.
struct ConditionOperand {
  /// What it is.
  enum Value {
    case binding(Binding)
    case number(Condition.Number)
    case text(String)
    case truncated(label: Int)
    case word(String)
  }

  /// What it is.
  var value: Value
  /// The offset of its first character.
  var offset: Int

  /// The operand in words for a message.
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
