// The part of CoreText that Capture/MetricsCapture.swift uses, for a made-up font.
@_exported import Foundation

package typealias CFString = String
package typealias CFDictionary = [String: Any]
package typealias CGGlyph = UInt16

package final class CTFont: @unchecked Sendable {
  let size: Double
  init(size: Double) { self.size = size }
}
package final class CTFontDescriptor {}
package final class CTLine {
  let text: String
  let size: Double
  init(_ text: String, size: Double) { (self.text, self.size) = (text, size) }
}

package enum CTFontUIFontType { case system }
package struct CTFontSymbolicTraits: Sendable {
  package let rawValue: UInt32
  package static let traitItalic = CTFontSymbolicTraits(rawValue: 1)
}
package let kCTFontWeightTrait = "weight"
package let kCTFontSymbolicTrait = "symbolic"
package let kCTFontTraitsAttribute = "traits"
package let kCTFontAttributeName = "font"

package func CTFontCreateWithName(_ name: CFString, _ size: Double, _ matrix: UnsafeRawPointer?)
  -> CTFont
{
  CTFont(size: size)
}
package func CTFontCreateUIFontForLanguage(
  _ type: CTFontUIFontType, _ size: Double, _ language: CFString?
) -> CTFont? { CTFont(size: size) }
package func CTFontCopyFontDescriptor(_ font: CTFont) -> CTFontDescriptor { CTFontDescriptor() }
package func CTFontDescriptorCreateCopyWithAttributes(
  _ descriptor: CTFontDescriptor, _ attributes: CFDictionary
) -> CTFontDescriptor { descriptor }
package func CTFontCreateWithFontDescriptor(
  _ descriptor: CTFontDescriptor, _ size: Double, _ matrix: UnsafeRawPointer?
) -> CTFont { CTFont(size: size) }
package func CTFontGetGlyphsForCharacters(
  _ font: CTFont, _ characters: [UInt16], _ glyphs: inout [CGGlyph], _ count: Int
) -> Bool { !characters.contains(0xBF) }
package func CTLineCreateWithAttributedString(_ text: NSAttributedString) -> CTLine {
  let font = text.attribute(NSAttributedString.Key("font"), at: 0, effectiveRange: nil) as? CTFont
  return CTLine(text.string, size: font?.size ?? 0)
}
package func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<Double>?, _ descent: UnsafeMutablePointer<Double>?,
  _ leading: UnsafeMutablePointer<Double>?
) -> Double {
  Double(madeUpWidth(line.text.unicodeScalars.map { Int($0.value) })) * line.size / 16384
}

package func CTFontGetUnitsPerEm(_ font: CTFont) -> UInt32 { 1024 }
package func CTFontCopyFamilyName(_ font: CTFont) -> CFString { "Made Up" }
package func CTFontGetBoundingBox(_ font: CTFont) -> CGRect {
  CGRect(x: 0, y: -0.25 * font.size, width: font.size, height: 1.25 * font.size)
}
package func CTFontGetAscent(_ font: CTFont) -> Double { font.size * 0.9375 }
package func CTFontGetDescent(_ font: CTFont) -> Double { font.size * 0.25 }
package func CTFontGetLeading(_ font: CTFont) -> Double { 0 }
package func CTFontGetCapHeight(_ font: CTFont) -> Double { font.size * 0.75 }
package func CTFontGetXHeight(_ font: CTFont) -> Double { font.size * 0.5 }

/// The width of a text in units of 1/16384 em; CaptureTests has the same font.
func madeUpWidth(_ text: [Int]) -> Int {
  var width = 0
  for index in text.indices {
    width += 6000 + text[index] % 97 * 50
    if index > 0, (text[index - 1] * 31 + text[index]) % 23 == 0 { width -= 300 }
    if index > 1, text[index - 1] == 0x78, (0x30...0x39).contains(text[index - 2]),
      (0x30...0x39).contains(text[index])
    {
      width += 111
    }
    if index > 2, text[index - 3...index].allSatisfy({ $0 == 0x66 }) { width += 77 }
  }
  return width
}
