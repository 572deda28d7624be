internal import CICU

/// The fonts of one style: its own font, the other fonts that it names, then the fallback chain, each
/// opened when first used.
///
/// The first step that applies determines the font of a grapheme. The scripts for which a font is
/// made play no role.
///
/// 1. The grapheme has emoji presentation: the first emoji font that has its first character, or
///    metrics pack that has it as a whole.
/// 2. The style's own font, if it has the whole grapheme.
/// 3. The grapheme belongs to no script, such as punctuation: the font of the last letter before
///    it, if this font has the grapheme. Chromium's rules do not have this step.
/// 4. The first font of the chain that has the whole grapheme. Emoji fonts are tried last, and
///    never for ASCII.
/// 5. By Chromium's rules, the style's own font; otherwise the font that the grapheme's first
///    character would have. The font lacks a character of the grapheme.
///
/// By Chromium's rules, the marks of another script than their base have a font of their own.
final class FontFallback {
  /// The style's own font, which has the number 0.
  let primary: ShapingFont
  /// Whether another family or face is used in place of the style's.
  let isSubstitute: Bool
  /// Whether Chromium's rules choose the fonts.
  let isChromium: Bool

  /// The faces of the other families of the style.
  private let others: [FontDescription]
  /// The registry that owns these fonts.
  private unowned let registry: FontRegistry
  private let key: FontFallbackKey
  /// The fonts by their number; `nil` for a font that is not open yet.
  private var opened: [ShapingFont?]
  private var registered: [Int]
  /// The numbers of open fonts that are metrics packs without a face of the style.
  private var unlike: Set<Int> = []
  private var chosen = PageTable()
  private var chosenEmoji: [UInt32: Int] = [:]

  init(
    primary: Int, others: [FontDescription], registry: FontRegistry, key: FontFallbackKey,
    isSubstitute: Bool
  ) {
    let count = 1 + others.count + registry.library.fallback.count
    self.others = others
    self.registry = registry
    self.isSubstitute = isSubstitute
    self.key = key
    isChromium = key.isChromium
    self.primary = registry.fonts[primary]
    opened = [ShapingFont?](repeating: nil, count: count)
    registered = [Int](repeating: -1, count: count)
    opened[0] = registry.fonts[primary]
    registered[0] = primary
  }

  /// Whether an open font is a metrics pack without a face of the style.
  func isUnlike(_ number: Int) -> Bool { unlike.contains(number) }

  /// Whether a font was declared: by the style, or by a fallback chain that is not that of this
  /// program.
  func isDeclared(_ number: Int) -> Bool {
    number <= others.count
      || registry.library.configuration.fallback != FontConfiguration.defaultFallback
  }

  /// Number of fonts, of which at most 254 are used.
  var count: Int { min(opened.count, 254) }

  /// Returns the font with a number, which is opened when first used.
  func font(_ number: Int) throws(TextError) -> ShapingFont {
    if let font = opened[number] { return font }
    let face: FontDescription
    if number <= others.count {
      face = others[number - 1]
    } else {
      let entry = registry.library.entries[number - others.count]
      guard let nearest = entry.faces(region: key.region).nearest(key.traits, size: key.size)
      else {
        throw .missingFont(family: entry.name)
      }
      face = nearest
    }
    let index = try registry.register(face, key: key)
    if face.isCaptured, !face.serves(key) { unlike.insert(number) }
    registered[number] = index
    opened[number] = registry.fonts[index]
    return registry.fonts[index]
  }

  /// Index in the measurer's registry of the font with a number, which must be open.
  func registryIndex(_ number: Int) -> Int { registered[number] }

  /// Number of the font for a scalar that is a whole grapheme, in text presentation.
  ///
  /// The font of the letters before it is not considered.
  func number(for scalar: UInt32) throws(TextError) -> Int {
    let cached = chosen[scalar]
    if cached != PageTable.unknown { return Int(cached) }
    let number = try search(scalar)
    chosen[scalar] = UInt8(number)
    return number
  }

  /// Number of the font for a scalar that is a whole grapheme and belongs to no script.
  ///
  /// - Parameter neighbor: Number of the font of the last letter before it; nil if there is none.
  func number(
    for scalar: UInt32, after neighbor: Int?
  ) throws(TextError) -> Int {
    let number = try number(for: scalar)
    guard !isChromium, let neighbor, number != 0, number != neighbor else { return number }
    let font = try font(neighbor)
    return !font.isEmoji && font.shows(scalar) ? neighbor : number
  }

  /// Number of the font for a grapheme of several scalars, or for a scalar that may be an emoji.
  ///
  /// - Parameters:
  ///   - scalars: The grapheme; not empty.
  ///   - neighbor: Number of the font of the last letter before a grapheme without a script; nil if
  ///     there is none, and for other graphemes.
  func number(
    for scalars: ArraySlice<UInt32>, after neighbor: Int? = nil
  ) throws(TextError) -> Int {
    guard let base = scalars.first else { return 0 }
    if EmojiPresentation.isEmoji(scalars),
      let emoji = try emojiFont(base, isSingle: scalars.count == 1)
    {
      return emoji
    }
    let needed = scalars.filter { cicu_is_invisible($0) == 0 }
    let first = try number(for: needed.first ?? base)
    if first == 0, try shows(needed, number: 0) { return 0 }
    if !isChromium, let neighbor, neighbor != 0, try !font(neighbor).isEmoji,
      try shows(needed, number: neighbor)
    {
      return neighbor
    }
    if try shows(needed, number: first) { return first }
    for number in 0..<count {
      if try font(number).isEmoji { continue }
      if try shows(needed, number: number) { return number }
    }
    return isChromium ? 0 : first
  }

  /// Number of the first emoji font that has a character; `nil` if no emoji font has it.
  ///
  /// - Parameter isSingle: Whether the character is the whole grapheme, which a metrics pack may have.
  private func emojiFont(_ base: UInt32, isSingle: Bool) throws(TextError) -> Int? {
    let key = isSingle ? base | 1 << 31 : base
    if let cached = chosenEmoji[key] { return cached < 0 ? nil : cached }
    var match = -1
    for number in 0..<count {
      let font = try font(number)
      if font.isEmoji || isSingle && font.captured != nil, font.covers(base) {
        match = number
        break
      }
    }
    chosenEmoji[key] = match
    return match < 0 ? nil : match
  }

  private func shows(_ scalars: [UInt32], number: Int) throws(TextError) -> Bool {
    try font(number).shows(scalars)
  }

  /// Number of the first font that has a character; 0 if no font has it.
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

/// Properties of characters that affect fonts and line ends: emoji, invisible and hanging ones.
enum EmojiPresentation {
  private static let textSelector: UInt32 = 0xFE0E
  private static let emojiSelector: UInt32 = 0xFE0F
  private static let joiner: UInt32 = 0x200D
  private static let keycap: UInt32 = 0x20E3

  /// A soft hyphen, which is drawn only if a line ends at it.
  static let softHyphen: UInt16 = 0xAD

  /// Whether a grapheme has emoji presentation.
  ///
  /// A digit, `#` or `*` has it only in a complete keycap sequence.
  ///
  /// Source: Unicode Technical Standard 51, presentation style.
  static func isEmoji(_ scalars: ArraySlice<UInt32>) -> Bool {
    guard let base = scalars.first else { return false }
    let second = scalars.count > 1 ? scalars[scalars.startIndex + 1] : 0
    if base < 0x80 { return second == emojiSelector && scalars.last == keycap }
    if second == textSelector { return false }
    if cicu_is_emoji_presentation(base) != 0 { return true }
    guard second != 0, cicu_is_emoji(base) != 0 else { return false }
    return second == emojiSelector || second == joiner || cicu_is_emoji_modifier(second) != 0
  }

  /// Whether a character is invisible: HarfBuzz hides it whatever the font, and it has no letter
  /// spacing.
  static func isInvisible(_ scalar: UInt32) -> Bool {
    scalar >= 0xAD && cicu_is_invisible(scalar) != 0
  }

  /// Whether a grapheme that begins with a UTF-16 unit may be invisible; `false` is certain.
  @inline(__always)
  static func mayBeInvisible(_ unit: UInt16) -> Bool {
    if unit < 0x2000 {
      return unit == 0xAD || unit == 0x34F || unit == 0x61C || unit == 0x17B4 || unit == 0x17B5
        || (0x180B...0x180F).contains(unit)
    }
    if unit < 0xD800 { return unit < 0x2070 && unit >= 0x200B }
    switch unit {
    case 0xD82F, 0xD834, 0xDB40...0xDB43, 0xFE00...0xFE0F, 0xFEFF, 0xFFF0...0xFFF8: return true
    default: return false
    }
  }

  /// Whether a scalar is certainly no emoji; `false` must be confirmed by ICU.
  static func isPlain(_ scalar: UInt32) -> Bool {
    scalar < 0x2000 || (0x3001...0x3029).contains(scalar) || (0x303E...0x3296).contains(scalar)
      || (0x329A...0xFE00).contains(scalar) || (0xFE10...0xFFFF).contains(scalar)
      || (0x20000...0x3FFFF).contains(scalar)
  }

  /// Whether HarfBuzz shows a space in place of a character, if the font lacks the character.
  static func isSynthesizedSpace(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || scalar == 0xA0 || (0x2000...0x200A).contains(scalar) || scalar == 0x202F
      || scalar == 0x205F
  }

  /// Whether a UTF-16 unit hangs at the end of a line, as white space after which a line may break.
  ///
  /// In Chromium, only the space and the ideographic space hang; measured in Chromium 156.
  static func hangs(_ unit: UInt16, mode: LineBreakMode) -> Bool {
    if mode == .chromium { return unit == 0x20 || unit == 0x3000 }
    return mayHang(unit)
  }

  /// Whether a UTF-16 unit hangs at the end of a line in at least one mode.
  static func mayHang(_ unit: UInt16) -> Bool {
    if unit == 0x20 { return true }
    if unit < 0x1680 { return false }
    return unit == 0x1680 || unit == 0x205F || unit == 0x3000
      || ((0x2000...0x200A).contains(unit) && unit != 0x2007)
  }
}

/// A byte for each Unicode scalar, in pages of 256; a page is allocated when it is first written.
struct PageTable {
  /// The byte of a scalar for which none was set.
  static let unknown: UInt8 = 0xFF

  private var pages = ContiguousArray<UInt16>(repeating: 0, count: 0x1100)
  private var bytes = ContiguousArray<UInt8>(repeating: unknown, count: 256)

  /// The byte of a scalar.
  subscript(scalar: UInt32) -> UInt8 {
    get {
      let page = Int(pages[Int(scalar >> 8)])
      return bytes[page << 8 | Int(scalar & 0xFF)]
    }
    set {
      let high = Int(scalar >> 8)
      if pages[high] == 0 {
        // No byte of page 0 is ever set; at most 0x1100 pages follow it.
        pages[high] = UInt16(bytes.count >> 8)
        bytes.append(contentsOf: repeatElement(Self.unknown, count: 256))
      }
      bytes[Int(pages[high]) << 8 | Int(scalar & 0xFF)] = newValue
    }
  }
}
