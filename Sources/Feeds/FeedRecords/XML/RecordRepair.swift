import XMLDocuments

/// Repairs XML that is not well-formed but can be read in only one way.
///
/// An ampersand that begins no reference becomes literal, `&#X41;` becomes `&#x41;`, and control
/// characters that XML does not allow become U+FFFD. Ampersands in CDATA sections and comments do
/// not change.
enum RecordRepair {
  /// The repaired bytes, or `nil` when there is nothing to repair.
  static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var index = bytes.startIndex
    var changed = false
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "<"), let end = sectionEnd(bytes, at: index) {
        for byte in bytes[index..<end] { changed = append(byte, to: &result) || changed }
        index = end
        continue
      }
      if byte == UInt8(ascii: "&"), !beginsReference(bytes, at: index) {
        result.append(contentsOf: "&amp;".utf8)
        changed = true
      } else if bytes[index...].starts(with: "&#X".utf8) {
        result.append(contentsOf: "&#x".utf8)
        changed = true
        index += 2
      } else {
        changed = append(byte, to: &result) || changed
      }
      index += 1
    }
    return changed ? result : nil
  }

  /// Whether the bytes end with what may be the start of a reference.
  static func endsInReference(_ bytes: ArraySlice<UInt8>) -> Bool {
    let tail = bytes.suffix(64)
    guard let start = tail.lastIndex(of: UInt8(ascii: "&")) else { return false }
    return tail[(start + 1)...].allSatisfy { isNameByte($0) || $0 == UInt8(ascii: "#") }
  }

  /// Appends a byte, or U+FFFD for a control character.
  ///
  /// - Returns: Whether the byte was replaced.
  private static func append(_ byte: UInt8, to result: inout [UInt8]) -> Bool {
    guard byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D else {
      result.append(byte)
      return false
    }
    result.append(contentsOf: UTF8.encodedReplacementCharacter)
    return true
  }

  /// The index after a CDATA section or comment that begins at `index`, or `nil` when none does.
  private static func sectionEnd(_ bytes: ArraySlice<UInt8>, at index: Int) -> Int? {
    guard index + 1 < bytes.endIndex, bytes[index + 1] == UInt8(ascii: "!") else { return nil }
    for (open, last) in [("<![CDATA[", UInt8(ascii: "]")), ("<!--", UInt8(ascii: "-"))] {
      guard bytes[index...].starts(with: open.utf8) else { continue }
      var end = index + open.utf8.count + 2
      while end < bytes.endIndex {
        if bytes[end] == UInt8(ascii: ">"), bytes[end - 1] == last, bytes[end - 2] == last {
          return end + 1
        }
        end += 1
      }
      return bytes.endIndex
    }
    return nil
  }

  /// Whether a valid reference, such as `&name;`, `&#12;` or `&#xAB;`, begins at `index`.
  private static func beginsReference(_ bytes: ArraySlice<UInt8>, at index: Int) -> Bool {
    let name = bytes[(index + 1)...].prefix(64).prefix { $0 != UInt8(ascii: ";") }
    guard let first = name.first, name.endIndex < bytes.endIndex,
      bytes[name.endIndex] == UInt8(ascii: ";")
    else { return false }
    guard first == UInt8(ascii: "#") else {
      return isNameByte(first) && !isDigitOrMark(first) && name.allSatisfy(isNameByte)
    }
    let digits = String(decoding: name.dropFirst(), as: UTF8.self)
    let number =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, let scalar = Unicode.Scalar(number) else { return false }
    // Two code points of Unicode that XML does not allow.
    guard scalar.value != 0xFFFE, scalar.value != 0xFFFF else { return false }
    return scalar.value >= 0x20 || [0x09, 0x0A, 0x0D].contains(scalar.value)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    default: isDigitOrMark(byte)
    }
  }

  private static func isDigitOrMark(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }
}
