import XMLDocuments

/// The attributes of the element that has just started; they are gone as soon as what is in it is
/// read.
extension XMLItemContext {
  /// The value of the first attribute with a local name, trimmed; `nil` where it is empty.
  func attribute(_ local: StaticString) -> String? {
    guard let bytes = attributeBytes(local) else { return nil }
    return bytes.checkedText(0..<bytes.count)
  }

  /// Whether there is such an attribute, and its value is not empty.
  func hasAttribute(_ local: StaticString) -> Bool { attributeBytes(local) != nil }

  /// Whether the value of such an attribute is a word.
  func attribute(_ local: StaticString, is word: StaticString) -> Bool? {
    attributeBytes(local).map {
      $0.elementsEqual(UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }
  }

  /// The value of such an attribute in lower case.
  func lowercased(_ local: StaticString) -> String? {
    guard let bytes = attributeBytes(local) else { return nil }
    let text = bytes.checkedText(0..<bytes.count)
    // As a rule it is.
    let isLower = bytes.allSatisfy {
      $0 < UInt8(ascii: "A") || ($0 > UInt8(ascii: "Z") && $0 < 0x80)
    }
    return isLower ? text : text.lowercased()
  }

  /// A size that such an attribute gives.
  func pixels(_ local: StaticString) -> Double? {
    guard let bytes = attributeBytes(local) else { return nil }
    return Self.wholePixels(bytes)
      ?? FeedImage.pixels(String(decoding: bytes, as: UTF8.self))
  }

  /// A number of digits alone, as sizes are as a rule.
  private static func wholePixels(_ bytes: UnsafeRawBufferPointer) -> Double? {
    guard bytes.count < 10 else { return nil }
    var value = 0
    for byte in bytes {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return Double(value)
  }

  /// An address that such an attribute gives, resolved against the base in force.
  func address(_ local: StaticString) -> String? { attribute(local).map(resolved) }

  func attributeBytes(_ local: StaticString) -> UnsafeRawBufferPointer? {
    guard let bytes = reader.attribute(local) else { return nil }
    let range = bytes.trimmedRange
    return range.isEmpty ? nil : UnsafeRawBufferPointer(rebasing: bytes[range])
  }
}
