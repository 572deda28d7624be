/// The fonts of the text that is currently prepared: its styles' own fonts, and fallback fonts.
final class UsedFonts {
  /// A font with the size and baseline of a style.
  struct Entry {
    var style: RunFont
    /// Number of the font in its style's font set; 0 is the style's own font.
    var number: Int
    var font: UsedFont
  }

  private(set) var entries: [Entry] = []
  private let maskBuffer = ScratchBuffer<UInt64>(capacity: Paragraph.maximumFonts)

  /// Whether the text uses more than one font.
  var areMany: Bool { entries.count > 1 }
  /// One mask per font: the bit of the font, and the bit of the own font of its style.
  var masks: UnsafePointer<UInt64> { UnsafePointer(maskBuffer.base) }
  /// A copy of `masks` as an array, with one element per font.
  var allMasks: [UInt64] {
    Array(UnsafeBufferPointer(start: maskBuffer.base, count: entries.count))
  }
  /// The fonts in the order of their bits.
  var fonts: [UsedFont] { entries.map(\.font) }

  /// Removes all fonts and adds the own font of a style, which gets bit 0.
  func begin(_ style: RunFont, set: FontFallback) {
    entries.removeAll(keepingCapacity: true)
    append(style, number: 0, font: set.primary)
  }

  /// Begins with the fonts of an earlier text, which keep their bits.
  func begin(with earlier: some Sequence<Entry>) {
    entries.removeAll(keepingCapacity: true)
    for entry in earlier {
      append(entry)
    }
  }

  /// The number of the bit of a style's font; nil if the text has not used it yet.
  func existingBit(of style: RunFont, number: Int) -> UInt8? {
    entries.firstIndex { $0.number == number && $0.style == style }.map { UInt8($0) }
  }

  /// The number of the bit of a style's font, which is added if it is new.
  ///
  /// If a text has more fonts than a mask has bits, the last bit stands for the tallest of the last
  /// fonts.
  func bit(of style: RunFont, number: Int, in set: FontFallback) throws(TextError) -> UInt8 {
    if let existing = existingBit(of: style, number: number) { return existing }
    if number != 0 { _ = try bit(of: style, number: 0, in: set) }
    let font = try set.font(number)
    if entries.count < Paragraph.maximumFonts {
      append(style, number: number, font: font)
    } else {
      let last = entries.count - 1
      let next = UsedFont(font, style: style, isOwn: number == 0)
      if entries[last].font.height < next.height { entries[last].font = next }
    }
    return UInt8(entries.count - 1)
  }

  private func append(_ style: RunFont, number: Int, font: ShapingFont) {
    append(
      Entry(
        style: style, number: number, font: UsedFont(font, style: style, isOwn: number == 0)))
  }

  private func append(_ entry: Entry) {
    let bit = entries.count
    let own =
      entry.number == 0 ? bit : Int(existingBit(of: entry.style, number: 0) ?? UInt8(bit))
    maskBuffer.base[bit] = 1 << UInt64(bit) | 1 << UInt64(own)
    entries.append(entry)
  }
}

/// The properties of a character style that affect shaping and line heights.
struct RunFont: Hashable, Sendable {
  /// Index in the measurer's registry of the set of the style's own font and its fallbacks.
  var fontSet: Int
  /// Font size for measuring, in points.
  var size: Double
  /// Font size of the style, in points.
  var computedSize: Double
  /// Letter spacing that is added after each grapheme, in points.
  var spacing: Double
  /// Distance that is added to each space, in points.
  var wordSpacing = 0.0
  /// Whether lines break after each space, and spaces do not hang: CSS's `break-spaces`.
  var breaksSpaces = false
  /// Distance of the style's baseline above the line's baseline, in points.
  var baselineOffset: Double
  /// Device pixels per point, for Chromium's rounding of widths; 1 under other rules.
  var pixels = 1.0
}

/// A range of text with its style's fonts; it begins where the previous range ends.
struct RunSpan: Hashable, Sendable {
  /// UTF-16 offset after the range.
  var end: Int
  var font: RunFont
  /// Whether each character stands for an atomic box.
  var isObject = false
  /// The rules of line breaks, if they are not those of the text.
  var lineBreak: LineBreakRules?
}

/// The fonts of all parts of a text.
struct RunTable {
  /// Ranges of the text with their fonts, from its beginning; empty for a text with one style.
  let spans: [RunSpan]
  /// The fonts of the text after the last span.
  let base: RunFont

  /// Whether lines break after each space in a part of the text.
  var breakSpaces: Bool { base.breaksSpaces || spans.contains { $0.font.breaksSpaces } }

  /// Index of the span that contains a UTF-16 offset; `spans.count` beyond the last span.
  ///
  /// - Parameter first: The index from which spans are searched; it must not exceed the result.
  func number(at unit: Int, from first: Int = 0) -> Int {
    spans[first...].partitioningIndex { $0.end > unit }
  }

  /// Whether any part of the text has letter spacing.
  var areSpaced: Bool { base.spacing != 0 || spans.contains { $0.font.spacing != 0 } }

  /// The fonts of the span with the index `number`; `base` if `number` is `spans.count`.
  func font(_ number: Int) -> RunFont { number < spans.count ? spans[number].font : base }
}
