/// Numbers the languages of one measurer, and keeps the break iterators of some of them open.
final class LanguageRegistry {
  private var tags: [LanguageTag] = []
  private var numbers: [LanguageTag: Int] = [:]
  /// The languages whose iterators are open, in the order in which they were last used.
  private var open: [(number: Int, breaks: LineBreaks)] = []
  private var last: (language: String?, number: Int)?
  private var closedOpens = 0
  /// Number of break iterators that ICU has opened so far.
  var icuOpens: Int { open.reduce(closedOpens) { $0 + $1.breaks.icuOpens } }

  /// Maximum number of languages whose break iterators are open, up to eleven for each.
  private static let maximumOpen = 16
  /// Maximum number of distinct languages; further ones are treated as no language.
  private static let maximumLanguages = 0xFFFF
  /// Maximum number of distinct languages with all their subtags.
  ///
  /// HarfBuzz keeps every tag that it is given, so that hostile tags could fill its memory. The
  /// subtags of further languages are dropped.
  private static let maximumVariants = 1024

  /// Number of a language, assigned when the language is first used.
  func number(_ language: String?) -> Int {
    if let last, last.language == language { return last.number }
    var tag = LanguageTag(language)
    if numbers[tag] == nil, tags.count >= Self.maximumVariants { tag = tag.plain }
    if numbers[tag] == nil, tags.count >= Self.maximumLanguages { tag = LanguageTag(nil) }
    let number = numbers[tag] ?? tags.count
    if number == tags.count {
      tags.append(tag)
      numbers[tag] = number
    }
    last = (language, number)
    return number
  }

  /// Tag of the language with a number.
  func tag(_ number: Int) -> LanguageTag { tags[number] }

  /// Returns the line breaker of the language with a number, opened if necessary.
  func breaks(_ number: Int) throws(TextError) -> LineBreaks {
    if let place = open.lastIndex(where: { $0.number == number }) {
      if place < open.count - 1 { open.append(open.remove(at: place)) }
      return open[open.count - 1].breaks
    }
    if open.count >= Self.maximumOpen { closedOpens += open.removeFirst().breaks.icuOpens }
    let breaks = try LineBreaks(locale: tags[number].locale)
    open.append((number, breaks))
    return breaks
  }
}
