import AutoLayout
import LayoutPrimitives

/// A way to lay out a template's views: by constraints, by boxes or by CSS boxes.
///
/// A layout may keep state between cells, but its results do not depend on that state.
protocol ViewLayout {
  /// Lays out the record of a cell.
  ///
  /// - Parameters:
  ///   - cell: The bound record.
  ///   - environment: The environment, with a single width.
  ///   - height: A fixed height of the cell, in points; `nil` for the height that fits.
  ///   - outcome: Receives the frames, texts, lines and caveats. It has those of an earlier cell,
  ///     whose memory is reused.
  mutating func layOut(
    _ cell: inout BoundCell, in environment: PreparedEnvironment, height: Double?,
    into outcome: inout LayoutOutcome
  ) throws(CellError)
  /// The text of a label in the latest layout; `nil` for other views, and for labels of cards that
  /// are hidden.
  func text(
    of item: Int, _ cell: borrowing BoundCell, in environment: PreparedEnvironment
  ) -> LaidOutLabel?
  /// The texts of the markup of records in the latest layout, if its blocks are kept.
  var markupTexts: [LaidOutLabel] { get }
  /// Number of engines created so far, including discarded ones.
  var enginesCreated: Int { get }
  /// Counts of the work of the current engines, each since it was created.
  var statistics: EngineStatistics { get }
  /// Discards the engines.
  mutating func forgetEngines()
}

extension ViewLayout {
  var markupTexts: [LaidOutLabel] { [] }

  func text(
    of item: Int, _ cell: borrowing BoundCell, in environment: PreparedEnvironment
  ) -> LaidOutLabel? {
    cell.text(of: item, in: environment)
  }
}

/// A laid-out cell, before its edges are aligned to pixels.
struct LayoutOutcome {
  /// The frames of the views and the extents of their texts, in points.
  var solved = SolvedCell()
  /// The lines of the labels, for conditions on labels.
  ///
  /// There is one list for each round of the layout. The list is empty if the template has no such
  /// conditions.
  var labelHistory: [[LabelLines]] = []
  /// Caveats about the height, except those in `solved`.
  var caveats: Caveats = []
  /// The boxes of the markup of records, if the layout keeps them.
  var blocks: [MarkupBlock] = []
  /// The views whose boxes did not fit, as indices into the template's `views`.
  var leftOut: [Int] = []

  /// Throws `CellError.beyondRange` if a coordinate of a frame is 2³⁰ pixels or more.
  func checkRange(_ grid: PixelGrid, _ views: [TemplateView]) throws(CellError) {
    let limit = 0x1p30 / grid.stepsPerPoint
    for index in solved.frames.indices {
      let frame = solved.frames[index]
      // For NaN, the comparison fails too.
      guard abs(frame.x) < limit, abs(frame.y) < limit, abs(frame.maxX) < limit,
        abs(frame.maxY) < limit
      else { throw .beyondRange(view: views[index].id) }
    }
  }

  /// The layout in whole pixels, with the caveats.
  func snapped(_ plan: TemplatePlan, _ grid: PixelGrid) -> CellLayout {
    let exactHeight = solved.frames[0].height
    var frames: [PixelRect] = []
    frames.reserveCapacity(plan.framedViews.count)
    for view in plan.framedViews { frames.append(grid.snap(solved.frames[view])) }
    var labels: [LabelLines] = []
    labels.reserveCapacity(plan.template.labels.count)
    var caveats = caveats
    for label in plan.template.labels {
      let text = solved.texts[label]
      labels.append(text?.lines ?? LabelLines(count: 0, truncated: false))
      if let text { caveats.formUnion(text.caveats) }
    }
    return CellLayout(
      height: grid.pixel(ofEdge: exactHeight), exactHeight: exactHeight, frames: frames,
      labels: labels, caveats: caveats.union(solved.caveats))
  }
}
