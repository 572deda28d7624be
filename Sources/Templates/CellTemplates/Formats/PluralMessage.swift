/// Messages for the plural forms of a number: `=0 {none} one {# like} other {# likes}`.
public struct PluralMessage: Hashable, Sendable {
  /// The plural forms of all languages, in ICU's order.
  public enum Form: Int, Hashable, Sendable, CaseIterable {
    /// A plural category of CLDR.
    ///
    /// The locale decides the category of a number; every locale has `other`.
    case zero, one, two, few, many, other

    /// The form's name in a message.
    public var name: String { "\(self)" }
  }

  /// A part of a message.
  public enum Part: Hashable, Sendable {
    /// Literal text.
    case literal(String)
    /// `#`, which is replaced by the number minus the offset.
    case number
    /// A binding inside the message.
    case binding(Binding)
  }

  /// Subtracted from the number before a form is chosen, and where `#` is replaced.
  public internal(set) var offset: Double
  /// The messages for exact numbers, which take precedence over forms.
  public internal(set) var exact: [Exact]
  /// The messages by form, always including `other`.
  public internal(set) var forms: [Form: [Part]]

  /// The message for one exact number.
  public struct Exact: Hashable, Sendable {
    /// The number, from which no offset is subtracted.
    public var number: Double
    /// The message.
    public var parts: [Part]
  }

  /// The bindings in all messages: exact ones first, then forms in ICU's order.
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
  ///   - number: The number, before the offset is subtracted.
  ///   - form: Returns the plural form of a number in the locale.
  func parts(for number: Double, form: (Double) -> Form) -> [Part] {
    if let exact = exact.first(where: { $0.number == number }) { return exact.parts }
    return forms[form(number - offset)] ?? forms[.other] ?? []
  }

  private var messages: [[Part]] {
    exact.map(\.parts) + Form.allCases.compactMap { forms[$0] }
  }
}
