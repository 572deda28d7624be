/// The OpenType features that properties of CSS Fonts 4 turn on or off; all are inherited.
package struct CSSFontFeatures: Hashable, Sendable {
  /// An OpenType feature with its value.
  package struct Feature: Hashable, Sendable {
    /// Four characters.
    package var tag: String
    /// 0 turns the feature off; from 1, it is on.
    package var value: Int

    init(_ tag: String, _ value: Int) {
      self.tag = tag
      self.value = value
    }
  }

  private var kerning: [Feature] = []
  private var ligatures: [Feature] = []
  private var numeric: [Feature] = []
  private var eastAsian: [Feature] = []
  private var settings: [Feature] = []

  /// The features in the order in which they are applied; a later one is stronger.
  ///
  /// Source: CSS Fonts 4, 7.2: `font-feature-settings` is stronger than the other properties.
  package var all: [Feature] { kerning + ligatures + numeric + eastAsian + settings }

  init() {}

  /// Features by the keywords of a property; those of one group exclude each other.
  private typealias Groups = [[String: [Feature]]]

  private static let ligatureGroups: Groups = [
    [
      "common-ligatures": [Feature("liga", 1), Feature("clig", 1)],
      "no-common-ligatures": [Feature("liga", 0), Feature("clig", 0)],
    ],
    [
      "discretionary-ligatures": [Feature("dlig", 1)],
      "no-discretionary-ligatures": [Feature("dlig", 0)],
    ],
    [
      "historical-ligatures": [Feature("hlig", 1)],
      "no-historical-ligatures": [Feature("hlig", 0)],
    ],
    ["contextual": [Feature("calt", 1)], "no-contextual": [Feature("calt", 0)]],
  ]

  private static let numericGroups: Groups = [
    ["lining-nums": [Feature("lnum", 1)], "oldstyle-nums": [Feature("onum", 1)]],
    ["proportional-nums": [Feature("pnum", 1)], "tabular-nums": [Feature("tnum", 1)]],
    ["diagonal-fractions": [Feature("frac", 1)], "stacked-fractions": [Feature("afrc", 1)]],
    ["ordinal": [Feature("ordn", 1)]], ["slashed-zero": [Feature("zero", 1)]],
  ]

  private static let eastAsianGroups: Groups = [
    [
      "jis78": [Feature("jp78", 1)], "jis83": [Feature("jp83", 1)], "jis90": [Feature("jp90", 1)],
      "jis04": [Feature("jp04", 1)], "simplified": [Feature("smpl", 1)],
      "traditional": [Feature("trad", 1)],
    ],
    ["full-width": [Feature("fwid", 1)], "proportional-width": [Feature("pwid", 1)]],
    ["ruby": [Feature("ruby", 1)]],
  ]

  /// Sets a property.
  ///
  /// - Returns: Whether the property is one of font features.
  /// - Throws: `CSSError` for a value that is not supported.
  mutating func set(
    _ property: String, _ value: inout CSSValueParser
  ) throws(CSSError) -> Bool {
    switch property {
    case "font-kerning":
      switch value.word() {
      case "auto", "normal": kerning = []
      case "none": kerning = [Feature("kern", 0)]
      default: throw value.error("auto, normal or none")
      }
    case "font-variant-ligatures":
      if !value.take("none") {
        ligatures = try Self.features([Self.ligatureGroups], &value)[0]
      } else {
        ligatures = Self.noLigatures
      }
    case "font-variant-numeric":
      numeric = try Self.features([Self.numericGroups], &value)[0]
    case "font-variant-east-asian":
      eastAsian = try Self.features([Self.eastAsianGroups], &value)[0]
    case "font-variant":
      if value.take("none") {
        (ligatures, numeric, eastAsian) = (Self.noLigatures, [], [])
      } else {
        let found = try Self.features(
          [Self.ligatureGroups, Self.numericGroups, Self.eastAsianGroups], &value)
        (ligatures, numeric, eastAsian) = (found[0], found[1], found[2])
      }
    case "font-variant-caps", "font-variant-position", "font-variant-alternates":
      guard value.take("normal") else {
        throw value.error("normal, or a feature in font-feature-settings")
      }
    case "font-feature-settings": settings = try Self.settings(&value)
    default: return false
    }
    return true
  }

  private static let noLigatures = ["liga", "clig", "dlig", "hlig", "calt"].map { Feature($0, 0) }

  /// The features of `normal` or of keywords, by property.
  private static func features(
    _ properties: [Groups], _ value: inout CSSValueParser
  ) throws(CSSError) -> [[Feature]] {
    var found = [[Feature]](repeating: [], count: properties.count)
    if value.take("normal") { return found }
    var used: Set<[Int]> = []
    repeat {
      let word = value.word() ?? ""
      var isKnown = false
      for (property, groups) in properties.enumerated() {
        for (group, keywords) in groups.enumerated() {
          guard let features = keywords[word], used.insert([property, group]).inserted else {
            continue
          }
          found[property] += features
          isKnown = true
        }
      }
      guard isKnown else {
        let keywords = properties.joined().flatMap { $0.keys.sorted() }
        throw value.error("normal, none, or some of " + keywords.joined(separator: ", "))
      }
    } while !value.isAtEnd
    return found
  }

  /// `normal`, or tags with values.
  private static func settings(_ value: inout CSSValueParser) throws(CSSError) -> [Feature] {
    if value.take("normal") { return [] }
    let expected = "normal, or tags in quotes with values, as in \"tnum\" 1, \"ss01\""
    var found: [Feature] = []
    repeat {
      guard let tag = value.string(), tag.utf8.count == 4, found.count < 64,
        tag.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
      else { throw value.error(expected) }
      var number = 1
      if value.take("off") {
        number = 0
      } else if !value.take("on"), let given = try value.number() {
        guard given >= 0, given <= 1000, given == given.rounded() else {
          throw value.error(expected)
        }
        number = Int(given)
      }
      found.append(Feature(tag, number))
    } while value.take(symbol: ",")
    return found
  }
}
