/// Numbers the languages of one measurer, and keeps a limited number of line breakers open.
final class LanguageRegistry {
  private var tags: [LanguageTag] = []
  private var numbers: [LanguageTag: Int] = [:]
  /// The open line breakers, each with its language's number; the last used is at the end.
  private var open: [(number: Int, breaks: LineBreaks)] = []
  private var last: (language: String?, number: Int)?
  private var closedOpens = 0
  /// Number of break iterators that ICU has opened so far.
  var icuOpens: Int { open.reduce(closedOpens) { $0 + $1.breaks.icuOpens } }

  /// Maximum number of languages with open break iterators; each may have up to eleven iterators.
  private static let maximumOpen = 16
  /// Maximum number of distinct tags; languages that occur later are treated as unknown.
  private static let maximumLanguages = 0xFFFF
  /// Maximum number of distinct tags with all their subtags.
  ///
  /// HarfBuzz keeps every tag that it receives, so hostile tags could fill its memory. Tags that
  /// occur later are used without the subtags that only HarfBuzz reads.
  private static let maximumVariants = 1024

  /// Returns the number of a language, which is assigned when the language is first used.
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

  /// Returns the tag of the language with a number.
  func tag(_ number: Int) -> LanguageTag { tags[number] }

  /// Returns the line breaker of the language with a number, which is opened if necessary.
  ///
  /// If too many are open, the one that was not used for the longest time is closed.
  func breaks(_ number: Int) throws(TextError) -> LineBreaks {
    if let index = open.lastIndex(where: { $0.number == number }) {
      if index < open.count - 1 { open.append(open.remove(at: index)) }
      return open[open.count - 1].breaks
    }
    if open.count >= Self.maximumOpen { closedOpens += open.removeFirst().breaks.icuOpens }
    let breaks = try LineBreaks(locale: tags[number].locale)
    open.append((number, breaks))
    return breaks
  }
}

/// The parts of a language tag that text measurement uses.
struct LanguageTag: Hashable, Sendable {
  /// Primary subtag: two or three lowercase letters; empty for an unknown language.
  let primary: String
  /// Script and region of a Chinese tag, in lowercase and in order, such as `hant`; otherwise
  /// empty.
  let subtags: [String]
  /// The tag for HarfBuzz in lowercase, with all subtags; `und` for an unknown language.
  let shaping: String

  /// Reads a BCP 47 tag; a malformed tag counts as an unknown language.
  init(_ tag: String?) {
    let parts = (tag ?? "").prefix(Self.longest).lowercased().split { $0 == "-" || $0 == "_" }
    let letters = parts.first.map { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } } ?? false
    guard letters, let first = parts.first, (2...3).contains(first.utf8.count) else {
      primary = ""
      subtags = []
      shaping = "und"
      return
    }
    let isAlphanumeric = parts.allSatisfy { $0.utf8.allSatisfy { UInt16($0).isASCIIAlphanumeric } }
    shaping = isAlphanumeric ? parts.joined(separator: "-") : String(first)
    guard first != "und" else {
      primary = ""
      subtags = []
      return
    }
    primary = String(first)
    let telling = ["hans", "hant", "cn", "sg", "tw", "hk", "mo"]
    subtags = first == "zh" ? parts.dropFirst().map(String.init).filter(telling.contains) : []
  }

  /// The same language without the subtags that only HarfBuzz reads.
  var plain: LanguageTag { LanguageTag(primary.isEmpty ? nil : bcp47) }

  /// Maximum number of characters of a tag that are read.
  ///
  /// Source: RFC 5646, section 4.4.1.
  private static let longest = 35

  /// A BCP 47 tag with the primary subtag and, for Chinese, script and region.
  private var bcp47: String { ([primary] + subtags.prefix(2)).joined(separator: "-") }

  /// The name of ICU's locale for the language; empty for the root locale.
  var locale: String { bcp47.replacing("-", with: "_") }
}
