/// Reads texts that ICU writes into buffers.
package enum ICUText {
  /// Size of the first buffer in UTF-16 units, which suffices for most texts.
  private static let usual = 128
  /// Maximum length of a text, in UTF-16 units.
  package static let longest = 16_384

  /// Calls a closure that writes a text, and repeats the call if the first buffer is too small.
  ///
  /// - Parameters:
  ///   - longest: Maximum length of the text, in UTF-16 units.
  ///   - write: Writes into a buffer of the given capacity, and returns the text's length in UTF-16
  ///     units, or a negative number when ICU fails.
  /// - Returns: The text; `nil` when ICU fails or the text is too long.
  package static func make(
    longest: Int = longest, _ write: (UnsafeMutablePointer<UInt16>, Int32) -> Int32
  ) -> String? {
    let (text, needed) = attempt(usual, write)
    guard text == nil, needed > usual, needed <= longest else { return text }
    return attempt(needed, write).text
  }

  /// The lines of a list of names.
  ///
  /// - Parameter write: Writes at most the given number of bytes, and returns the size of the list
  ///   in bytes.
  package static func lines(_ write: (UnsafeMutablePointer<CChar>?, Int32) -> Int32) -> [String] {
    let size = write(nil, 0)
    guard size > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      let written = buffer.withMemoryRebound(to: CChar.self) { write($0.baseAddress, size) }
      count = written == size ? Int(size) : 0
    }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func attempt(
    _ capacity: Int, _ write: (UnsafeMutablePointer<UInt16>, Int32) -> Int32
  ) -> (text: String?, needed: Int) {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: capacity) { room in
      guard let base = room.baseAddress else { return (nil, -1) }
      let length = Int(write(base, Int32(clamping: capacity)))
      guard length >= 0, length <= capacity else { return (nil, length) }
      let units = UnsafeBufferPointer(start: base, count: length)
      return (ascii(units) ?? String(decoding: units, as: UTF16.self), length)
    }
  }

  /// The text, if it consists of ASCII characters, which need no decoding; otherwise `nil`.
  private static func ascii(_ units: UnsafeBufferPointer<UInt16>) -> String? {
    var all: UInt16 = 0
    for unit in units { all |= unit }
    guard all < 0x80 else { return nil }
    return String(unsafeUninitializedCapacity: units.count) { bytes in
      for (index, unit) in units.enumerated() { bytes[index] = UInt8(truncatingIfNeeded: unit) }
      return units.count
    }
  }
}
