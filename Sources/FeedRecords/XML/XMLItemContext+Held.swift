import XMLDocuments

/// Texts that stay in the bytes that a record holds: all that its element and those inside it say,
/// as the reader has them. So most texts of a record are never made, see `HeldTexts`.
extension XMLItemContext {
  /// Bytes of the reader as a text of the record; `nil` where there are none.
  func held(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> DraftText? {
    guard !range.isEmpty, let start = bytes.baseAddress, let first = reader.texts.baseAddress
    else { return nil }
    return .held(
      HeldText(
        start: UInt32(truncatingIfNeeded: start - first + range.lowerBound),
        count: UInt32(truncatingIfNeeded: range.count)))
  }

  /// The bytes of a text of the record.
  private func bytes(_ place: HeldText) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: reader.texts[Int(place.start)...].prefix(Int(place.count)))
  }

  /// The string of a text of the record.
  func string(_ text: DraftText) -> String {
    switch text {
    case .own(let text): text
    case .held(let place): bytes(place).checkedText(0..<Int(place.count))
    }
  }

  /// Bytes of the reader as one line.
  func collapsed(_ bytes: UnsafeRawBufferPointer) -> DraftText? {
    let range = bytes.trimmedRange
    return bytes.isOneLine(range) ? held(bytes, range) : DraftText(own: bytes.collapsedText)
  }

  /// A text as one line.
  func collapsed(_ text: DraftText) -> DraftText? {
    switch text {
    case .own(let text): DraftText(own: text.collapsed)
    case .held(let place): collapsed(bytes(place))
    }
  }

  /// A text without white space around it.
  func trimmed(_ text: DraftText) -> DraftText? {
    switch text {
    case .own(let text): return DraftText(own: text.trimmed)
    case .held(let place):
      let bytes = bytes(place)
      return held(bytes, bytes.trimmedRange)
    }
  }

  /// Bytes of the reader, which may be HTML, as one line.
  func line(_ bytes: UnsafeRawBufferPointer) -> DraftText? {
    let isMarkup =
      convertsHTML && (bytes.holds(UInt8(ascii: "<")) || bytes.holds(UInt8(ascii: "&")))
    return isMarkup ? DraftText(own: line(bytes.trimmedText)) : collapsed(bytes)
  }

  /// A text that may be HTML as one line.
  func line(_ text: DraftText) -> DraftText? {
    switch text {
    case .own(let text): DraftText(own: line(text))
    case .held(let place): line(bytes(place))
    }
  }

  /// An address that an attribute gives, resolved against the base in force.
  func heldAddress(_ local: StaticString) -> DraftText? {
    guard base == nil else { return DraftText(own: address(local)) }
    guard let bytes = attributeBytes(local) else { return nil }
    return held(bytes, 0..<bytes.count)
  }

  /// An address resolved against a base where there is one.
  func resolved(_ reference: DraftText?, against base: String?) -> DraftText? {
    guard let base, let reference else { return reference }
    return DraftText(own: Self.resolved(string(reference), against: base))
  }
}
