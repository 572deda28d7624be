import Glibc

extension XMLRecordSplitter {
  /// Goes on to the next start or end of a record, or to the end of the window.
  mutating func advance(
    _ bytes: UnsafePointer<UInt8>, count: Int, at base: Int, ended: Bool
  ) -> Step {
    var place = cursor - base
    defer { cursor = base + place }
    while place < count {
      switch mode {
      case .content:
        guard let found = findTag(bytes, place, count) else {
          place = count
          return .more
        }
        place = found
        switch open(bytes, &place, count, base) {
        case .tag: continue
        case .record: return .recordStart
        case .unclear:
          // Too few bytes to tell; where there are no more it is text.
          if !ended { return .more }
          place += 1
        }
      case .comment:
        guard pass("-->", bytes, &place, count) else { return .more }
      case .section:
        guard pass("]]>", bytes, &place, count) else { return .more }
      case .instruction:
        guard pass("?>", bytes, &place, count) else { return .more }
      case .tag:
        guard let isEmpty = passTag(bytes, &place, count) else { return .more }
        if isEmpty, close() { return .recordEnd }
      case .endTag:
        guard let found = Self.find(UInt8(ascii: ">"), bytes, place, count) else {
          place = count
          return .more
        }
        place = found + 1
        mode = .content
        if close() { return .recordEnd }
      case .documentType:
        passDocumentType(bytes, &place, count)
      }
    }
    return .more
  }

  /// Counts the end of a record's or an outer element; whether a record ends.
  private mutating func close() -> Bool {
    if isInRecord {
      nesting -= 1
      return nesting == 0
    }
    depth = max(depth - 1, 0)
    matched = min(matched, depth)
    return false
  }

  /// The next `<` that may matter.
  ///
  /// Inside a record these are few: most tags show by their first letter that they are not the
  /// record's.
  @inline(__always)
  private func findTag(_ bytes: UnsafePointer<UInt8>, _ place: Int, _ count: Int) -> Int? {
    guard var found = Self.find(UInt8(ascii: "<"), bytes, place, count) else { return nil }
    guard isInRecord else { return found }
    let first = recordFirst
    while found + 2 < count {
      let next = bytes[found + 1]
      if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") { break }
      if (next == UInt8(ascii: "/") ? bytes[found + 2] : next) == first { break }
      guard let other = Self.find(UInt8(ascii: "<"), bytes, found + 1, count) else { return nil }
      found = other
    }
    return found
  }

  // MARK: - What a `<` opens

  enum Opening {
    case tag
    case record
    case unclear
  }

  /// Looks at a `<` and goes on behind what it opens.
  @inline(__always)
  private mutating func open(
    _ bytes: UnsafePointer<UInt8>, _ place: inout Int, _ count: Int, _ base: Int
  ) -> Opening {
    guard place + 1 < count else { return .unclear }
    let first = bytes[place + 1]
    if isInRecord, first != UInt8(ascii: "!"), first != UInt8(ascii: "?") {
      return openInside(bytes, &place, count)
    }
    switch first {
    case UInt8(ascii: "!"): return openDeclaration(bytes, &place, count)
    case UInt8(ascii: "?"):
      mode = .instruction
      place += 2
      return .tag
    case UInt8(ascii: "/"):
      _ = close()
      place += 2
      return .tag
    default: return openOutside(bytes, &place, count, base)
    }
  }

  /// A tag inside a record matters only where it has the record's name.
  @inline(__always)
  private mutating func openInside(
    _ bytes: UnsafePointer<UInt8>, _ place: inout Int, _ count: Int
  ) -> Opening {
    let isEnd = bytes[place + 1] == UInt8(ascii: "/")
    let start = place + (isEnd ? 2 : 1)
    let length = recordName.count
    let isNamed = recordName.withUnsafeBufferPointer { name -> Bool? in
      guard let base = name.baseAddress else { return false }
      if start < count, bytes[start] != base[0] { return false }
      let available = min(length, count - start)
      if memcmp(bytes + start, base, max(available, 0)) != 0 { return false }
      guard start + length < count else { return nil }
      return !Self.isName(bytes[start + length])
    }
    guard let isNamed else { return .unclear }
    guard isNamed else {
      place = start
      return .tag
    }
    place = start + length
    if isEnd {
      mode = .endTag
    } else {
      nesting += 1
      beginTag()
    }
    return .tag
  }

  private mutating func beginTag() {
    mode = .tag
    quote = 0
    previous = 0
  }

  /// Names longer than this are no record's.
  private static let longestName = 1024

  private mutating func openOutside(
    _ bytes: UnsafePointer<UInt8>, _ place: inout Int, _ count: Int, _ base: Int
  ) -> Opening {
    let start = place + 1
    guard Self.isNameStart(bytes[start]) else {
      place = start
      return .tag
    }
    let limit = min(count, start + Self.longestName)
    var end = start
    while end < limit, Self.isName(bytes[end]) { end += 1 }
    if end == count, end < start + Self.longestName { return .unclear }
    let name = UnsafeBufferPointer(start: bytes + start, count: end - start)
    beginTag()
    // As a rule a record has the name of the last and stands beside it.
    let isSame =
      depth == recordDepth && (rule.steps == nil || matched == depth)
      && name.count == recordName.count
      && memcmp(bytes + start, recordName, name.count) == 0
    if isSame || rule.isRecord(name, depth: depth, matched: matched) {
      isInRecord = true
      recordStart = base + place
      if !isSame {
        recordName = Array(name)
        recordFirst = name.first ?? 0
        recordDepth = depth
      }
      nesting = 1
      place = end
      return .record
    }
    if matched == depth, rule.isStep(name, depth: depth) { matched = depth + 1 }
    depth += 1
    place = end
    return .tag
  }

  private mutating func openDeclaration(
    _ bytes: UnsafePointer<UInt8>, _ place: inout Int, _ count: Int
  ) -> Opening {
    for index in 0..<3 {
      let (text, found): (StaticString, Mode)
      switch index {
      case 0: (text, found) = ("<![CDATA[", .section)
      case 1: (text, found) = ("<!--", .comment)
      default:
        if isInRecord || depth > 0 { continue }
        (text, found) = ("<!DOCTYPE", .documentType)
      }
      let length = text.utf8CodeUnitCount
      let available = min(length, count - place)
      guard memcmp(bytes + place, text.utf8Start, available) == 0 else { continue }
      guard available == length else { return .unclear }
      mode = found
      (quote, brackets, previous) = (0, 0, 0)
      place += length
      return .tag
    }
    place += 2
    return .tag
  }

  // MARK: - Going past what is open

  /// Goes behind the end of a comment, section or instruction; `false` where it is not there yet.
  @inline(__always)
  private mutating func pass(
    _ end: StaticString, _ bytes: UnsafePointer<UInt8>, _ place: inout Int, _ count: Int
  ) -> Bool {
    let length = end.utf8CodeUnitCount
    while let found = Self.find(end.utf8Start.pointee, bytes, place, count) {
      place = found
      guard found + length <= count else { return false }
      if memcmp(bytes + found, end.utf8Start, length) == 0 {
        place = found + length
        mode = .content
        return true
      }
      place = found + 1
    }
    place = count
    return false
  }
}
