/// The numbered languages of one measurer, with the break iterators of the most recent ones.
final class LanguageRegistry {
  private var tags: [LanguageTag] = []
  private var numbers: [LanguageTag: Int] = [:]
  /// The languages whose iterators are open, in the order in which they were opened.
  private var open: [(number: Int, breaks: LineBreaks)] = []
  private var last: (language: String?, number: Int)?
  private var closedOpens = 0
  /// Iterators that ICU opened.
  var icuOpens: Int { open.reduce(closedOpens) { $0 + $1.breaks.icuOpens } }

  /// Iterators of at most this many languages are kept open, at most eleven for each.
  private static let mostOpen = 16
  /// Maximum number of languages, above that of combinations of two or three letters.
  private static let mostLanguages = 0xFFFF

  /// The number of a language.
  func number(_ language: String?) -> Int {
    if let last, last.language == language { return last.number }
    var tag = LanguageTag(language)
    if numbers[tag] == nil, tags.count >= Self.mostLanguages { tag = LanguageTag(nil) }
    let number = numbers[tag] ?? tags.count
    if number == tags.count {
      tags.append(tag)
      numbers[tag] = number
    }
    last = (language, number)
    return number
  }

  /// The tag of a number.
  func tag(_ number: Int) -> LanguageTag { tags[number] }

  /// The break opportunities of a language.
  func breaks(_ number: Int) throws(TextError) -> LineBreaks {
    for known in open where known.number == number { return known.breaks }
    if open.count >= Self.mostOpen { closedOpens += open.removeFirst().breaks.icuOpens }
    let breaks = try LineBreaks(locale: tags[number].locale)
    open.append((number, breaks))
    return breaks
  }
}
