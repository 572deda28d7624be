import Glibc

/// Counts the attributes of tags before libxml2 sees them, which compares each with all before it:
/// a hundred thousand in one tag would keep it busy for ten seconds.
///
/// A tag goes from one `<` to the next at most, because none may stand in a value. One that is too
/// short to hold too many attributes is not looked at.
struct XMLAttributeGuard {
  private let limit: Int
  private var isInTag = false
  private var quote: UInt8 = 0
  private var count = 0
  /// The shortest attribute is ` a=""`.
  private var shortest: Int { 5 * limit }

  /// - Parameter limit: Attributes that may be compared with one another.
  init(limit: Int) { self.limit = limit }

  /// Forgets an open tag.
  mutating func reset() { isInTag = false }

  /// Looks at the next bytes of the document; `false` where a tag has more attributes than allowed.
  mutating func allows(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var place = 0
    if isInTag {
      let end = Self.find(UInt8(ascii: "<"), base, 0, bytes.count) ?? bytes.count
      guard goesOn(bytes, 0, end) else { return false }
      place = end
    }
    if bytes.count < shortest {
      // Only the last tag may go on in the next bytes.
      var last = bytes.count - 1
      while last >= place, bytes[last] != UInt8(ascii: "<") { last -= 1 }
      guard last >= place else { return true }
      place = last
    }
    while let start = Self.find(UInt8(ascii: "<"), base, place, bytes.count) {
      let next = Self.find(UInt8(ascii: "<"), base, start + 1, bytes.count)
      place = next ?? bytes.count
      if next != nil, place - start < shortest { continue }
      let kind = start + 1 < bytes.count ? bytes[start + 1] : 0
      guard kind != UInt8(ascii: "!"), kind != UInt8(ascii: "?") else { continue }
      (isInTag, quote, count) = (true, 0, 0)
      guard goesOn(bytes, start + 1, place) else { return false }
    }
    return true
  }

  /// Goes on in a tag to its end or to the end of the bytes.
  private mutating func goesOn(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int
  ) -> Bool {
    var place = start
    while place < end {
      let byte = bytes[place]
      place += 1
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: ">") {
        isInTag = false
        return true
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
        count += 1
        if count > limit { return false }
      }
    }
    if end < bytes.count { isInTag = false }
    return true
  }

  @inline(__always)
  private static func find(
    _ byte: UInt8, _ base: UnsafeRawPointer, _ start: Int, _ end: Int
  ) -> Int? {
    guard start < end, let found = memchr(base + start, Int32(byte), end - start) else {
      return nil
    }
    return UnsafeRawPointer(found) - base
  }
}
