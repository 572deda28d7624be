import LayoutPrimitives

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
