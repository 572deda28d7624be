import Glibc

extension XMLRecordSplitter {
  /// Where a byte is next, by the C library's search.
  @inline(__always)
  static func find(
    _ byte: UInt8, _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
  ) -> Int? {
    guard let found = memchr(bytes + start, Int32(byte), end - start) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
  }

  /// Whether a byte can start a name; the rules for single characters are left to the parser.
  static func isNameStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  /// Whether a byte goes on a name: all but white space, and what ends a tag.
  @inline(__always)
  static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "<"): false
    default: true
    }
  }

  /// Goes behind a start tag: whether it is that of an empty element; `nil` where its end is not
  /// there yet.
  mutating func passTag(
    _ bytes: UnsafePointer<UInt8>, _ place: inout Int, _ count: Int
  ) -> Bool? {
    while place < count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "<") {
        mode = .content
        return false
      }
      place += 1
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: ">") {
        mode = .content
        return previous == UInt8(ascii: "/")
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      previous = byte
    }
    return nil
  }

  /// Goes through a document type with its internal subset, byte by byte, because it is short.
  ///
  /// Quoted texts, comments and instructions in it may hold brackets and `>`. `previous` is 0, or
  /// how far a comment's or instruction's start or end has come.
  mutating func passDocumentType(
    _ bytes: UnsafePointer<UInt8>, _ place: inout Int, _ count: Int
  ) {
    while place < count {
      let byte = bytes[place]
      place += 1
      if quote == UInt8(ascii: "-") || quote == UInt8(ascii: "?") {
        passHidden(byte)
        continue
      }
      if quote != 0 {
        if byte == quote { quote = 0 }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        quote = byte
        previous = 0
      case UInt8(ascii: "<"): previous = 1
      case UInt8(ascii: "?") where previous == 1:
        quote = byte
        previous = 0
      case UInt8(ascii: "!") where previous == 1: previous = 2
      case UInt8(ascii: "-") where previous == 2: previous = 3
      case UInt8(ascii: "-") where previous == 3:
        quote = byte
        previous = 0
      case UInt8(ascii: "["):
        brackets += 1
        previous = 0
      case UInt8(ascii: "]"):
        brackets -= 1
        previous = 0
      case UInt8(ascii: ">") where brackets <= 0:
        mode = .content
        return
      default: previous = 0
      }
    }
  }

  /// One byte inside a comment or an instruction of a document type.
  private mutating func passHidden(_ byte: UInt8) {
    let needed: UInt8 = quote == UInt8(ascii: "-") ? 2 : 1
    if byte == quote {
      previous = min(previous + 1, needed)
    } else {
      if byte == UInt8(ascii: ">"), previous == needed { quote = 0 }
      previous = 0
    }
  }
}
