import CCairo
import LayoutPrimitives
import TextMeasurement

extension CellPicture {
  /// The picture as a PNG file, drawn by cairo; equal pictures give equal bytes.
  ///
  /// - Throws: `PictureError.tooManyPixels`; `.drawing` when cairo runs out of memory.
  public func png(limits: PictureLimits = PictureLimits()) throws(PictureError) -> [UInt8] {
    let (width, height) = pixels
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= limits.pixels,
      max(width, height) <= PictureLimits.cairoExtent
    else { throw .tooManyPixels(width: width, height: height, limit: limits.pixels) }
    let canvas = try CairoCanvas(width: width, height: height, scale: scale)
    for shape in shapes {
      canvas.clipped(to: shape.clip) { draw(shape, on: canvas) }
    }
    return try canvas.png()
  }

  private func draw(_ shape: PictureShape, on canvas: CairoCanvas) {
    switch shape.form {
    case .rectangle(let rect, let radius): canvas.rectangle(rect, radius: radius)
    case .line(let start, let end): canvas.path([start, end], isClosed: false)
    case .polygon(let points): canvas.path(points, isClosed: true)
    case .glyph(let glyph):
      canvas.path(outlines[glyph.outline], at: glyph.origin, scale: glyph.scale)
    case .caption(let caption):
      for glyph in caption.glyphs {
        canvas.path(outlines[glyph.outline], at: glyph.origin, scale: glyph.scale)
        canvas.paint(fill: shape.fill, stroke: nil)
      }
      return
    }
    canvas.paint(fill: shape.fill, stroke: shape.stroke)
  }
}

/// An image in memory that cairo draws into; it owns cairo's surface and context.
final class CairoCanvas {
  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// Creates a white image.
  ///
  /// - Parameters:
  ///   - width: In pixels.
  ///   - height: In pixels.
  ///   - scale: Pixels per point.
  init(width: Int, height: Int, scale: Double) throws(PictureError) {
    guard
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, Int32(clamping: width), Int32(clamping: height))
    else { throw .drawing("cairo made no image") }
    guard let context = cairo_create(surface) else {
      cairo_surface_destroy(surface)
      throw .drawing("cairo made no context")
    }
    self.surface = surface
    self.context = context
    // Subpixel rendering is off, because it depends on the screen.
    cairo_set_antialias(context, CAIRO_ANTIALIAS_GRAY)
    // The pixels at the right and bottom edges may be partly outside the picture.
    set(Palette.paper)
    cairo_paint(context)
    cairo_scale(context, scale, scale)
    try check()
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Clips the drawing of `body` to a rectangle; `nil` does not clip.
  func clipped(to rect: Rect?, _ body: () -> Void) {
    guard let rect else { return body() }
    cairo_save(context)
    // cairo keeps the path of the previous shape.
    cairo_new_path(context)
    cairo_rectangle(context, rect.x, rect.y, max(0, rect.width), max(0, rect.height))
    cairo_clip(context)
    body()
    cairo_restore(context)
  }

  /// Sets the path to a rectangle whose corners have a radius, in points.
  func rectangle(_ rect: Rect, radius: Double) {
    cairo_new_path(context)
    let radius = min(radius, rect.width / 2, rect.height / 2)
    guard radius > 0 else {
      cairo_rectangle(context, rect.x, rect.y, max(0, rect.width), max(0, rect.height))
      return
    }
    let quarter = Double.pi / 2
    let (left, right) = (rect.x + radius, rect.maxX - radius)
    let (top, bottom) = (rect.y + radius, rect.maxY - radius)
    cairo_arc(context, right, top, radius, -quarter, 0)
    cairo_arc(context, right, bottom, radius, 0, quarter)
    cairo_arc(context, left, bottom, radius, quarter, 2 * quarter)
    cairo_arc(context, left, top, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(context)
  }

  /// Sets the path to straight lines through points.
  func path(_ points: [Point], isClosed: Bool) {
    cairo_new_path(context)
    for point in points { cairo_line_to(context, point.x, point.y) }
    if isClosed { cairo_close_path(context) }
  }

  /// Sets the path to the outline of a glyph; `scale` is in points per font unit.
  func path(_ outline: GlyphOutline, at origin: Point, scale: Double) {
    cairo_new_path(context)
    var pen = Point(x: origin.x, y: origin.y)
    func place(_ x: Double, _ y: Double) -> Point {
      Point(x: origin.x + x * scale, y: origin.y - y * scale)
    }
    for step in outline.steps {
      switch step {
      case .move(let x, let y):
        pen = place(x, y)
        cairo_move_to(context, pen.x, pen.y)
      case .line(let x, let y):
        pen = place(x, y)
        cairo_line_to(context, pen.x, pen.y)
      case .quadratic(let controlX, let controlY, let x, let y):
        // This is the equivalent cubic curve, whose control points are at two thirds.
        let (control, end) = (place(controlX, controlY), place(x, y))
        cairo_curve_to(
          context, pen.x + (control.x - pen.x) * 2 / 3, pen.y + (control.y - pen.y) * 2 / 3,
          end.x + (control.x - end.x) * 2 / 3, end.y + (control.y - end.y) * 2 / 3, end.x, end.y)
        pen = end
      case .cubic(let firstX, let firstY, let secondX, let secondY, let x, let y):
        let (first, second, end) = (place(firstX, firstY), place(secondX, secondY), place(x, y))
        cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
        pen = end
      case .close: cairo_close_path(context)
      }
    }
  }

  /// Fills and strokes the current path; `nil` omits the fill or the stroke.
  func paint(fill: Color?, stroke: PictureShape.Stroke?) {
    if let fill {
      set(fill)
      cairo_fill_preserve(context)
    }
    if let stroke {
      set(stroke.color)
      cairo_set_line_width(context, stroke.width)
      cairo_set_dash(context, stroke.dashes, Int32(clamping: stroke.dashes.count), 0)
      cairo_stroke_preserve(context)
    }
  }

  private func set(_ color: Color) {
    cairo_set_source_rgb(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
  }

  /// The image as a PNG file.
  func png() throws(PictureError) -> [UInt8] {
    try check()
    let sink = ByteSink()
    let status = cairo_surface_write_to_png_stream(
      surface,
      { sink, bytes, count in
        guard let sink, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<ByteSink>.fromOpaque(sink).takeUnretainedValue().bytes.append(
          contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(sink).toOpaque())
    guard status == CAIRO_STATUS_SUCCESS else { throw .drawing(Self.words(status)) }
    return sink.bytes
  }

  private func check() throws(PictureError) {
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else { throw .drawing(Self.words(status)) }
  }

  private static func words(_ status: cairo_status_t) -> String {
    cairo_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
  }
}

/// The buffer that cairo writes a PNG file to.
private final class ByteSink {
  var bytes: [UInt8] = []
}
