package import LayoutPrimitives

/// The layout of a tree of CSS boxes: flex containers, blocks and text.
///
/// Sizes and positions are computed in steps of 1/64 device pixel, as in Chromium. The root's
/// `width` and `height` are taken from the space, not from its style.
package struct CSSLayout: Sendable {
  /// The frame of each box, in CSS pixels from the corner of the root; `nil` for a box without one.
  package let frames: [Rect?]
  /// Border and padding of each box together, in CSS pixels; `nil` for a box without a frame.
  package let insets: [Insets?]
  /// The boxes on the lines of boxes with lines that have such boxes, by index.
  package let lines: [Int: [InlineBoxSize]]

  /// Lays out a tree.
  ///
  /// - Parameters:
  ///   - boxes: The boxes; the root is the first.
  ///   - width: Width of the root's border box, in CSS pixels.
  ///   - height: Height of the root's border box, in CSS pixels; `nil` for the height that fits.
  ///   - scale: Device pixels per CSS pixel.
  ///   - stepLimit: Maximum number of layouts of single boxes.
  /// - Returns: The layout; `nil` if the limit was reached.
  package init?(
    _ boxes: [CSSBox], width: Double, height: Double? = nil, scale: Double = 1,
    stepLimit: Int = 10_000_000
  ) {
    let engine = BoxEngine(boxes: BoxGenerator.boxes(boxes), scale: scale, stepLimit: stepLimit)
    let inner = LayoutUnit(width * scale)
    let high = height.map { LayoutUnit($0 * scale) }
    engine.layOut(
      0,
      in: BoxSpace(
        width: inner, height: high, percentWidth: inner, percentHeight: high, widthMode: .fixed,
        heightMode: high == nil ? .auto : .fixed))
    guard !engine.isOverLimit else { return nil }
    lines = engine.lines
    insets = engine.frames.map { frame in
      frame.map {
        Insets(
          top: $0.edges.top.pixels / scale, leading: $0.edges.start.pixels / scale,
          bottom: $0.edges.bottom.pixels / scale, trailing: $0.edges.end.pixels / scale)
      }
    }
    frames = engine.frames.map { frame in
      frame.map {
        Rect(
          x: $0.x.pixels / scale, y: $0.y.pixels / scale, width: $0.width.pixels / scale,
          height: $0.height.pixels / scale)
      }
    }
  }
}
