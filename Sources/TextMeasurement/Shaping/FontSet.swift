internal import CICU

/// The fonts that serve one style: its own, then the fallback chain, opened when first needed.
///
/// Which font serves a character depends on the character and the chain alone.
final class FontSet {
  /// The style's own font, number 0 of the set.
  let primary: ShapingFont
  /// Whether the style's family was replaced by another.
  let isSubstitute: Bool

  private let registry: FontRegistry
  private let weight: Int
  private let italic: Bool
  private let ligatures: Bool
  private let region: String?
  /// Fonts by their number in the set; the rest of the chain is opened on demand.
  private var opened: [ShapingFont?]
  private var registered: [Int]
  private var chosen = PageTable()

  init(
    primary: Int, registry: FontRegistry, key: FontSetKey, isSubstitute: Bool
  ) {
    let count = 1 + registry.library.configuration.fallback.count
    self.registry = registry
    self.isSubstitute = isSubstitute
    weight = key.weight
    italic = key.italic
    ligatures = key.ligatures
    region = key.region
    self.primary = registry.fonts[primary]
    opened = [ShapingFont?](repeating: nil, count: count)
    registered = [Int](repeating: -1, count: count)
    opened[0] = registry.fonts[primary]
    registered[0] = primary
  }

  /// Fonts that the set may use, at most 254.
  var count: Int { min(opened.count, 254) }

  /// The font of a number, opened if need be; a family without a file any more counts as absent.
  func font(_ number: Int) throws(TextError) -> ShapingFont {
    if let font = opened[number] { return font }
    let family = registry.library.configuration.fallback[number - 1]
    let faces = registry.library.fallbackFaces(ofFamily: family, region: region)
    guard let face = faces.nearest(weight: weight, italic: italic) else {
      throw .missingFont(family: family, debianPackage: DebianPackage.name(ofFamily: family))
    }
    let index = try registry.register(face, weight: weight, ligatures: ligatures)
    registered[number] = index
    opened[number] = registry.fonts[index]
    return registry.fonts[index]
  }

  /// The number under which the measurer knows a font of the set; it must have been opened.
  func registryIndex(_ number: Int) -> Int { registered[number] }

  /// The font for a grapheme of one scalar in text presentation.
  func number(for scalar: UInt32) throws(TextError) -> Int {
    let known = chosen[scalar]
    if known != PageTable.unknown { return Int(known) }
    let number = try search(scalar)
    chosen[scalar] = UInt8(number)
    return number
  }

  /// The font for a grapheme of several scalars, or of one that may be an emoji.
  ///
  /// - Parameter scalars: The grapheme; not empty.
  func number(for scalars: ArraySlice<UInt32>) throws(TextError) -> Int {
    guard let base = scalars.first else { return 0 }
    if Presentation.isEmoji(scalars) {
      for number in 0..<count {
        let font = try font(number)
        if font.isEmoji, font.covers(base) { return number }
      }
    }
    let first = try number(for: base)
    let needed = scalars.filter { cicu_is_default_ignorable($0) == 0 }
    if try covers(needed, number: first) { return first }
    for number in 0..<count {
      if try font(number).isEmoji { continue }
      if try covers(needed, number: number) { return number }
    }
    return first
  }

  private func covers(_ scalars: [UInt32], number: Int) throws(TextError) -> Bool {
    let font = try font(number)
    for scalar in scalars where !font.covers(scalar) { return false }
    return true
  }

  /// The first font with a glyph; emoji fonts come last and never serve ASCII.
  private func search(_ scalar: UInt32) throws(TextError) -> Int {
    if primary.hasSpace, Presentation.isSynthesisedSpace(scalar) { return 0 }
    if primary.covers(scalar) { return 0 }
    for number in 1..<max(count, 1) {
      let font = try font(number)
      if !font.isEmoji, font.covers(scalar) { return number }
    }
    if scalar >= 0x80 {
      for number in 1..<max(count, 1) {
        if try font(number).covers(scalar) { return number }
      }
    }
    return 0
  }
}
