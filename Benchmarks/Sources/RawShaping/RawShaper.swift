import CRawHarfBuzz
import FoundationEssentials
public import TextMeasurement

/// HarfBuzz as its users call it: one buffer and one font for all texts, a text shaped whole.
public final class RawShaper {
  /// The font file cannot be read.
  public struct UnreadableFont: Error, CustomStringConvertible {
    /// One sentence.
    public let description: String
  }

  private let blob: OpaquePointer
  private let face: OpaquePointer
  private let font: OpaquePointer
  private let buffer: OpaquePointer
  private let language: OpaquePointer?
  /// Font units an em.
  public let unitsPerEm: Double

  /// Opens a face.
  ///
  /// - Parameter weight: The weight that a variable face is set to.
  public init(_ description: FontDescription, weight: Int) throws {
    guard let data = FileManager.default.contents(atPath: description.file) else {
      throw UnreadableFont(
        description: "the font file \(description.file) cannot be read")
    }
    blob = data.withUnsafeBytes { bytes in
      hb_blob_create(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(bytes.count),
        HB_MEMORY_MODE_DUPLICATE, nil, nil)
    }
    face = hb_face_create(blob, UInt32(description.index))
    font = hb_font_create(face)
    let units = max(1, hb_face_get_upem(face))
    unitsPerEm = Double(units)
    hb_font_set_scale(font, Int32(units), Int32(units))
    var variation = hb_variation_t(tag: hb_tag_from_string("wght", 4), value: Float(weight))
    hb_font_set_variations(font, &variation, 1)
    hb_font_make_immutable(font)
    buffer = hb_buffer_create()
    language = hb_language_from_string("en", -1)
  }

  deinit {
    hb_buffer_destroy(buffer)
    hb_font_destroy(font)
    hb_face_destroy(face)
    hb_blob_destroy(blob)
  }

  /// The release of HarfBuzz that runs.
  public static var version: String {
    hb_version_string().map { String(cString: $0) } ?? "unknown"
  }

  /// Shapes a text and adds up its advances, in font units.
  ///
  /// - Parameter guesses: Whether HarfBuzz finds direction and script; if not, the text is English.
  public func advance(of text: String, guesses: Bool = false) -> Int {
    var text = text
    hb_buffer_clear_contents(buffer)
    if !guesses {
      hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
      hb_buffer_set_script(buffer, HB_SCRIPT_LATIN)
    }
    hb_buffer_set_language(buffer, language)
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        hb_buffer_add_utf8(
          buffer, characters.baseAddress, Int32(characters.count), 0, Int32(characters.count))
      }
    }
    if guesses { hb_buffer_guess_segment_properties(buffer) }
    hb_shape(font, buffer, nil, 0)
    var count: UInt32 = 0
    guard let positions = hb_buffer_get_glyph_positions(buffer, &count) else { return 0 }
    var sum = 0
    for index in 0..<Int(count) { sum += Int(positions[index].x_advance) }
    return sum
  }
}
