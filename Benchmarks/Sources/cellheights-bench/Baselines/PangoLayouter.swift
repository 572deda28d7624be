import CPango

/// Pango as programs use it: one layout object, given one text after another.
///
/// Positions are fractional and outlines unhinted, so that widths equal those that we measure.
/// Lines break at words, and at graphemes if a word does not fit.
final class PangoLayouter {
  private let map: OpaquePointer
  private let context: OpaquePointer
  private let layout: OpaquePointer

  /// Makes a layout that has seen no text.
  ///
  /// - Parameters:
  ///   - family: Family, which Pango finds through fontconfig.
  ///   - size: Size, in pixels.
  ///   - language: BCP 47 tag.
  init(family: String, size: Double, language: String) throws {
    guard let map = pango_cairo_font_map_new(),
      let context = pango_font_map_create_context(map),
      let layout = pango_layout_new(context)
    else { throw BenchmarkError("Pango makes no layout; is libpangocairo-1.0-0 complete?") }
    self.map = map
    self.context = context
    self.layout = layout
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, Int32(CPANGO_HINT_STYLE_NONE))
    cairo_font_options_set_hint_metrics(options, Int32(CPANGO_HINT_METRICS_OFF))
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
    pango_context_set_language(context, pango_language_from_string(language))
    let description = pango_font_description_from_string(family)
    pango_font_description_set_absolute_size(description, size * Double(CPANGO_SCALE))
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    pango_layout_set_wrap(layout, Int32(CPANGO_WRAP_WORD_CHAR))
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(layout))
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(UnsafeMutableRawPointer(map))
  }

  /// The release of Pango that runs.
  static var version: String { pango_version_string().map { String(cString: $0) } ?? "unknown" }

  /// Lines and size of a text.
  ///
  /// - Parameter width: Available width, in pixels; none for no limit.
  /// - Returns: Lines, then width and height in pixels, not rounded.
  func measure(_ text: String, width: Double?) -> (lines: Int, width: Double, height: Double) {
    let scale = Double(CPANGO_SCALE)
    pango_layout_set_width(layout, width.map { Int32($0 * scale) } ?? -1)
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        pango_layout_set_text(layout, characters.baseAddress, Int32(characters.count))
      }
    }
    var across: Int32 = 0
    var down: Int32 = 0
    pango_layout_get_size(layout, &across, &down)
    return (
      Int(pango_layout_get_line_count(layout)), Double(across) / scale, Double(down) / scale
    )
  }
}
