package import LayoutPrimitives

/// The layout of a tree of CSS boxes: flex containers, blocks and text.
///
/// Sizes and positions are computed in steps of 1/64 device pixel, as in Chromium. The root's
/// `width` and `height` are taken from the space, not from its style.
package struct CSSLayout {
  private let frames: [BoxFrame?]
  private let scale: Double
  /// The lines of boxes with lines, by index.
  let lines: [Int: WrappedLines]
  /// The caveats of all lines.
  package let caveats: Caveats

  /// Lays out a tree.
  ///
  /// - Parameters:
  ///   - tree: The boxes.
  ///   - contents: The content of each box; `nil` for those of the tree. A box is a replaced element
  ///     in all contents or in none.
  ///   - width: Width of the root's border box, in CSS pixels.
  ///   - height: Height of the root's border box, in CSS pixels; `nil` for the height that fits.
  ///   - inlineBoxes: Whether the frame of each box is needed if it is inline; `nil` for all frames.
  ///   - stepLimit: Maximum number of layouts of single boxes.
  ///   - memory: The memory of earlier layouts.
  /// - Returns: The layout; `nil` if the limit was reached.
  package init?(
    _ tree: CSSBoxTree, contents: [CSSBoxContent]? = nil, width: Double, height: Double? = nil,
    inlineBoxes: [Bool]? = nil, stepLimit: Int = 10_000_000, memory: inout LayoutMemory
  ) {
    var engine = BoxEngine(
      tree, contents, inlineBoxes: inlineBoxes, stepLimit: stepLimit, memory: &memory)
    let scale = tree.scale
    let inner = LayoutUnit(width * scale)
    let high = height.map { LayoutUnit($0 * scale) }
    engine.layOut(
      0,
      in: BoxSpace(
        width: inner, height: high, percentWidth: inner, percentHeight: high, widthMode: .fixed,
        heightMode: high == nil ? .auto : .fixed))
    engine.exchangeMemory(with: &memory)
    memory.cache.removeAll()
    guard !engine.isOverLimit else { return nil }
    lines = engine.lines
    caveats = engine.caveats
    frames = engine.frames
    self.scale = scale
  }

  /// The frame of a box, in CSS pixels from the corner of the root; `nil` for a box without one.
  package func frame(of box: Int) -> Rect? {
    frames[box].map {
      Rect(
        x: $0.x.pixels / scale, y: $0.y.pixels / scale, width: $0.width.pixels / scale,
        height: $0.height.pixels / scale)
    }
  }

  /// The distance by which the lines of a box are moved down, in CSS pixels.
  func shift(of box: Int) -> Double { (frames[box]?.shift.pixels ?? 0) / scale }

  /// Border and padding of a box together, in CSS pixels; 0 for a box without a frame.
  package func insets(of box: Int) -> Insets {
    guard let edges = frames[box]?.edges else { return Insets(all: 0) }
    return Insets(
      top: edges.top.pixels / scale, leading: edges.start.pixels / scale,
      bottom: edges.bottom.pixels / scale, trailing: edges.end.pixels / scale)
  }
}
