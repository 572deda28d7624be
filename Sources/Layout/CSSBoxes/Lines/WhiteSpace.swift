import TextMeasurement

/// Collapses the white space of inline contents.
///
/// Source: CSS Text 3, 4.1.1 and 4.1.2. At the ends of lines, the text measurement drops spaces.
enum WhiteSpace {
  /// Collapses white space across the texts of a run.
  ///
  /// - Parameters:
  ///   - texts: The texts in order.
  ///   - styles: The value of `white-space` of each text.
  /// - Returns: The collapsed texts.
  static func collapsed(_ texts: [String], styles: [CSSTextStyle.WhiteSpace]) -> [String] {
    if texts.count == 1, !styles[0].collapses || isCollapsed(texts[0]) { return texts }
    var result: [[UInt8]] = []
    result.reserveCapacity(texts.count)
    // The run begins at the beginning of a line, where a space collapses.
    var isAfterSpace = true
    // The piece with the last collapsible space, which is dropped at a line feed or at the end.
    var lastSpace: Int?
    // Whether lines break after the last collapsible space.
    var isLastWrapping = true
    for (text, style) in zip(texts, styles) {
      guard style.collapses else {
        if let last = text.utf8.last {
          isAfterSpace = last == UInt8(ascii: "\n")
          lastSpace = nil
        }
        result.append(Array(text.utf8))
        continue
      }
      var piece: [UInt8] = []
      piece.reserveCapacity(text.utf8.count)
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\n") where style.keepsBreaks:
          if let lastSpace {
            if lastSpace == result.count {
              piece.removeLast()
            } else {
              result[lastSpace].removeLast()
            }
          }
          piece.append(byte)
          isAfterSpace = true
          lastSpace = nil
        case 0x20, 0x09, 0x0A, 0x0D, 0x0C:
          guard !isAfterSpace else {
            // The space collapses, but the line may still break there, as after a zero width space.
            if lastSpace != nil, !isLastWrapping, style.wraps, piece.isEmpty {
              piece += [0xE2, 0x80, 0x8B]
            }
            continue
          }
          piece.append(0x20)
          isAfterSpace = true
          lastSpace = result.count
          isLastWrapping = style.wraps
        default:
          piece.append(byte)
          isAfterSpace = false
          lastSpace = nil
        }
      }
      result.append(piece)
    }
    if let lastSpace, !result[lastSpace].isEmpty { result[lastSpace].removeLast() }
    return result.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the collapsed text is the text itself: each white space is one space inside.
  private static func isCollapsed(_ text: String) -> Bool {
    var isAfterSpace = true
    for byte in text.utf8 {
      if byte > 0x20 {
        isAfterSpace = false
      } else if byte == 0x20, !isAfterSpace {
        isAfterSpace = true
      } else {
        return false
      }
    }
    return !isAfterSpace || text.isEmpty
  }
}

extension CSSTextStyle.Transform {
  /// A text with the transformation.
  ///
  /// - Parameters:
  ///   - language: BCP 47 tag of the text.
  ///   - isInside: Whether the text before it ends inside a word; it is updated.
  func applied(to text: String, language: String, isInside: inout Bool) -> String {
    switch self {
    case .none, .uppercase, .lowercase:
      if let last = text.last {
        isInside =
          last.isWordLetter
          || (last.continuesWord && text.dropLast().last?.isWordLetter ?? isInside)
      }
    case .capitalize: break
    }
    switch self {
    case .none: return text
    case .uppercase:
      return LetterCase.text(text, isUpper: true, language: language) ?? text.uppercased()
    case .lowercase:
      return LetterCase.text(text, isUpper: false, language: language) ?? text.lowercased()
    case .capitalize:
      var result = ""
      for character in text {
        let isLetter = character.isWordLetter
        result += isLetter && !isInside ? character.uppercased() : String(character)
        isInside = isLetter || (isInside && character.continuesWord)
      }
      return result
    }
  }
}

extension Character {
  fileprivate var isWordLetter: Bool { isLetter || isNumber }
  /// Whether a word may go on after it: an apostrophe, or an invisible character.
  fileprivate var continuesWord: Bool {
    self == "'" || self == "’"
      || unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
  }
}
