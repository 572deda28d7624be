/// The layout of one cell: its height and the frame of every view.
public struct CellLayout: Hashable, Sendable {
  /// Rendered height, in device pixels.
  public var height: Int
  /// Solved height before rounding to pixels, in points; a multiple of 2⁻²⁶.
  public var exactHeight: Double
  /// One frame per view, in the template's view order, relative to the cell's top-left, in pixels.
  public var frames: [PixelRect]
  /// Line counts of the labels, in the template's label order.
  public var labels: [LabelLines]
  /// Reasons why the cell may be inexact; empty means exact.
  public var caveats: Caveats
  /// Findings about the cell, numbered by its template.
  public var findings: FindingSet

  /// The heights at the widths of a range; nil for a single width.
  ///
  /// With them there are no frames, and `height` and `exactHeight` are those of the first width.
  public var heights: HeightRuns?

  /// Creates a layout from its parts.
  public init(
    height: Int, exactHeight: Double, frames: [PixelRect], labels: [LabelLines], caveats: Caveats,
    findings: FindingSet = FindingSet(), heights: HeightRuns? = nil
  ) {
    self.height = height
    self.exactHeight = exactHeight
    self.frames = frames
    self.labels = labels
    self.caveats = caveats
    self.findings = findings
    self.heights = heights
  }
}

/// The number of lines of a label, and whether its text was cut.
public struct LabelLines: Hashable, Sendable {
  /// Lines drawn; 0 when the label was not measured or is empty.
  public var count: Int
  /// Whether text was cut by the line limit.
  public var truncated: Bool

  /// Creates a line count.
  public init(count: Int, truncated: Bool) {
    self.count = count
    self.truncated = truncated
  }

  /// Stored form: the line count, negative when truncated; 0 when not measured or empty.
  public var encoded: Int16 {
    let bounded = Int16(clamping: count)
    return truncated ? -bounded : bounded
  }

  /// Reads the stored form: the line count, negative when truncated.
  public init(encoded: Int16) {
    self.init(count: Int(encoded.magnitude), truncated: encoded < 0)
  }
}
