/// One side of a comparison, before it is known what the other side makes of it.
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
  /// Where it begins.
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
