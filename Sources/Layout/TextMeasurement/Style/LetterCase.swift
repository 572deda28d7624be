internal import CICU

/// ICU's letter case of the languages that have rules of their own.
package enum LetterCase {
  /// Source: Unicode's SpecialCasing.txt, and ICU's rules for Greek.
  private static let languages: Set<Substring> = ["tr", "az", "lt", "el"]

  /// The text in upper or lower case; `nil` for a language without rules of its own.
  ///
  /// - Parameter language: BCP 47 tag.
  package static func text(_ text: String, isUpper: Bool, language: String) -> String? {
    let primary = language.prefix { $0 != "-" }
    guard languages.contains(primary) else { return nil }
    let units = Array(text.utf16)
    return ICUText.make(longest: 4 * units.count) {
      cicu_case(isUpper ? 1 : 0, String(primary), units, Int32(clamping: units.count), $0, $1)
    }
  }
}
