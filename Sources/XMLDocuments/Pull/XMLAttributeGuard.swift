import Glibc

/// Counts the attributes of tags before libxml2 sees them, which compares each with all before it:
/// a hundred thousand in one tag would keep it busy for ten seconds.
///
/// A tag goes from one `<` to the next at most, because none may stand in a value. The bytes are
/// looked at in blocks that are too short to hold too many attributes: only the last tag of a block,
/// which may go on in the next, is counted.
struct XMLAttributeGuard {
  private enum Place {
    case outside
    /// Behind a `<` that was the last byte.
    case opening
    case tag
  }

  private let limit: Int
  private var state = Place.outside
  private var quote: UInt8 = 0
  private var count = 0
  /// Bytes in which no tag can have too many attributes; the shortest attribute is ` a=""`.
  private var block: Int { max(5 * limit - 1, 1) }

  /// - Parameter limit: Attributes that may be compared with one another.
  init(limit: Int) { self.limit = limit }

  /// Forgets an open tag.
  mutating func reset() { state = .outside }

  /// Looks at the next bytes of the document; `false` where a tag has more attributes than allowed.
  mutating func allows(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var start = 0
    while start < bytes.count {
      let size = min(block, bytes.count - start)
      guard allowsBlock(base + start, size) else { return false }
      start += size
    }
    return true
  }

  /// Looks at bytes behind which nothing is parsed, and before which no tag is open.
  func allowsAlone(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes.count <= block { return true }
    var other = XMLAttributeGuard(limit: limit)
    return other.allows(bytes)
  }

  private mutating func allowsBlock(_ base: UnsafeRawPointer, _ size: Int) -> Bool {
    if state == .opening { open(base.load(as: UInt8.self)) }
    if state == .tag {
      let next = memchr(base, Int32(UInt8(ascii: "<")), size)
      guard goesOn(base, next.map { UnsafeRawPointer($0) - base } ?? size) else { return false }
      if next != nil { state = .outside }
    }
    // Of the tags that start here only the last may go on in the next block.
    guard let last = Self.lastOpening(base, size) else { return true }
    let place = last + 1
    state = .opening
    guard place < size else { return true }
    open((base + place).load(as: UInt8.self))
    return state != .tag || goesOn(base + place, size - place)
  }

  /// Where the last `<` is; the C library's search tells of stretches that they have none.
  private static func lastOpening(_ base: UnsafeRawPointer, _ size: Int) -> Int? {
    var end = size
    while end > 0 {
      let start = max(end - 128, 0)
      if memchr(base + start, Int32(UInt8(ascii: "<")), end - start) != nil {
        repeat { end -= 1 } while (base + end).load(as: UInt8.self) != UInt8(ascii: "<")
        return end
      }
      end = start
    }
    return nil
  }

  /// Begins a tag by the byte behind its `<`; comments, sections and instructions are none.
  private mutating func open(_ byte: UInt8) {
    let isTag = byte != UInt8(ascii: "!") && byte != UInt8(ascii: "?")
    (state, quote, count) = (isTag ? .tag : .outside, 0, 0)
  }

  /// Goes on in a tag to its end or to the end of the bytes.
  private mutating func goesOn(_ base: UnsafeRawPointer, _ size: Int) -> Bool {
    var place = 0
    while place < size {
      let byte = (base + place).load(as: UInt8.self)
      place += 1
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: ">") {
        state = .outside
        return true
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
        count += 1
        if count > limit { return false }
      }
    }
    return true
  }
}
