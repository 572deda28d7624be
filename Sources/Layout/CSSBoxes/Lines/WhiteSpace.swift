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
    var result: [String] = []
    // The run begins at the beginning of a line, where a space collapses.
    var isAfterSpace = true
    // The piece with the last collapsible space, which is dropped at a line feed or at the end.
    var lastSpace: Int?
    // Whether lines break after the last collapsible space.
    var isLastWrapping = true
    for (text, style) in zip(texts, styles) {
      guard style.collapses else {
        if let last = text.unicodeScalars.last {
          isAfterSpace = last == "\n"
          lastSpace = nil
        }
        result.append(text)
        continue
      }
      var piece = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\n" where style.keepsBreaks:
          if let lastSpace {
            if lastSpace == result.count {
              piece.removeLast()
            } else {
              result[lastSpace].unicodeScalars.removeLast()
            }
          }
          piece.append("\n")
          isAfterSpace = true
          lastSpace = nil
        case " ", "\t", "\n", "\r", "\u{C}":
          guard !isAfterSpace else {
            // The space collapses, but the line may still break there.
            if lastSpace != nil, !isLastWrapping, style.wraps, piece.isEmpty {
              piece.append("\u{200B}")
            }
            continue
          }
          piece.append(" ")
          isAfterSpace = true
          lastSpace = result.count
          isLastWrapping = style.wraps
        default:
          piece.append(scalar)
          isAfterSpace = false
          lastSpace = nil
        }
      }
      result.append(String(piece))
    }
    if let lastSpace, !result[lastSpace].isEmpty { result[lastSpace].unicodeScalars.removeLast() }
    return result
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
