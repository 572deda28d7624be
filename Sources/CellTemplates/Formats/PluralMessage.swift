/// Messages for the plural forms of a number: `=0 {none} one {# like} other {# likes}`.
public struct PluralMessage: Hashable, Sendable {
  /// The forms that languages have, in ICU's order.
  public enum Form: Int, Hashable, Sendable, CaseIterable {
    /// A plural category of CLDR. The language decides that of a number, and every one has `other`.
    case zero, one, two, few, many, other

    /// The form's name in a message.
    public var name: String { "\(self)" }
  }

  /// A piece of a message.
  public enum Part: Hashable, Sendable {
    /// Literal text.
    case literal(String)
    /// The number minus the offset: `#`.
    case number
    /// A binding inside the message.
    case binding(Binding)
  }

  /// The number subtracted before a form is chosen and for `#`.
  public internal(set) var offset: Double
  /// Messages for exact numbers, which precede the forms.
  public internal(set) var exact: [Exact]
  /// Messages by form, `other` always among them.
  public internal(set) var forms: [Form: [Part]]

  /// A message for one number.
  public struct Exact: Hashable, Sendable {
    /// The number, the offset not subtracted.
    public var number: Double
    /// The message.
    public var parts: [Part]
  }

  /// The bindings inside the messages: exact ones first, then forms in ICU's order.
  var bindings: [Binding] {
    messages.flatMap { parts in
      parts.compactMap { if case .binding(let binding) = $0 { binding } else { nil } }
    }
  }

  mutating func replaceBindings(_ replacement: (Binding) -> Binding) {
    func replaced(_ parts: [Part]) -> [Part] {
      parts.map {
        if case .binding(let binding) = $0 { .binding(replacement(binding)) } else { $0 }
      }
    }
    for index in exact.indices { exact[index].parts = replaced(exact[index].parts) }
    for form in Form.allCases {
      if let parts = forms[form] { forms[form] = replaced(parts) }
    }
  }

  /// The message for a number.
  ///
  /// - Parameters:
  ///   - number: The number, the offset not subtracted.
  ///   - form: The form of a number in a locale.
  func parts(for number: Double, form: (Double) -> Form) -> [Part] {
    if let exact = exact.first(where: { $0.number == number }) { return exact.parts }
    return forms[form(number - offset)] ?? forms[.other] ?? []
  }

  private var messages: [[Part]] {
    exact.map(\.parts) + Form.allCases.compactMap { forms[$0] }
  }
}
