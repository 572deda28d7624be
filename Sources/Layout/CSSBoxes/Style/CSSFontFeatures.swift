import TextMeasurement

/// The OpenType features that properties of CSS Fonts 4 turn on or off; all are inherited.
struct CSSFontFeatures: Hashable, Sendable {
  private var kerning: [FontFeature] = []
  private var ligatures: [FontFeature] = []
  private var numeric: [FontFeature] = []
  private var eastAsian: [FontFeature] = []
  private var settings: [FontFeature] = []

  /// The features in the order in which they are applied; a later one is stronger.
  ///
  /// Source: CSS Fonts 4, 7.2: `font-feature-settings` is stronger than the other properties.
  var all: [FontFeature] { kerning + ligatures + numeric + eastAsian + settings }

  init() {}

  /// Features by the keywords of a property; those of one group exclude each other.
  private typealias Groups = [[String: [FontFeature]]]

  private static let ligatureGroups: Groups = [
    [
      "common-ligatures": [FontFeature("liga", 1), FontFeature("clig", 1)],
      "no-common-ligatures": [FontFeature("liga", 0), FontFeature("clig", 0)],
    ],
    [
      "discretionary-ligatures": [FontFeature("dlig", 1)],
      "no-discretionary-ligatures": [FontFeature("dlig", 0)],
    ],
    [
      "historical-ligatures": [FontFeature("hlig", 1)],
      "no-historical-ligatures": [FontFeature("hlig", 0)],
    ],
    ["contextual": [FontFeature("calt", 1)], "no-contextual": [FontFeature("calt", 0)]],
  ]

  private static let numericGroups: Groups = [
    ["lining-nums": [FontFeature("lnum", 1)], "oldstyle-nums": [FontFeature("onum", 1)]],
    ["proportional-nums": [FontFeature("pnum", 1)], "tabular-nums": [FontFeature("tnum", 1)]],
    [
      "diagonal-fractions": [FontFeature("frac", 1)], "stacked-fractions": [FontFeature("afrc", 1)],
    ],
    ["ordinal": [FontFeature("ordn", 1)]], ["slashed-zero": [FontFeature("zero", 1)]],
  ]

  private static let eastAsianGroups: Groups = [
    [
      "jis78": [FontFeature("jp78", 1)], "jis83": [FontFeature("jp83", 1)],
      "jis90": [FontFeature("jp90", 1)],
      "jis04": [FontFeature("jp04", 1)], "simplified": [FontFeature("smpl", 1)],
      "traditional": [FontFeature("trad", 1)],
    ],
    ["full-width": [FontFeature("fwid", 1)], "proportional-width": [FontFeature("pwid", 1)]],
    ["ruby": [FontFeature("ruby", 1)]],
  ]

  /// The properties that set features.
  static let properties = [
    "font-kerning", "font-variant-ligatures", "font-variant-numeric", "font-variant-east-asian",
    "font-variant", "font-variant-caps", "font-variant-position", "font-variant-alternates",
    "font-feature-settings",
  ]

  /// Sets a property.
  ///
  /// - Throws: `CSSError` for a value that is not supported.
  mutating func set(_ property: String, _ value: inout CSSValueParser) throws(CSSError) {
    switch property {
    case "font-kerning":
      switch value.word() {
      case "auto", "normal": kerning = []
      case "none": kerning = [FontFeature("kern", 0)]
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
        let read = try Self.features(
          [Self.ligatureGroups, Self.numericGroups, Self.eastAsianGroups], &value)
        (ligatures, numeric, eastAsian) = (read[0], read[1], read[2])
      }
    case "font-feature-settings": settings = try Self.settings(&value)
    default:
      guard value.take("normal") else {
        throw value.error("normal, or a feature in font-feature-settings")
      }
    }
  }

  /// Copies the features of a property.
  mutating func copy(_ property: String, from other: CSSFontFeatures) {
    switch property {
    case "font-kerning": kerning = other.kerning
    case "font-variant-ligatures": ligatures = other.ligatures
    case "font-variant-numeric": numeric = other.numeric
    case "font-variant-east-asian": eastAsian = other.eastAsian
    case "font-variant":
      (ligatures, numeric, eastAsian) = (other.ligatures, other.numeric, other.eastAsian)
    case "font-feature-settings": settings = other.settings
    default: break
    }
  }

  private static let noLigatures = ["liga", "clig", "dlig", "hlig", "calt"].map {
    FontFeature($0, 0)
  }

  /// The features of `normal` or of keywords, by property.
  private static func features(
    _ properties: [Groups], _ value: inout CSSValueParser
  ) throws(CSSError) -> [[FontFeature]] {
    var found = [[FontFeature]](repeating: [], count: properties.count)
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
  private static func settings(_ value: inout CSSValueParser) throws(CSSError) -> [FontFeature] {
    if value.take("normal") { return [] }
    let expected = "normal, or tags in quotes with values, as in \"tnum\" 1, \"ss01\""
    var found: [FontFeature] = []
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
      found.append(FontFeature(tag, number))
    } while value.take(symbol: ",")
    return found
  }
}
