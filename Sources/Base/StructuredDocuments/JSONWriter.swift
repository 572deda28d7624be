/// Writes JSON value by value, without spaces and line breaks.
///
/// Values are written in the order of the calls; the writer adds the commas. It escapes only what
/// JSON requires. It does not check that the calls form a valid document.
public struct JSONWriter {
  /// The bytes written so far, in UTF-8.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// The text written so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Creates a writer that has written nothing.
  public init() {}

  /// Creates a writer with memory for a number of bytes, which grows if necessary.
  public init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Returns the bytes that are left in the writer, and empties it.
  public mutating func finish() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Writes bytes that are already JSON: a value, or the members of an object without its braces.
  public mutating func written(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  /// Writes a line feed; the next value begins another document.
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Writes lines of JSON with their line feeds; the next value begins another document.
  public mutating func lines(_ lines: [UInt8]) {
    bytes.append(contentsOf: lines)
    needsComma = false
  }

  /// Returns the bytes written since the last call, so that a long document needs little memory.
  ///
  /// The document continues with the next value.
  public mutating func removeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Begins an object.
  public mutating func beginObject() { open("{") }
  /// Ends the object.
  public mutating func endObject() { close("}") }
  /// Begins an array.
  public mutating func beginArray() { open("[") }
  /// Ends the array.
  public mutating func endArray() { close("]") }

  /// Writes the name of the next member, escaped if necessary.
  public mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes the name of the next member; the name must not contain characters that JSON escapes.
  public mutating func key(plain name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string.
  public mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  /// Writes text that is already a JSON value, such as the digits of a number.
  public mutating func literal(_ text: String) {
    separate()
    append(text)
  }

  /// Writes a whole number.
  public mutating func number(_ number: Int) {
    separate()
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let digits = number.magnitude
    var power: UInt = 1
    while digits / power >= 10 { power *= 10 }
    while power > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(digits / power % 10))
      power /= 10
    }
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func quote(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { letters in
      var start = 0
      while start < letters.count {
        let end = Self.end(ofPlain: letters, from: start)
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: letters[start..<end]))
        if end < letters.count { escape(letters[end]) }
        start = end + 1
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The index of the first byte that must be escaped; the number of bytes if there is none.
  private static func end(ofPlain letters: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let raw = UnsafeRawBufferPointer(letters)
    var index = start
    while index + 8 <= letters.count,
      !mayEscape(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    {
      index += 8
    }
    while index < letters.count {
      let byte = letters[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      index += 1
    }
    return index
  }

  /// Whether one of eight bytes is below 0x20, a quotation mark or a backslash.
  ///
  /// Source: Bit Twiddling Hacks, "Determine if a word has a byte less than n" and "has a zero byte".
  private static func mayEscape(_ bytes: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = bytes ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let slashes = bytes ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let low = (bytes &- ones &* 0x20) & ~bytes
    let found = low | ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
    return found & (ones &* 0x80) != 0
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Writes a byte that may not be in a string as it is.
  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
    case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }
}

extension JSONWriter {
  /// Returns a document on one line: an object that begins with the member `schema`.
  ///
  /// - Parameters:
  ///   - schema: The value of this member, which identifies the form of the document.
  ///   - members: Writes the other members.
  public static func document(_ schema: String, _ members: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("schema", schema)
      members(&json)
    }
    return json.text
  }

  /// Writes a member that is a string.
  public mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  /// Writes a member that is a number, or `null` if the number is not finite.
  public mutating func member(_ name: String, _ number: Double) {
    key(name)
    literal(Self.digits(of: number))
  }

  /// Writes a member that is a whole number.
  public mutating func member(_ name: String, _ count: Int) {
    key(name)
    number(count)
  }

  /// Writes a member that is `true` or `false`.
  public mutating func member(_ name: String, _ truth: Bool) {
    key(name)
    literal(truth ? "true" : "false")
  }

  /// Writes an object: as a member if it has a name, otherwise as a value without one.
  public mutating func object(_ name: String? = nil, _ members: (inout JSONWriter) -> Void) {
    if let name { key(name) }
    beginObject()
    members(&self)
    endObject()
  }

  /// Writes a member that is an array of strings.
  public mutating func strings(_ name: String, _ texts: some Sequence<String>) {
    key(name)
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  /// Writes a member that is an array of numbers; numbers that are not finite become `null`.
  public mutating func numbers(_ name: String, _ numbers: some Sequence<Double>) {
    key(name)
    beginArray()
    for number in numbers { literal(Self.digits(of: number)) }
    endArray()
  }

  /// Writes a member that is an array of objects, whose members `members` writes for each element.
  public mutating func array<Element>(
    _ name: String, _ elements: some Sequence<Element>,
    _ members: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements { object { members(&$0, element) } }
    endArray()
  }
}

extension JSONWriter {
  /// A number as JSON: the shortest digits that are read as the same number, without `.0`.
  ///
  /// `null` if the number is not finite.
  public static func digits(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
    return number.description
  }
}

extension JSONWriter {
  /// Writes a value with everything in it; numbers keep their literals.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: literal("null")
    case .boolean(let value): literal(value ? "true" : "false")
    case .number(let number): literal(number)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }
}
