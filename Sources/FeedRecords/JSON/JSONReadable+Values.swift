import CSimdjson

extension JSONReadable {
  /// The instant that a text or a number means, in the form that is declared.
  func date(_ form: FeedDateForm = .auto) -> FeedDate? {
    switch code {
    case CH_JSON_STRING:
      return withBytes(at: index) { FeedDate(utf8: UnsafeRawBufferPointer($0), form: form) }
    case CH_JSON_NUMBER: return number.flatMap { FeedDate(number: $0, form: form) }
    case CH_JSON_OBJECT: return member("#text")?.date(form)
    default: return nil
    }
  }

  /// A finite number; a text that is a number counts.
  var numeric: Double? {
    let value = code == CH_JSON_STRING ? text.flatMap { Double($0.trimmed) } : number
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The text; of an XML element that has attributes or elements of its own, the text in it.
  var content: String? {
    code == CH_JSON_OBJECT ? member("#text")?.text : text
  }
}
