internal import CHarfBuzz

/// The outline of a glyph, in font units, with the origin on the baseline and y upwards.
public struct GlyphOutline: Hashable, Sendable {
  /// The movements of the pen, in order.
  public let steps: [Step]

  /// One movement of the pen.
  public enum Step: Hashable, Sendable {
    /// Moves the pen to a point, at which a contour begins.
    case move(x: Double, y: Double)
    /// Draws a straight line to a point.
    case line(x: Double, y: Double)
    /// Draws a quadratic curve with a control point to an end point.
    case quadratic(controlX: Double, controlY: Double, x: Double, y: Double)
    /// Draws a cubic curve with two control points to an end point.
    case cubic(
      firstX: Double, firstY: Double, secondX: Double, secondY: Double, x: Double, y: Double)
    /// Draws a straight line to the first point of the contour, and ends the contour.
    case close
  }

  /// Creates an outline from the movements of a pen.
  public init(steps: [Step]) { self.steps = steps }

  /// Whether the outline draws nothing.
  public var isEmpty: Bool { steps.isEmpty }
}

/// Reads glyph outlines from font files, each only once.
final class OutlineReader {
  /// The outlines read so far; glyphs without an outline are not included.
  private(set) var outlines: [GlyphOutline] = []

  private let functions: OpaquePointer
  private var numbers: [Key: Int] = [:]

  private struct Key: Hashable {
    let font: Int
    let glyph: UInt32
  }

  init() {
    functions = hb_draw_funcs_create()
    hb_draw_funcs_set_move_to_func(
      functions, { _, pen, _, x, y, _ in Pen.of(pen)?.add(.move(x: Double(x), y: Double(y))) },
      nil, nil)
    hb_draw_funcs_set_line_to_func(
      functions, { _, pen, _, x, y, _ in Pen.of(pen)?.add(.line(x: Double(x), y: Double(y))) },
      nil, nil)
    hb_draw_funcs_set_quadratic_to_func(
      functions,
      { _, pen, _, controlX, controlY, x, y, _ in
        Pen.of(pen)?.add(
          .quadratic(
            controlX: Double(controlX), controlY: Double(controlY), x: Double(x), y: Double(y)))
      }, nil, nil)
    hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, pen, _, firstX, firstY, secondX, secondY, x, y, _ in
        Pen.of(pen)?.add(
          .cubic(
            firstX: Double(firstX), firstY: Double(firstY), secondX: Double(secondX),
            secondY: Double(secondY), x: Double(x), y: Double(y)))
      }, nil, nil)
    hb_draw_funcs_set_close_path_func(
      functions, { _, pen, _, _ in Pen.of(pen)?.add(.close) }, nil, nil)
    hb_draw_funcs_make_immutable(functions)
  }

  deinit { hb_draw_funcs_destroy(functions) }

  /// Index of a glyph's outline in `outlines`, which is read if necessary; `nil` if it has none.
  ///
  /// - Parameter number: The font's number in the registry of its measurer.
  func outline(of glyph: UInt32, in font: ShapingFont, number: Int) -> Int? {
    let key = Key(font: number, glyph: glyph)
    if let cached = numbers[key] { return cached < 0 ? nil : cached }
    let pen = Pen()
    if font.captured == nil {
      hb_font_get_glyph_shape(
        font.font, glyph, functions, Unmanaged.passUnretained(pen).toOpaque())
    } else if glyph != font.spaceGlyph {
      // A metrics pack has no shapes. A box of the height of the letter x shows the widths.
      pen.addBox(
        width: Double(hb_font_get_glyph_h_advance(font.font, glyph)), height: font.metrics.xHeight)
    }
    let isBlank = pen.steps.isEmpty
    numbers[key] = isBlank ? -1 : outlines.count
    guard !isBlank else { return nil }
    outlines.append(GlyphOutline(steps: pen.steps))
    return outlines.count - 1
  }
}

/// Receives the drawing callbacks of HarfBuzz for one outline.
private final class Pen {
  private(set) var steps: [GlyphOutline.Step] = []

  func add(_ step: GlyphOutline.Step) { steps.append(step) }

  /// Adds a box on the baseline, with a space of a tenth of its width on both sides.
  func addBox(width: Double, height: Double) {
    guard width > 0, height > 0 else { return }
    let (left, right) = (width / 10, width * 9 / 10)
    steps += [
      .move(x: left, y: 0), .line(x: left, y: height), .line(x: right, y: height),
      .line(x: right, y: 0), .close,
    ]
  }

  /// Returns the pen behind the pointer that HarfBuzz passes to its callbacks.
  static func of(_ pointer: UnsafeMutableRawPointer?) -> Pen? {
    pointer.map { Unmanaged<Pen>.fromOpaque($0).takeUnretainedValue() }
  }
}
