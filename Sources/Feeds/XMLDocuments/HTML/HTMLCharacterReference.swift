import CHTMLEntities

/// The table of HTML's 2,231 named character references.
///
/// Source: HTML standard, section 13.5; each line of `entities.txt` has a name and its code points.
struct HTMLEntityTable: Sendable {
  /// All references, loaded on first use.
  static let all = HTMLEntityTable(String(cString: html_entities()))

  /// Maximum length of a name including its semicolon, in bytes.
  static let longest = 32
  /// Maximum length of a name that may be written without a semicolon, in bytes.
  static let longestLegacy = 6

  /// Replacement texts of one or two characters; the keys are names such as `eacute;`, without the
  /// `&`.
  let texts: [String: String]

  private init(_ table: String) {
    var texts: [String: String] = [:]
    texts.reserveCapacity(2231)
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let scalars = words.dropFirst().compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      guard let name = words.first else { continue }
      texts[name] = String(String.UnicodeScalarView(scalars))
    }
    self.texts = texts
  }

  /// The replacement text of a name such as `eacute;` or `copy`; `nil` for unknown names.
  func text(_ name: ArraySlice<UInt8>) -> String? { texts[String(decoding: name, as: UTF8.self)] }
}

/// A character reference such as `&eacute;`, `&#233;` or `&copy`.
///
/// Source: HTML standard, sections 13.2.5.72 to 13.2.5.80.
package struct HTMLCharacterReference {
  /// The one or two characters of the reference.
  let text: String
  /// Length of the reference as written, in bytes, including the `&`.
  let length: Int

  /// Reads the reference at the start of some bytes; `nil` if there is none.
  ///
  /// - Parameter inAttribute: Whether the bytes are an attribute's value. In a value, `&copy=` and
  ///   `&copyx` are not references, because they may be part of a URL's query.
  init?(_ bytes: ArraySlice<UInt8>, inAttribute: Bool = false) {
    guard bytes.first == UInt8(ascii: "&") else { return nil }
    let rest = bytes.dropFirst()
    guard
      let (text, count) =
        rest.first == UInt8(ascii: "#")
        ? Self.number(rest.dropFirst()) : Self.named(rest, inAttribute: inAttribute)
    else { return nil }
    self.text = text
    length = count + 1
  }

  /// Replaces the character references in an attribute's value.
  ///
  /// In a value, `&copy=` and `&copyx` are not references, because they may be part of a URL's
  /// query.
  package static func decode(_ text: String) -> String {
    decode(ArraySlice(text.utf8), inAttribute: true)
  }

  /// Replaces the character references in UTF-8 text.
  static func decode(_ bytes: ArraySlice<UInt8>, inAttribute: Bool) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes
    while let first = rest.first {
      if first == UInt8(ascii: "&"), let reference = Self(rest, inAttribute: inAttribute) {
        result.append(contentsOf: reference.text.utf8)
        rest = rest.dropFirst(reference.length)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Finds the longest entity name at the start of the bytes after an `&`.
  ///
  /// - Returns: The replacement text and the length of the name in bytes, or `nil` if there is no
  ///   name.
  private static func named(
    _ bytes: ArraySlice<UInt8>, inAttribute: Bool
  ) -> (text: String, count: Int)? {
    let name = bytes.prefix(HTMLEntityTable.longest).prefix(while: isAlphanumeric)
    guard name.count > 1 else { return nil }
    let table = HTMLEntityTable.all
    if bytes.dropFirst(name.count).first == UInt8(ascii: ";"),
      let text = table.text(bytes.prefix(name.count + 1))
    {
      return (text, name.count + 1)
    }
    // A name with a semicolon includes all of these letters and digits. No such name was found, so
    // only names without a semicolon remain.
    for count in stride(from: min(name.count, HTMLEntityTable.longestLegacy), through: 2, by: -1) {
      guard let text = table.text(name.prefix(count)) else { continue }
      let next = bytes.dropFirst(count).first ?? 0
      let isQuery = inAttribute && (next == UInt8(ascii: "=") || isAlphanumeric(next))
      return isQuery ? nil : (text, count)
    }
    return nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> (text: String, count: Int)? {
    let isHexadecimal = bytes.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let digits = bytes.dropFirst(isHexadecimal ? 1 : 0).prefix {
      isHexadecimal ? Unicode.Scalar($0).properties.isASCIIHexDigit : $0 >= 0x30 && $0 <= 0x39
    }
    guard !digits.isEmpty else { return nil }
    // A number that is too large for `UInt32` is not a code point.
    let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
    let isEnded = bytes[digits.endIndex...].first == UInt8(ascii: ";")
    let end = digits.endIndex + (isEnded ? 1 : 0)
    return (String(character(value ?? .max)), 1 + end - bytes.startIndex)
  }

  /// The character of a numeric reference, or U+FFFD for an invalid number.
  ///
  /// The numbers 0x80 to 0x9F are read as windows-1252.
  private static func character(_ value: UInt32) -> Character {
    let meant = UInt8(exactly: value).map { UInt32(Windows1252.codePoint($0)) } ?? value
    return Character(meant == 0 ? "\u{FFFD}" : Unicode.Scalar(meant) ?? "\u{FFFD}")
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
      || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
  }
}
