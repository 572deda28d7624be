internal import CICU

/// The fonts of one style: its own, then the fallback chain, opened at their first use.
///
/// The font of a grapheme is decided in this order:
///
/// 1. Emoji presentation: the first emoji font of the chain that has its first character.
/// 2. The style's own font, if it has all of the grapheme.
/// 3. Punctuation and marks that belong to no script: the font of the letters before them, if it
///    has them. Not under Chromium's rules, which use the declared order only.
/// 4. The first font in the declared order that has all of it; emoji fonts come last and are
///    not used for ASCII.
/// 5. The font of its first character, which lacks the other characters.
///
/// Between two fonts that have a character only the declared order decides, not their scripts.
final class FontFallback {
  /// The style's own font, which is number 0 of the set.
  let primary: ShapingFont
  /// Whether the style's family was replaced by another.
  let isSubstitute: Bool
  /// Whether punctuation may use the font of the letters before it.
  let keepsNeighbors: Bool

  private let registry: FontRegistry
  private let key: FontFallbackKey
  /// Fonts by their number in the set, opened at their first use.
  private var opened: [ShapingFont?]
  private var registered: [Int]
  private var chosen = PageTable()
  private var chosenEmoji: [UInt32: Int] = [:]

  init(
    primary: Int, registry: FontRegistry, key: FontFallbackKey, isSubstitute: Bool
  ) {
    let count = 1 + registry.library.fallback.count
    self.registry = registry
    self.isSubstitute = isSubstitute
    self.key = key
    keepsNeighbors = key.keepsNeighbors
    self.primary = registry.fonts[primary]
    opened = [ShapingFont?](repeating: nil, count: count)
    registered = [Int](repeating: -1, count: count)
    opened[0] = registry.fonts[primary]
    registered[0] = primary
  }

  /// Number of fonts in the set, at most 254.
  var count: Int { min(opened.count, 254) }

  /// Returns the font with a number in the set, opened at its first use.
  func font(_ number: Int) throws(TextError) -> ShapingFont {
    if let font = opened[number] { return font }
    let entry = registry.library.entries[number]
    guard let face = entry.faces(region: key.region).nearest(key.traits) else {
      throw .missingFont(
        family: entry.name, debianPackage: DebianPackage.name(ofFamily: entry.name))
    }
    let index = try registry.register(face, key: key)
    registered[number] = index
    opened[number] = registry.fonts[index]
    return registry.fonts[index]
  }

  /// Index in the measurer's registry of the font with a number in the set; it must be open.
  func registryIndex(_ number: Int) -> Int { registered[number] }

  /// Number of the font for a grapheme of one scalar in text presentation, whatever its neighbors.
  func number(for scalar: UInt32) throws(TextError) -> Int {
    let known = chosen[scalar]
    if known != PageTable.unknown { return Int(known) }
    let number = try search(scalar)
    chosen[scalar] = UInt8(number)
    return number
  }

  /// Number of the font for a grapheme of one scalar that belongs to no script.
  ///
  /// - Parameter neighbor: Number of the font of the last letter before the grapheme.
  func number(
    for scalar: UInt32, after neighbor: Int?
  ) throws(TextError) -> Int {
    let number = try number(for: scalar)
    guard keepsNeighbors, let neighbor, number != 0, number != neighbor else { return number }
    let font = try font(neighbor)
    return !font.isEmoji && font.shows(scalar) ? neighbor : number
  }

  /// Number of the font for a grapheme of several scalars, or of one that may be an emoji.
  ///
  /// - Parameters:
  ///   - scalars: The grapheme; not empty.
  ///   - neighbor: Number of the font of the last letter before the grapheme, if the grapheme
  ///     belongs to no script.
  func number(
    for scalars: ArraySlice<UInt32>, after neighbor: Int? = nil
  ) throws(TextError) -> Int {
    guard let base = scalars.first else { return 0 }
    if EmojiPresentation.isEmoji(scalars), let emoji = try emojiFont(base) { return emoji }
    let first = try number(for: base)
    let needed = scalars.filter { cicu_is_default_ignorable($0) == 0 }
    if first == 0, try shows(needed, number: 0) { return 0 }
    if keepsNeighbors, let neighbor, neighbor != 0, try !font(neighbor).isEmoji,
      try shows(needed, number: neighbor)
    {
      return neighbor
    }
    if try shows(needed, number: first) { return first }
    for number in 0..<count {
      if try font(number).isEmoji { continue }
      if try shows(needed, number: number) { return number }
    }
    return first
  }

  /// Number of the first emoji font that has a character; `nil` when none has it.
  private func emojiFont(_ base: UInt32) throws(TextError) -> Int? {
    if let known = chosenEmoji[base] { return known < 0 ? nil : known }
    var found = -1
    for number in 0..<count {
      let font = try font(number)
      if font.isEmoji, font.covers(base) {
        found = number
        break
      }
    }
    chosenEmoji[base] = found
    return found < 0 ? nil : found
  }

  private func shows(_ scalars: [UInt32], number: Int) throws(TextError) -> Bool {
    try font(number).shows(scalars)
  }

  /// Number of the first font that has a character; 0 when none has it.
  ///
  /// Emoji fonts come last and are not used for ASCII.
  private func search(_ scalar: UInt32) throws(TextError) -> Int {
    if !primary.isEmoji || scalar >= 0x80, primary.shows(scalar) { return 0 }
    if primary.hasSpace, !primary.isEmoji, EmojiPresentation.isSynthesizedSpace(scalar) { return 0 }
    for number in 1..<max(count, 1) {
      let font = try font(number)
      if !font.isEmoji, font.shows(scalar) { return number }
    }
    if scalar >= 0x80 {
      for number in 1..<max(count, 1) {
        if try font(number).covers(scalar) { return number }
      }
    }
    return 0
  }
}
