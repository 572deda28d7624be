/// What one code means, and what to do about it.
struct CodeExplanation {
  /// How bad something is.
  enum Severity: String {
    /// Something was refused, left out or had to give.
    case error
    /// Something was made that may not be what was meant.
    case warning
    /// Worth knowing.
    case note
  }

  /// The number behind `CH`, of four digits.
  let number: Int
  /// How bad it is; several where that depends on the case, the worst first.
  let severities: [Severity]
  /// What happened, in one clause, as in tables of codes.
  let title: String
  /// What follows from it.
  let meaning: String
  /// Where it comes from as a rule.
  let cause: String
  /// What a person does next.
  let remedy: String
  /// Input or a command that leads to it, in a few lines.
  let example: String

  init(
    _ number: Int, _ severities: Severity..., title: String, meaning: String,
    cause: String, remedy: String, example: String
  ) {
    self.number = number
    self.severities = severities
    self.title = title
    self.meaning = meaning
    self.cause = cause
    self.remedy = remedy
    self.example = example
  }

  /// Such as `CH0101`.
  var code: String { Self.code(number) }

  /// The code of a number.
  static func code(_ number: Int) -> String {
    let digits = String(number)
    return "CH" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Such as `warning` or `warning or note`.
  var severity: String { severities.map(\.rawValue).joined(separator: " or ") }
}
