extension Unicode.Scalar {
  /// Whether a terminal does not show the character, but acts on it.
  ///
  /// Such characters are control characters (C0, DEL, C1), line and paragraph separators, and
  /// direction controls.
  package var commandsTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The text as one word on one line for a shell, in quotes if necessary.
  package var shellWord: String {
    let isPlain = unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic && $0.isASCII || ("0"..."9").contains($0)
        || "-_./:@%+=,".unicodeScalars.contains($0)
    }
    if isPlain, !isEmpty, !hasPrefix("-") { return self }
    guard unicodeScalars.contains(where: \.commandsTerminal) else {
      return "'" + replacing("'", with: "'\\''") + "'"
    }
    let escaped = unicodeScalars.map { scalar -> String in
      if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
      guard scalar.commandsTerminal else { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "$'" + escaped.joined() + "'"
  }

  /// The text, with escapes such as `\u{1B}` for the characters that control a terminal.
  ///
  /// - Parameters:
  ///   - lineBreaks: Whether line feeds are left unescaped.
  ///   - tabs: Whether tabs are left unescaped.
  package func printable(lineBreaks: Bool = false, tabs: Bool = false) -> String {
    func stays(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.commandsTerminal || lineBreaks && scalar == "\n" || tabs && scalar == "\t"
    }
    guard !unicodeScalars.allSatisfy(stays) else { return self }
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if stays(scalar) {
        shown.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        shown.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
      }
    }
    return String(shown)
  }
}

extension Double {
  /// The number rounded to the given number of fractional digits; `-` if it is not finite.
  ///
  /// A magnitude of 10^(15 − `digits`) or more is written with all its digits, because a `Double` is
  /// not exact to that fractional digit.
  ///
  /// - Parameter digits: Number of fractional digits, 0 to 6.
  package func fixed(_ digits: Int) -> String {
    guard isFinite else { return "-" }
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let scaled = (magnitude * factor).rounded()
    // A Double above this limit is not exact to the last fractional digit.
    guard scaled < 1e15 else { return JSONWriter.digits(of: self) }
    let sign = self < 0 && scaled > 0 ? "-" : ""
    let whole = Int(scaled) / Int(factor)
    guard digits > 0 else { return sign + String(whole) }
    let rest = String(Int(scaled) % Int(factor))
    return "\(sign)\(whole)." + String(repeating: "0", count: digits - rest.count) + rest
  }
}

extension Double? {
  /// The number rounded to a number of fractional digits; `-` for nil or if it is not finite.
  package func fixed(_ digits: Int) -> String { self?.fixed(digits) ?? "-" }
}

extension Double {
  /// The number of points with two fractional digits, or none if both are 0: `12.50`, `12`.
  package var pointText: String {
    let text = fixed(2)
    return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
  }
}

extension Int {
  /// The count with a space between groups of three digits: `2 000`.
  package var grouped: String {
    var digits = Array(String(magnitude))
    var index = digits.count - 3
    while index > 0 {
      digits.insert(" ", at: index)
      index -= 3
    }
    return (self < 0 ? "-" : "") + String(digits)
  }
}

/// Escapes the characters that JSON allows in strings, but that control a terminal.
///
/// These are DEL, C1, line separators and direction controls. The JSON writer already escapes the
/// characters below U+0020.
package enum JSONLineEscapes {
  /// Replaces the characters that control a terminal by `\u` escapes, in JSON encoded as UTF-8.
  package static func escaping(_ bytes: [UInt8]) -> [UInt8] {
    guard var index = next(in: bytes, from: 0) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var start = 0
    while true {
      let (scalar, length) = command(in: bytes, at: index) ?? (0, 1)
      result.append(contentsOf: bytes[start..<index])
      let digits = String(scalar, radix: 16)
      result.append(
        contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      start = index + length
      guard let found = next(in: bytes, from: start) else { break }
      index = found
    }
    result.append(contentsOf: bytes[start...])
    return result
  }

  /// The byte index of the next character to escape, from `start` on; `nil` if there is none.
  private static func next(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { raw in
      var index = start
      while index < raw.count {
        // Most text is ASCII without DEL.
        while index + 8 <= raw.count,
          isPlain(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        {
          index += 8
        }
        let end = min(index + 8, raw.count)
        while index < end {
          switch raw[index] {
          case 0x7F, 0xC2, 0xD8, 0xE2: if command(in: bytes, at: index) != nil { return index }
          default: break
          }
          index += 1
        }
      }
      return nil
    }
  }

  /// Whether each of eight bytes is below 0x7F.
  private static func isPlain(_ bytes: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return (bytes | (bytes &+ ones)) & (ones &* 0x80) == 0
  }

  /// The character at a byte index and its length in bytes; `nil` if it needs no escape.
  private static func command(in bytes: [UInt8], at index: Int) -> (scalar: UInt32, length: Int)? {
    let length = bytes[index] == 0x7F ? 1 : bytes[index] == 0xE2 ? 3 : 2
    guard index + length <= bytes.count else { return nil }
    var value = UInt32(bytes[index])
    if length == 2 {
      value = UInt32(bytes[index] & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
    } else if length == 3 {
      value =
        UInt32(bytes[index] & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
        | UInt32(bytes[index + 2] & 0x3F)
    }
    guard let scalar = Unicode.Scalar(value), scalar.commandsTerminal else { return nil }
    return (value, length)
  }
}

/// A table of text with aligned columns, which is safe to print on a terminal.
package struct TextTable {
  private var rows: [[String]] = []
  private let rightAligned: [Bool]

  /// Creates a table from its headings; `>` before a heading aligns its column to the right.
  package init(_ headings: [String]) {
    rightAligned = headings.map { $0.hasPrefix(">") }
    rows.append(headings.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 })
  }

  /// Adds a row, with one value for each heading.
  package mutating func add(_ values: [String]) { rows.append(values.map { $0.printable() }) }

  /// Widths of the columns, in characters, without the gaps of two spaces.
  private var widths: [Int] {
    rightAligned.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  }

  /// The lines of the table, the headings first, without trailing spaces.
  package var lines: [String] { lines(groups: []) }

  /// The lines of the table below one more line, which has titles for groups of columns.
  ///
  /// - Parameter groups: Each title with the range of neighboring columns below it, from the left.
  package func lines(groups: [(title: String, columns: Range<Int>)]) -> [String] {
    var widths = widths
    for group in groups {
      guard let last = group.columns.last else { continue }
      let width = widths[group.columns].reduce(0, +) + 2 * (group.columns.count - 1)
      widths[last] += max(0, group.title.count - width)
    }
    let lines = rows.map { row in
      Self.trimmed(
        row.indices.map { column in
          let gap = String(repeating: " ", count: widths[column] - row[column].count)
          return rightAligned[column] ? gap + row[column] : row[column] + gap
        }.joined(separator: "  "))
    }
    guard !groups.isEmpty else { return lines }
    var title = ""
    for group in groups {
      let start = widths[..<group.columns.lowerBound].reduce(0) { $0 + $1 + 2 }
      title += String(repeating: " ", count: max(0, start - title.count)) + group.title
    }
    return [Self.trimmed(title)] + lines
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
