/// Texts that ICU writes.
enum ICUText {
  /// UTF-16 units of most texts.
  private static let usual = 128
  /// Longest text, in UTF-16 units.
  private static let longest = 16_384

  /// A text from a closure that writes it into a buffer and returns its length.
  ///
  /// - Returns: `nil` when ICU fails, with a negative length.
  static func make(_ write: (UnsafeMutablePointer<UInt16>, Int32) -> Int32) -> String? {
    let (text, needed) = attempt(usual, write)
    guard text == nil, needed > usual, needed <= longest else { return text }
    return attempt(needed, write).text
  }

  /// The lines of a list of names.
  ///
  /// - Parameter write: Writes at most so many bytes and returns how many the list has.
  static func lines(_ write: (UnsafeMutablePointer<CChar>?, Int32) -> Int32) -> [String] {
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
      return (String(decoding: units, as: UTF16.self), length)
    }
  }
}
