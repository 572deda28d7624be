extension FeedDate {
  /// Parses a date; a date without a zone is UTC.
  ///
  /// Years before 1000 are refused: some generators write year 1 where they have no date.
  public init?(_ text: String, form: FeedDateForm = .auto) {
    var text = text
    let date = text.withUTF8 { FeedDate(utf8: UnsafeRawBufferPointer($0), form: form) }
    guard let date else { return nil }
    self = date
  }

  /// Reads a number of seconds or milliseconds.
  public init?(number: Double, form: FeedDateForm = .auto) {
    let isAuto = form == .auto || form == .dayFirst
    let inMilliseconds = form == .unixMilliseconds || (isAuto && abs(number) >= 1e11)
    let seconds = (inMilliseconds ? number / 1000 : number).rounded(.down)
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    self.init(secondsSince1970: Int64(seconds))
  }

  /// Parses a date from its bytes, white space around it allowed.
  init?(utf8 bytes: UnsafeRawBufferPointer, form: FeedDateForm) {
    let scanner = DateScanner(bytes)
    guard (1...DateScanner.longest).contains(scanner.remaining) else { return nil }
    let found: FeedDate? =
      switch form {
      case .iso8601: DateParts(iso8601: scanner)?.date
      case .rfc822: DateParts(words: scanner, dayFirst: false)?.date
      case .unix, .unixMilliseconds: Self.number(scanner, form: form)
      case .auto, .dayFirst: Self.any(scanner, form: form)
      }
    guard let found else { return nil }
    self = found
  }

  private static func any(_ scanner: DateScanner, form: FeedDateForm) -> FeedDate? {
    let digits = scanner.digitsAhead
    // 20260131080000 is a date and a time; as milliseconds it would be in the 27th century.
    if digits == 14, digits == scanner.remaining, let parts = DateParts(iso8601: scanner) {
      return parts.date
    }
    let isNumber = digits > 8 || (scanner.peek == UInt8(ascii: "-") && scanner.remaining > 8)
    if isNumber, let date = number(scanner, form: form) { return date }
    if digits >= 4, let parts = DateParts(iso8601: scanner) { return parts.date }
    if let parts = DateParts(words: scanner, dayFirst: form == .dayFirst) { return parts.date }
    // 1.632582318e9, as some programs write numbers in JSON.
    return digits > 0 && scanner.remaining > 8 ? number(scanner, form: form) : nil
  }

  private static func number(_ scanner: DateScanner, form: FeedDateForm) -> FeedDate? {
    var rest = scanner
    if scanner.remaining <= 15, let (value, _) = rest.digits(upTo: 15), rest.atEnd {
      return FeedDate(number: Double(value), form: form)
    }
    return Double(scanner.text).flatMap { FeedDate(number: $0, form: form) }
  }
}
