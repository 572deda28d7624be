/// Reads the bytes of a date from front to back.
struct DateScanner {
  /// Maximum length of a date's text, in bytes; a longer text is not scanned.
  static let longest = 128

  private var bytes: [UInt8]
  private var offset = 0
  private var end: Int { bytes.count }

  /// Creates a scanner of a text without the white space around it.
  init(_ text: String) {
    bytes = Array(text.trimmed.utf8)
    if bytes.count <= Self.longest, bytes.contains(where: { $0 >= 0x80 }) {
      bytes = Array(Self.plain(text).trimmed.utf8)
    }
  }

  /// A text in which the digits, spaces, commas, colons and dashes of other scripts are those of
  /// ASCII.
  ///
  /// Marks of direction, which some programs write into dates, are omitted.
  private static func plain(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{A0}", "\u{2009}", "\u{202F}", "\u{3000}": result.append(" ")
      case "\u{B7}", "\u{60C}", "\u{2022}", "\u{3001}", "\u{FF0C}": result.append(",")
      case "\u{2013}", "\u{2014}", "\u{2212}": result.append("-")
      case "\u{FF08}": result.append("(")
      case "\u{FF09}": result.append(")")
      case "\u{FF0F}": result.append("/")
      case "\u{FF1A}": result.append(":")
      case "\u{200E}", "\u{200F}", "\u{61C}", "\u{FEFF}": break
      default:
        let properties = scalar.properties
        if properties.numericType == .decimal, let value = properties.numericValue,
          let digit = Unicode.Scalar(0x30 + UInt32(value))
        {
          result.append(digit)
        } else {
          result.append(scalar)
        }
      }
    }
    return String(result)
  }

  var atEnd: Bool { offset == end }
  var remaining: Int { end - offset }

  /// The rest of the text, which was not read yet.
  var text: String { String(decoding: bytes[offset..<end], as: UTF8.self) }

  /// The next byte, or 0 at the end.
  var peek: UInt8 { byte(after: 0) }

  /// The byte `count` bytes after the next one, or 0 after the end.
  func byte(after count: Int) -> UInt8 { offset + count < end ? bytes[offset + count] : 0 }

  /// Whether the last byte was a space or a comma.
  var isAfterSpace: Bool {
    offset > 0 && (isSpace(bytes[offset - 1]) || bytes[offset - 1] == UInt8(ascii: ","))
  }

  /// Whether any digit comes later.
  var hasDigitsAhead: Bool { bytes[offset..<end].contains(where: Self.isDigit) }

  /// Number of digits that come next.
  var digitsAhead: Int {
    var count = 0
    while Self.isDigit(byte(after: count)) { count += 1 }
    return count
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether a byte is an ASCII letter or part of a character beyond ASCII.
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 }

  mutating func advance(_ count: Int = 1) { offset = min(offset + count, end) }

  /// Moves past the next byte if it equals `wanted`.
  ///
  /// - Returns: Whether it does.
  mutating func consume(_ wanted: UInt8) -> Bool {
    guard peek == wanted, offset < end else { return false }
    offset += 1
    return true
  }

  /// Moves past a text if it comes next.
  ///
  /// - Returns: Whether it does.
  mutating func consume(_ wanted: StaticString) -> Bool {
    let isNext = wanted.withUTF8Buffer { bytes[offset...].starts(with: $0) }
    if isNext { offset += wanted.utf8CodeUnitCount }
    return isNext
  }

  mutating func skipSpaces() { while isSpace(peek) { offset += 1 } }

  mutating func skipDigits() { while Self.isDigit(peek) { offset += 1 } }

  /// Skips white space, commas and comments in parentheses, as in RFC 822.
  ///
  /// - Returns: Whether all parentheses match.
  mutating func skipBetweenWords() -> Bool {
    var brackets = 0
    while offset < end {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "(") {
        brackets += 1
      } else if byte == UInt8(ascii: ")") {
        brackets -= 1
        if brackets < 0 { return false }
      } else if brackets == 0, !isSpace(byte), byte != UInt8(ascii: ",") {
        return true
      }
      offset += 1
    }
    return brackets == 0
  }

  /// Reads the next number.
  ///
  /// - Parameter maximum: Maximum number of digits.
  /// - Returns: The number and how many digits it has, or `nil` without digits or with too many.
  mutating func digits(upTo maximum: Int = 4) -> (value: Int, count: Int)? {
    let start = offset
    var value = 0
    while offset < end, Self.isDigit(bytes[offset]) {
      guard offset - start < maximum else { return nil }
      value = value * 10 + Int(bytes[offset] - 0x30)
      offset += 1
    }
    return offset == start ? nil : (value, offset - start)
  }

  /// Reads exactly `count` digits as a number; `nil` when there are fewer.
  ///
  /// More digits may follow.
  mutating func digits(exactly count: Int) -> Int? {
    var value = 0
    for index in 0..<count {
      let digit = byte(after: index)
      guard Self.isDigit(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    offset += count
    return value
  }

  /// Reads the following letters; the result is empty without letters.
  mutating func word() -> DateWord {
    var word = DateWord()
    while offset < end, Self.isLetter(bytes[offset]) {
      word.append(bytes[offset])
      offset += 1
    }
    return word
  }
}

/// A word as its first eight bytes in lower case, and its length in bytes.
///
/// The first byte is the highest byte of `letters`.
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
  ///
  /// Only the first eight bytes are compared.
  func begins(_ other: DateWord) -> Bool {
    guard count <= other.count else { return false }
    return count >= 8
      ? letters == other.letters : (letters ^ other.letters) >> UInt64(64 - 8 * count) == 0
  }
}

/// The words that occur in dates.
enum DateVocabulary {
  /// The number of a month, from 1; `nil` for other words.
  ///
  /// The word is its English or Portuguese name, or at least the first three letters of the name.
  /// `DateNames` knows those of other languages.
  static func month(_ word: DateWord) -> Int? {
    guard word.count >= 3 else { return nil }
    return months.firstIndex { word.begins($0) }.map { $0 % 12 + 1 }
  }

  /// A part of a date that is written as a number and a unit, as in `2026年1月31日`.
  enum Unit { case year, month, day, hour, minute, second }

  /// Moves past a unit that follows a number, perhaps after spaces.
  ///
  /// - Returns: The unit, or `nil` if none follows.
  static func consumeUnit(_ scanner: inout DateScanner) -> Unit? {
    var rest = scanner
    rest.skipSpaces()
    guard rest.peek >= 0x80 else { return nil }
    for (text, unit) in units where rest.consume(text) {
      scanner = rest
      return unit
    }
    return nil
  }

  /// The offset of a named zone, in seconds east of UTC; `nil` for other words.
  ///
  /// Single letters, RFC 822's military zones, count as UTC, because RFC 822 had their signs wrong
  /// (RFC 5322, section 4.3).
  static func zone(_ word: DateWord) -> Int? {
    if word.count == 1 { return 0 }
    return zones.first { $0.key == word }.map { $0.value * 60 }
  }

  /// `true` for the word `pm`, `false` for `am`, or `nil` for other words.
  static func afternoon(_ word: DateWord) -> Bool? {
    mornings.contains(word) ? false : afternoons.contains(word) ? true : nil
  }

  /// Whether a word has no meaning in a date: an English day's name, or a word such as `at` or `de`.
  static func isFiller(_ word: DateWord) -> Bool {
    fillers.contains(word) || (word.count >= 3 && days.contains { word.begins($0) })
  }

  static func isOrdinal(_ word: DateWord) -> Bool { ordinals.contains(word) }

  private static let mornings: [DateWord] = ["am", "上午", "午前", "오전"]
  private static let afternoons: [DateWord] = ["pm", "下午", "午後", "오후"]
  private static let units: KeyValuePairs<StaticString, Unit> = [
    "年": .year, "년": .year, "月": .month, "월": .month, "日": .day, "일": .day, "号": .day,
    "時": .hour, "时": .hour, "시": .hour, "点": .hour, "點": .hour, "分": .minute, "분": .minute,
    "秒": .second, "초": .second,
  ]
  private static let ordinals: [DateWord] = [
    "st", "nd", "rd", "th", "er", "e", "º", "ª",
  ]
  private static let fillers: [DateWord] = [
    "at", "of", "de", "del", "den", "di", "do", "năm", "m", "d",
  ]
  private static let days: [DateWord] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// English names, then Portuguese ones, which programs in Brazil write.
  private static let months: [DateWord] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "janeiro", "fevereiro", "março", "abril", "maio", "junho",
    "julho", "agosto", "setembro", "outubro", "novembro", "dezembro",
  ]

  /// Offsets in minutes east of UTC: the zones of RFC 822, then others with one usual meaning.
  private static let zones: KeyValuePairs<DateWord, Int> = [
    "gmt": 0, "utc": 0, "ut": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420,
    "mdt": -360, "pst": -480, "pdt": -420, "ast": -240, "adt": -180, "nst": -210, "ndt": -150,
    "akst": -540, "akdt": -480, "hst": -600, "wet": 0, "west": 60, "bst": 60, "cet": 60,
    "cest": 120, "met": 60, "mez": 60, "mest": 120, "eet": 120, "eest": 180, "msk": 180,
    "brt": -180, "jst": 540, "kst": 540, "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780,
  ]
}
