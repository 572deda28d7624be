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
  /// Font size in points, for metrics packs; `nil` if there are none.
  var size: Double?
  /// Whether the style adds tracking, for metrics packs, which have it already.
  var isTracked = false
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
    size = style.size
    isTracked = style.tracking != .none
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
  /// On which sizes the faces of a family depend, by the name of the family.
  private var sizings: [String: FontSizing] = [:]
  private var last: (key: FontFallbackKey, number: Int)?
  private var lastSizing: (family: String, answer: FontSizing)?

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
  /// Then there is one set for each size, rounded to a quarter of a point. If there are metrics
  /// packs, there is one set for each size.
  func setNumber(_ wanted: FontFallbackKey) throws(TextError) -> Int {
    if let last, last.key == wanted { return last.number }
    var key = wanted
    let sizing = try sizing(of: key.family)
    key.opticalSize = sizing.isOptical ? key.opticalSize.map(FontInstance.opticalSize) : nil
    if !sizing.isCaptured { (key.size, key.isTracked) = (nil, false) }
    let number: Int
    if let existing = setNumbers[key] {
      number = existing
    } else {
      let families = try library.families(ofList: key.family)
      let faces = families.compactMap { $0.faces.nearest(key.traits, size: wanted.size) }
      guard let face = faces.first else {
        throw .missingFont(family: key.family)
      }
      let primary = try register(face, key: key)
      number = sets.count
      sets.append(
        FontFallback(
          primary: primary, others: Array(faces.dropFirst()), registry: self, key: key,
          isSubstitute: library.isSubstitute(
            list: key.family, families, traits: key.traits, size: wanted.size ?? 0,
            isChromium: key.isChromium) || face.isCaptured && !face.serves(wanted)))
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

  private func sizing(of family: String) throws(TextError) -> FontSizing {
    if let lastSizing, lastSizing.family == family { return lastSizing.answer }
    var answer = sizings[family]
    if answer == nil {
      let faces = try library.families(ofList: family).flatMap(\.faces)
      answer = FontSizing(
        isOptical: library.hasOpticalSizes || faces.contains { $0.axes["opsz"] != nil },
        isCaptured: library.hasPacks || faces.contains(where: \.isCaptured))
      sizings[family] = answer
    }
    let sizing = answer ?? FontSizing()
    lastSizing = (family, sizing)
    return sizing
  }
}

/// Whether the faces of a family, or of the fallback chain, depend on the font size.
private struct FontSizing {
  /// Whether a face has an optical size axis.
  var isOptical = false
  /// Whether there are faces of metrics packs.
  var isCaptured = false
}

extension FontDescription {
  /// Whether a face of a metrics pack was measured for a style.
  ///
  /// It was measured with its own weight, width and slant, with the features, optical sizes and
  /// tracking that are on by default, and without letter spacing.
  func serves(_ key: FontFallbackKey) -> Bool {
    key.features.isEmpty && !key.isTracked && (sizes == nil || key.opticalSize != nil)
      && ![self].lacks(
        key.traits, size: key.size ?? 0, ofFamily: family, isChromium: key.isChromium)
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
