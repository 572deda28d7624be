import FeedRecords

extension Binding {
  /// The text of the first alternative that the format can write, or an empty text.
  ///
  /// - Parameters:
  ///   - format: The binding's format.
  ///   - slot: The format's index in `formatter`.
  func text(
    in source: some BindingSource, _ format: BindingFormat, _ slot: Int,
    _ formatter: ValueFormatter
  ) -> String {
    if format == .count { return formatter.text(count(in: source), format: slot) ?? "" }
    for alternative in alternatives {
      let text: String?
      switch alternative {
      case .path(let path):
        text = self.text(at: path, in: source, format, slot, formatter)
      case .number(let number, _):
        text = self.text(number, in: source, format, slot, formatter)
      case .text(let literal):
        text = literal
      }
      if let text, !text.isEmpty { return text }
    }
    return ""
  }

  /// Number of elements of the first list that is not empty, or the value of a literal number
  /// before it; otherwise 0.
  func count(in source: some BindingSource) -> Double {
    for alternative in alternatives {
      switch alternative {
      case .path(let path):
        let count = source.count(at: path)
        if count > 0 { return Double(count) }
      case .number(let number, _): return number
      case .text: break
      }
    }
    return 0
  }

  private func text(
    at path: BoundPath, in source: some BindingSource, _ format: BindingFormat, _ slot: Int,
    _ formatter: ValueFormatter
  ) -> String? {
    if format.use == .date {
      return source.date(at: path).flatMap { formatter.text($0, format: slot) }
    }
    var number = source.number(at: path)
    if number == nil, case .plural = format {
      // A list counts as the number of its elements.
      let count = source.count(at: path)
      if count > 0 { number = Double(count) }
    }
    return number.flatMap { text($0, in: source, format, slot, formatter) }
  }

  private func text(
    _ number: Double, in source: some BindingSource, _ format: BindingFormat, _ slot: Int,
    _ formatter: ValueFormatter
  ) -> String? {
    guard case .plural(let message) = format else { return formatter.text(number, format: slot) }
    var result = ""
    for part in message.parts(for: number, form: formatter.form) {
      switch part {
      case .literal(let literal): result += literal
      case .number: result += formatter.text(number - message.offset, format: slot) ?? ""
      case .binding(let binding): result += binding.text(in: source)
      }
    }
    return result
  }
}
