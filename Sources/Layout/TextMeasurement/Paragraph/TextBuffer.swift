/// The UTF-16 units of the text that is currently prepared, in memory that is reused.
final class TextBuffer {
  private let buffer = ScratchBuffer<UInt16>(capacity: 1024)
  /// Number of UTF-16 units of the text.
  private(set) var count = 0
  /// Whether every unit is printable ASCII or a space.
  private(set) var isPlain = true
  /// Whether the text was cut off at the limit.
  private(set) var isCut = false
  /// The rules by which lines end and control characters are shown.
  private(set) var mode = LineBreakMode.uax14

  var units: UnsafeMutablePointer<UInt16> { buffer.base }
  /// The text followed by padding; valid until the next call of `load`.
  var padded: PaddedText { PaddedText(buffer, count: count) }

  /// Loads a text, of which at most `limit` UTF-16 units are read.
  ///
  /// Control characters, except tabs and line terminators, are replaced by U+2060, which has no
  /// width and forbids breaks. Chromium's rules keep them; see `ControlCharacter`.
  func load(_ text: String, limit: Int, mode: LineBreakMode) {
    self.mode = mode
    isPlain = true
    isCut = false
    var text = text
    text.withUTF8 { bytes in
      // A byte gives at most one unit; the last scalar before the limit may need one unit more.
      buffer.reserve(min(bytes.count, limit) + 1 + PaddedText.padding)
      let ascii = copyASCII(bytes, limit: limit)
      count = ascii
      if ascii < bytes.count { decode(bytes, from: ascii, limit: limit) }
    }
    (units + count).update(repeating: 0, count: PaddedText.padding)
  }

  /// Loads units that were loaded before, and a text after them, of which at most `limit` UTF-16
  /// units are read.
  func load(
    _ loaded: ArraySlice<UInt16>, followedBy text: String, limit: Int, mode: LineBreakMode
  ) {
    self.mode = mode
    isPlain = loaded.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    isCut = false
    var text = text
    text.withUTF8 { bytes in
      buffer.reserve(loaded.count + min(bytes.count, limit) + 1 + PaddedText.padding)
      for (index, unit) in loaded.enumerated() { units[index] = unit }
      count = loaded.count
      decode(bytes, from: 0, limit: loaded.count + limit)
    }
    (units + count).update(repeating: 0, count: PaddedText.padding)
  }

  /// Copies the printable ASCII at the beginning of a text, and returns the number of units.
  private func copyASCII(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    let end = min(bytes.count, limit)
    let target = buffer.base
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index &+ 8 <= end {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let control = (word &- 0x2020_2020_2020_2020) & ~word
      let delete = (word ^ 0x7F7F_7F7F_7F7F_7F7F) &- 0x0101_0101_0101_0101
      if (word | control | delete) & 0x8080_8080_8080_8080 != 0 { break }
      for offset in 0..<8 { target[index &+ offset] = UInt16(bytes[index &+ offset]) }
      index &+= 8
    }
    while index < end, bytes[index] >= 0x20, bytes[index] < 0x7F {
      target[index] = UInt16(bytes[index])
      index &+= 1
    }
    return index
  }

  /// Decodes UTF-8 from `start` on; a String guarantees that the UTF-8 is well formed.
  private func decode(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int) {
    var index = start
    while index < bytes.count {
      let first = UInt32(bytes[index])
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      let needed = length == 4 ? 2 : 1
      guard count + needed <= limit else {
        isCut = true
        return
      }
      var scalar = length == 1 ? first : first & (0x7F >> UInt32(length))
      for offset in 1..<max(length, 1) where index + offset < bytes.count {
        scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F)
      }
      index += length
      append(scalar)
    }
  }

  private func append(_ scalar: UInt32) {
    if scalar >= 0x10000 {
      units[count] = UInt16(0xD800 + ((scalar - 0x10000) >> 10))
      units[count + 1] = UInt16(0xDC00 + ((scalar - 0x10000) & 0x3FF))
      count += 2
      isPlain = false
      return
    }
    var unit = UInt16(truncatingIfNeeded: scalar)
    if unit < 0x20 || (0x7F...0x9F).contains(unit) {
      if mode != .chromium, unit != 0x09, !Self.breaksLine(unit, mode) { unit = 0x2060 }
    }
    if unit < 0x20 || unit > 0x7E { isPlain = false }
    units[count] = unit
    count += 1
  }

  /// Whether a UTF-16 unit is a line terminator: class BK, CR, LF or NL of UAX 14.
  ///
  /// By Chromium's rules, only U+000A is one.
  static func breaksLine(_ unit: UInt16, _ mode: LineBreakMode) -> Bool {
    if mode == .chromium { return unit == 0x0A }
    return (0x0A...0x0D).contains(unit) || unit == 0x85 || unit == 0x2028 || unit == 0x2029
  }
}

/// The control characters and separators that Chromium shows, each a shaping run without letters.
///
/// Source: CSS Text 3, section 4.1, and measurements in Chromium 156 with `white-space: pre-wrap`.
enum ControlCharacter {
  /// Whether a UTF-16 unit is a control character other than a tab, or U+2028 or U+2029.
  @inline(__always)
  static func contains(_ unit: UInt16) -> Bool {
    (unit < 0x20 && unit != 0x09) || (0x7F...0x9F).contains(unit) || isSeparator(unit)
  }

  /// Whether a unit is U+2028 or U+2029, which are as wide as a space and do not hang.
  static func isSeparator(_ unit: UInt16) -> Bool { unit == 0x2028 || unit == 0x2029 }

  /// Whether a unit has the glyph of a font, without width, which makes its line as tall as the
  /// font.
  ///
  /// U+000C and U+000D have none.
  static func hasGlyph(_ unit: UInt16) -> Bool {
    !isSeparator(unit) && unit != 0x0C && unit != 0x0D
  }

  /// Whether lines break neither before nor after a unit, as with U+2060.
  static func forbidsBreaks(_ unit: UInt16) -> Bool { unit < 0x20 && unit != 0x09 }
}

/// Memory that is reused for each text and grows if necessary.
final class ScratchBuffer<Element> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int

  /// Allocates memory for a number of elements, whose type must be trivial.
  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { base.deallocate() }

  /// Makes the memory large enough for `needed` elements, and keeps the first `used` elements.
  @inline(__always)
  func reserve(_ needed: Int, keeping used: Int = 0) {
    if needed > capacity { grow(needed, keeping: used) }
  }

  private func grow(_ needed: Int, keeping used: Int) {
    let larger = max(needed, capacity * 2)
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    memory.update(from: base, count: used)
    base.deallocate()
    base = memory
    capacity = larger
  }
}

/// Reads single scalars of UTF-16 text.
enum ScalarCursor {
  /// The scalar that begins at a UTF-16 offset; a lone surrogate is returned as it is.
  @inline(__always)
  static func scalar(_ text: UnsafePointer<UInt16>, at index: Int, count: Int) -> UInt32 {
    let unit = UInt32(text[index])
    guard unit & 0xFC00 == 0xD800, index + 1 < count else { return unit }
    let next = UInt32(text[index + 1])
    guard next & 0xFC00 == 0xDC00 else { return unit }
    return 0x10000 + ((unit & 0x3FF) << 10) + (next & 0x3FF)
  }

  /// The scalar that ends at a UTF-16 offset; a lone surrogate is returned as it is.
  ///
  /// - Parameter index: The UTF-16 offset after the scalar, at least 1.
  static func scalar(_ text: UnsafePointer<UInt16>, before index: Int) -> UInt32 {
    let unit = UInt32(text[index - 1])
    guard unit & 0xFC00 == 0xDC00, index > 1 else { return unit }
    let first = UInt32(text[index - 2])
    guard first & 0xFC00 == 0xD800 else { return unit }
    return 0x10000 + ((first & 0x3FF) << 10) + (unit & 0x3FF)
  }
}

extension UInt16 {
  /// Whether the unit is an ASCII letter.
  @inline(__always)
  var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether the unit is an ASCII letter or digit.
  @inline(__always)
  var isASCIIAlphanumeric: Bool { isASCIILetter || self &- 0x30 < 10 }
}
