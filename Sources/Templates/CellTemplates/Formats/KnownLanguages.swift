public import LayoutPrimitives
internal import CICU
import TextMeasurement

/// Checks that ICU supports the language of an environment's locale.
///
/// Without this check, ICU would silently replace an unknown language. Scripts, regions and
/// variants are not checked, because for `de-CH`, `zh-Hant-HK` or `en-XA` ICU has a suitable
/// replacement.
public struct KnownLanguages: Sendable {
  /// The error when the language of a locale is unknown.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The locale of the environment.
    public let locale: String
    /// The nearest known language, such as `'tlh' (Klingon)`; `nil` if none is near.
    public let nearest: String?

    /// The error in one sentence, with a suggestion.
    public var description: String {
      "locale '\(locale)' begins with no language that is known; write a tag such as en, zh-Hant or "
        + "pt-BR" + (nearest.map { "; did you mean \($0)?" } ?? "")
    }
  }

  /// Creates a check for the languages that this machine's ICU supports.
  public init() {}

  /// Throws when the language of an environment's locale is unknown.
  ///
  /// - Throws: `Failure` with the language whose name or code is nearest.
  public func check(_ environment: Environment) throws(Failure) {
    let locale = environment.locale
    let language = String(locale.prefix { $0 != "-" })
    guard !isKnown(language) else { return }
    throw Failure(locale: locale, nearest: Self.nearest(to: language))
  }

  /// Whether a language subtag in lower case is known, or is for private use.
  func isKnown(_ language: String) -> Bool {
    // ISO 639-2 reserves these for private use.
    if language.utf8.count == 3, ("qaa"..."qtz").contains(language) { return true }
    return cicu_language_is_known(language) != 0
  }

  private static func nearest(to text: String) -> String? {
    let all = named
    // The text may be the name of a language; otherwise it is probably a misspelled code.
    let name = NearestName(all.map(\.name)).nearest(to: text)
    let code = name == nil ? NearestName(all.map(\.code)).nearest(to: text) : nil
    return all.first { $0.name == name || $0.code == code }.map { "'\($0.code)' (\($0.name))" }
  }

  /// Codes and English names of all languages, in ICU's order.
  private static var named: [(code: String, name: String)] {
    ICUText.lines(cicu_language_names).compactMap { line in
      guard let sign = line.firstIndex(of: "=") else { return nil }
      return (String(line[..<sign]), String(line[line.index(after: sign)...]))
    }
  }
}
