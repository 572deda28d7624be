/// The properties of a style, language and mode that determine the fonts of a text.
struct FontFallbackKey: Hashable {
  var family: String
  var traits: FontTraits
  /// The features that are set in addition to HarfBuzz's defaults; a later one is stronger.
  var features: [FontFeature]
  /// Region of Han script, such as `JP`, whose regional families are used; `nil` for none.
  var region: String?
  /// Font size in points, for faces with an optical size axis; `nil` if the style forbids its use.
  var opticalSize: Double?
  /// Whether Chromium's rules choose the fonts of graphemes; see `FontFallback`.
  var isChromium: Bool
}

extension FontFallbackKey {
  /// Creates the key of a character style.
  ///
  /// - Throws: `TextError.invalidSize` if the font size is not finite and above 0.
  init(
    _ style: CharacterStyle, letterSpacing: Double, language: LanguageTag, mode: LineBreakMode
  ) throws(TextError) {
    guard style.size.isFinite, style.size > 0 else { throw .invalidSize(style.size) }
    family = style.family
    traits = style.traits
    features = SpacedSubstitutions(letterSpacing: letterSpacing, mode: mode).disabled
    if !style.features.isEmpty { features += style.features }
    region = RegionalFamily.region(ofLanguage: language)
    opticalSize = style.opticalSizing ? style.size : nil
    isChromium = mode == .chromium
  }
}

/// The fonts that one measurer has opened, each once for all styles, and the font set of each
/// style.
final class FontRegistry {
  let library: FontLibrary
  private(set) var fonts: [ShapingFont] = []
  private(set) var sets: [FontFallback] = []
  private var setNumbers: [FontFallbackKey: Int] = [:]
  private var fontNumbers: [FontKey: Int] = [:]
  /// Whether a family has a face with an optical size axis, by the name of the family.
  private var opticalFamilies: [String: Bool] = [:]
  private var last: (key: FontFallbackKey, number: Int)?
  private var lastOptical: (family: String, answer: Bool)?

  private let limits: ProofLimits

  init(library: FontLibrary, limits: ProofLimits = ProofLimits()) {
    self.library = library
    self.limits = limits
  }

  /// Whether there are as many font sets as a limit, or four times as many open faces.
  func isFull(_ limit: Int) -> Bool { sets.count >= limit || fonts.count >= 4 * limit }

  /// Returns the index in `sets` of the fonts of a style, which are added if they are new.
  ///
  /// All sizes share one set, unless the family or the chain has a face with an optical size axis.
  /// Then there is one set for each size, rounded to a quarter of a point.
  func setNumber(_ wanted: FontFallbackKey) throws(TextError) -> Int {
    if let last, last.key == wanted { return last.number }
    var key = wanted
    if let size = key.opticalSize {
      key.opticalSize = try isOptical(key.family) ? FontInstance.opticalSize(size) : nil
    }
    let number: Int
    if let existing = setNumbers[key] {
      number = existing
    } else {
      let families = try library.families(ofList: key.family)
      let faces = families.compactMap { $0.faces.nearest(key.traits) }
      guard let face = faces.first else {
        throw .missingFont(family: key.family)
      }
      let primary = try register(face, key: key)
      number = sets.count
      sets.append(
        FontFallback(
          primary: primary, others: Array(faces.dropFirst()), registry: self, key: key,
          isSubstitute: library.isSubstitute(
            list: key.family, families, traits: key.traits, isChromium: key.isChromium)))
      setNumbers[key] = number
    }
    last = (wanted, number)
    return number
  }

  /// Index in `fonts` of a face with the axis values of a style; it is opened when first used.
  func register(_ face: FontDescription, key: FontFallbackKey) throws(TextError) -> Int {
    let instance = FontInstance(of: face, traits: key.traits, opticalSize: key.opticalSize)
    let fontKey = FontKey(
      file: face.file, index: face.index, instance: instance, features: key.features)
    if let existing = fontNumbers[fontKey] { return existing }
    let font = ShapingFont(
      file: try library.open(face.file), description: face.set(to: key.traits),
      instance: instance, features: key.features, limits: limits)
    fonts.append(font)
    fontNumbers[fontKey] = fonts.count - 1
    return fonts.count - 1
  }

  private func isOptical(_ family: String) throws(TextError) -> Bool {
    if library.hasOpticalSizes { return true }
    if let lastOptical, lastOptical.family == family { return lastOptical.answer }
    var answer = opticalFamilies[family]
    if answer == nil {
      answer = try library.families(ofList: family).contains { family in
        family.faces.contains { $0.axes["opsz"] != nil }
      }
      opticalFamilies[family] = answer
    }
    lastOptical = (family, answer == true)
    return answer == true
  }
}

/// Identifies an open face: its file, index, axis values and features.
private struct FontKey: Hashable {
  var file: String
  var index: Int
  var instance: FontInstance
  var features: [FontFeature]
}

/// The substitutions that letter spacing disables, because spaced letters cannot form one shape.
enum SpacedSubstitutions: Hashable {
  /// None, because there is no letter spacing.
  case none
  /// Ligatures.
  case ligatures
  /// Ligatures and contextual alternates, as in Chromium.
  ///
  /// Source: Blink's `FontFeatures`; measured in Chromium 156.
  case contextual

  /// Determines the substitutions that a letter spacing disables in a mode.
  ///
  /// - Parameter spacing: Distance added after each grapheme, in points.
  init(letterSpacing spacing: Double, mode: LineBreakMode) {
    self = spacing == 0 ? .none : mode == .chromium ? .contextual : .ligatures
  }

  /// The OpenType features that are turned off.
  var disabled: [FontFeature] {
    switch self {
    case .none: []
    case .ligatures: Self.ligatureFeatures
    case .contextual: Self.contextualFeatures
    }
  }

  private static let ligatureFeatures = ["clig", "liga"].map { FontFeature($0, 0) }
  private static let contextualFeatures = ["calt", "clig", "liga"].map { FontFeature($0, 0) }
}
