import CLibXML2

/// Entities of HTML in XML that does not declare them.
public enum XMLEntities {
  /// Whether a name, such as `nbsp`, is an entity that HTML has and XML lacks.
  public static func isHTML(_ name: String) -> Bool {
    !["amp", "lt", "gt", "quot", "apos"].contains(name) && htmlEntityLookup(name) != nil
  }

  /// Replaces references such as `&nbsp;` by characters, outside CDATA sections and comments.
  ///
  /// - Returns: The changed document, or `nil` when there is nothing to replace, or when the
  ///   document declares entities itself.
  public static func replacingHTML(in bytes: [UInt8]) -> [UInt8]? {
    bytes.withUnsafeBytes { replacingHTML(in: $0) }
  }

  private static func replacingHTML(in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard firstReference(in: bytes, from: 0) != nil, !declaresEntities(bytes) else { return nil }
    var result: [UInt8] = []
    var place = 0
    var copied = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "<"):
        if starts(bytes, "<![CDATA[", at: place) {
          place = end(of: "]]>", in: bytes, from: place)
        } else if starts(bytes, "<!--", at: place) {
          place = end(of: "-->", in: bytes, from: place)
        } else {
          place += 1
        }
      case UInt8(ascii: "&"):
        guard let (length, scalar) = reference(in: bytes, at: place) else {
          place += 1
          continue
        }
        result.append(contentsOf: bytes[copied..<place])
        result.append(contentsOf: String(scalar).utf8)
        place += length
        copied = place
      default:
        place += 1
      }
    }
    guard copied > 0 else { return nil }
    result.append(contentsOf: bytes[copied...])
    return result
  }

  private static func firstReference(in bytes: UnsafeRawBufferPointer, from: Int) -> Int? {
    var place = from
    while let found = bytes[place...].firstIndex(of: UInt8(ascii: "&")) {
      if reference(in: bytes, at: found) != nil { return found }
      place = found + 1
    }
    return nil
  }

  /// The length of a reference to an HTML entity that XML lacks, and its character.
  private static func reference(
    in bytes: UnsafeRawBufferPointer, at place: Int
  ) -> (Int, Unicode.Scalar)? {
    let name = bytes[(place + 1)..<min(place + 10, bytes.count)].prefix {
      ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z"))
        || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
    }
    guard name.count >= 2, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";")
    else { return nil }
    let text = String(decoding: name, as: UTF8.self)
    guard !["amp", "lt", "gt", "quot", "apos"].contains(text),
      let entity = htmlEntityLookup(text), let scalar = Unicode.Scalar(entity.pointee.value)
    else { return nil }
    return (name.count + 2, scalar)
  }

  private static func declaresEntities(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(1 << 16))
    return end(of: "<!ENTITY", in: head, from: 0) < head.count
  }

  private static func starts(
    _ bytes: UnsafeRawBufferPointer, _ text: StaticString, at place: Int
  ) -> Bool {
    let length = text.utf8CodeUnitCount
    return place + length <= bytes.count
      && bytes[place..<place + length].elementsEqual(
        UnsafeBufferPointer(start: text.utf8Start, count: length))
  }

  /// Where a text has ended, or the end of the bytes.
  private static func end(
    of text: StaticString, in bytes: UnsafeRawBufferPointer, from: Int
  ) -> Int {
    var place = from
    let first = text.utf8Start.pointee
    while let found = bytes[place...].firstIndex(of: first) {
      if starts(bytes, text, at: found) { return found + text.utf8CodeUnitCount }
      place = found + 1
    }
    return bytes.count
  }
}
