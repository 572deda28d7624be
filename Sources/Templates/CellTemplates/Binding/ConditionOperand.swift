/// An operand of a comparison.
///
/// Its meaning may depend on the other operand.
struct ConditionOperand {
  /// The kinds of operands.
  enum Value {
    case binding(Binding)
    case number(Condition.Number)
    case text(String)
    case truncated(label: Int)
    case word(String)
  }

  /// The operand's kind and value.
  var value: Value
  /// Character offset of the operand in the condition.
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
