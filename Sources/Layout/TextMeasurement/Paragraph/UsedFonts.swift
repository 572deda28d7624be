/// The fonts of the current text: the own fonts of its styles, and fallback fonts.
final class UsedFonts {
  /// A font with the size and baseline of a style.
  private struct Entry {
    var style: RunFont
    /// Number of the font in the font set of the style; 0 is the style's own font.
    var number: Int
    var font: UsedFont
  }

  private var entries: [Entry] = []
  private let maskBuffer = ScratchBuffer<UInt64>(capacity: Paragraph.maximumFonts)

  /// Whether the text uses more than one font.
  var areMany: Bool { entries.count > 1 }
  /// One mask per font, with the font's bit and the bit of the own font of the same style.
  var masks: UnsafePointer<UInt64> { UnsafePointer(maskBuffer.base) }
  /// A copy of `masks` as an array, with one element per font.
  var allMasks: [UInt64] {
    Array(UnsafeBufferPointer(start: maskBuffer.base, count: entries.count))
  }
  /// The fonts in the order of their bits.
  var fonts: [UsedFont] { entries.map(\.font) }

  /// Removes all fonts and begins a text; bit 0 is the own font of its style.
  func begin(_ style: RunFont, set: FontFallback) {
    entries.removeAll(keepingCapacity: true)
    append(style, number: 0, font: set.primary)
  }

  /// Index of the bit of a style's font; nil if the text has not used the font so far.
  func existingBit(of style: RunFont, number: Int) -> UInt8? {
    entries.firstIndex { $0.number == number && $0.style == style }.map { UInt8($0) }
  }

  /// Index of the bit of a style's font; a new font is added.
  ///
  /// If there are more fonts than bits, the last fonts share the last bit, which stands for the
  /// tallest of them.
  func bit(of style: RunFont, number: Int, in set: FontFallback) throws(TextError) -> UInt8 {
    if let known = existingBit(of: style, number: number) { return known }
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
    let bit = entries.count
    let own = number == 0 ? bit : Int(existingBit(of: style, number: 0) ?? UInt8(bit))
    maskBuffer.base[bit] = 1 << UInt64(bit) | 1 << UInt64(own)
    entries.append(
      Entry(
        style: style, number: number, font: UsedFont(font, style: style, isOwn: number == 0)))
  }
}

/// The properties of a character style that affect shaping and line heights, with opened fonts.
struct RunFont: Hashable, Sendable {
  /// Index of the font and its fallbacks in the measurer's registry.
  var fontSet: Int
  /// Font size, in points.
  var size: Double
  /// Letter spacing that is added after each grapheme, in points.
  var spacing: Double
  /// Distance of the style's baseline above the line's baseline, in points.
  var baselineOffset: Double
  /// Device pixels per point, to which Chromium rounds widths; 1 under other rules.
  var pixels = 1.0
}

/// A range of text with its fonts.
struct RunSpan: Hashable, Sendable {
  /// UTF-16 offset after the range.
  var end: Int
  var font: RunFont
}

/// The fonts of a text, from the beginning of the text to its end.
struct RunTable {
  /// Ranges of text with their fonts, in the order of the text; empty for a text with one style.
  let spans: [RunSpan]
  /// The fonts of the text after the last span.
  let base: RunFont

  /// Index of the span that contains a UTF-16 offset; `spans.count` after the last span.
  ///
  /// - Parameter first: The index at which the search starts; it must not exceed the result.
  func number(at unit: Int, from first: Int = 0) -> Int {
    spans[first...].partitioningIndex { $0.end > unit }
  }

  /// Whether any part of the text has letter spacing.
  var areSpaced: Bool { base.spacing != 0 || spans.contains { $0.font.spacing != 0 } }

  /// The fonts of the span at an index; the fonts of `base` for `spans.count`.
  func font(_ number: Int) -> RunFont { number < spans.count ? spans[number].font : base }
}
