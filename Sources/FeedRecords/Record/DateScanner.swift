/// Reads the bytes of a date front to back.
struct DateScanner {
  /// Longest text of a date, which bounds the work on other texts.
  static let longest = 128

  private let bytes: [UInt8]
  private var place = 0
  private var end: Int { bytes.count }

  /// Begins after the white space at the front, and ends before that at the back.
  init(_ text: String) { bytes = Array(text.trimmed.utf8) }

  var atEnd: Bool { place == end }
  var remaining: Int { end - place }

  /// What has not been read yet.
  var text: String { String(decoding: bytes[place..<end], as: UTF8.self) }

  /// The next byte, 0 at the end.
  var peek: UInt8 { byte(after: 0) }

  /// A byte further on, 0 after the end.
  func byte(after count: Int) -> UInt8 { place + count < end ? bytes[place + count] : 0 }

  /// How many digits come next.
  var digitsAhead: Int {
    var count = 0
    while Self.isDigit(byte(after: count)) { count += 1 }
    return count
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// ASCII letters, and all of other scripts.
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 }

  mutating func advance(_ count: Int = 1) { place = min(place + count, end) }

  /// Passes one byte if it is the one.
  mutating func take(_ wanted: UInt8) -> Bool {
    guard peek == wanted, place < end else { return false }
    place += 1
    return true
  }

  mutating func skipSpaces() { while isSpace(peek) { place += 1 } }

  mutating func skipDigits() { while Self.isDigit(peek) { place += 1 } }

  /// Passes white space, commas and comments in brackets, as RFC 822 has them.
  ///
  /// - Returns: Whether every bracket has its other one.
  mutating func skipBetweenWords() -> Bool {
    var brackets = 0
    while place < end {
      let byte = bytes[place]
      if byte == UInt8(ascii: "(") {
        brackets += 1
      } else if byte == UInt8(ascii: ")") {
        brackets -= 1
        if brackets < 0 { return false }
      } else if brackets == 0, !isSpace(byte), byte != UInt8(ascii: ",") {
        return true
      }
      place += 1
    }
    return brackets == 0
  }

  /// The number that comes next, with how many digits it has, or `nil` where there are none or more
  /// than allowed.
  mutating func digits(upTo most: Int = 4) -> (value: Int, count: Int)? {
    let start = place
    var value = 0
    while place < end, Self.isDigit(bytes[place]) {
      guard place - start < most else { return nil }
      value = value * 10 + Int(bytes[place] - 0x30)
      place += 1
    }
    return place == start ? nil : (value, place - start)
  }

  /// A number of exactly so many digits.
  mutating func digits(exactly count: Int) -> Int? {
    var value = 0
    for index in 0..<count {
      let digit = byte(after: index)
      guard Self.isDigit(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    place += count
    return value
  }

  /// The letters that come next, perhaps none.
  mutating func word() -> DateWord {
    var word = DateWord()
    while place < end, Self.isLetter(bytes[place]) {
      word.append(bytes[place])
      place += 1
    }
    return word
  }
}

/// The first eight bytes of a word in lower case, the first one highest.
struct DateWord: Equatable, ExpressibleByStringLiteral {
  private(set) var letters: UInt64 = 0
  private(set) var count = 0

  init() {}

  init(stringLiteral text: StaticString) {
    text.withUTF8Buffer { for byte in $0 { append(byte) } }
  }

  mutating func append(_ byte: UInt8) {
    if count < 8 {
      let lower = byte < 0x80 ? byte | 0x20 : byte
      letters |= UInt64(lower) << UInt64(56 - 8 * count)
    }
    count += 1
  }

  /// Whether another word begins with this one.
  func begins(_ other: DateWord) -> Bool {
    guard count <= other.count else { return false }
    return count >= 8
      ? letters == other.letters : (letters ^ other.letters) >> UInt64(64 - 8 * count) == 0
  }
}
