/// A text of a record in the making, which is not empty.
enum DraftText {
  /// Some of the bytes that the record holds, UTF-8.
  case held(HeldText)
  case own(String)

  /// A text of its own; `nil` where it is empty.
  init?(own text: String?) {
    guard let text, !text.isEmpty else { return nil }
    self = .own(text)
  }
}

/// Texts of a record in the making, each in one of two places.
extension RecordStorage {
  /// A text, wherever it is.
  @inline(__always)
  func draftText(
    _ held: KeyPath<HeldTexts, HeldText>, _ own: KeyPath<RecordValues, String?>
  ) -> DraftText? {
    if hasValues, let text = DraftText(own: values[keyPath: own]) { return text }
    let place = self.held[keyPath: held]
    return place.isEmpty ? nil : .held(place)
  }

  /// Keeps a text in place of one that may be there.
  @inline(__always)
  func keep(
    _ text: DraftText?, _ held: WritableKeyPath<HeldTexts, HeldText>,
    _ own: WritableKeyPath<RecordValues, String?>
  ) {
    var place = HeldText()
    var string: String?
    switch text {
    case .held(let held): place = held
    case .own(let own): string = own
    case nil: break
    }
    self.held[keyPath: held] = place
    if string != nil || hasValues { values[keyPath: own] = string }
  }

  /// The string of a text.
  func string(_ text: DraftText) -> String {
    switch text {
    case .own(let text): text
    case .held(let place): self.text(place) ?? ""
    }
  }
}
