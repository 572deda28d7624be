import AutoLayout
import LayoutPrimitives

/// Finds problems of a laid-out cell.
///
/// Every frame is compared with the bounds of the cell. Content is looked up only for a view whose
/// frame is empty or outside.
extension BoundCell {
  /// Adds findings to a cell's layout, and the caveat `collapsed` if its height is 0 despite
  /// content.
  mutating func addFindings(
    of outcome: LayoutOutcome, to layout: inout CellLayout, _ environment: PreparedEnvironment
  ) {
    let solved = outcome.solved
    addLeftOut(of: outcome, to: &layout, environment)
    if !solved.relaxed.isEmpty { layout.findings.insert(CellFinding.Kind.conflict.rawValue) }
    if solved.ambiguous != nil { layout.findings.insert(CellFinding.Kind.ambiguity.rawValue) }
    if !solved.ties.isEmpty { layout.findings.insert(CellFinding.Kind.tie.rawValue) }
    addLabels(of: outcome, to: &layout, environment)
    if layout.height == 0, let lowest = lowestContent(outcome, layout, environment) {
      layout.findings.insert(CellFinding(.collapsed, position: lowest).number)
      layout.caveats.insert(.collapsed)
      return
    }
    let width = environment.grid.pixel(ofEdge: solved.frames[0].width)
    for (position, frame) in layout.frames.enumerated() {
      let isBelow = frame.y + frame.height > layout.height
      let isOutside = frame.x < 0 || frame.y < 0 || frame.x + frame.width > width
      let isEmpty = frame.width == 0 || frame.height == 0
      guard isBelow || isOutside || isEmpty else { continue }
      let view = plan.framedViews[position]
      guard isShown(view, outcome, layout, environment) else { continue }
      if isEmpty {
        if hasContent(view, frame, solved) {
          layout.findings.insert(CellFinding(.vanished, position: position).number)
        }
      } else if isBelow, hasContent(view, frame, solved) {
        layout.findings.insert(CellFinding(.below, position: position).number)
      } else {
        layout.findings.insert(CellFinding(.outside, position: position).number)
      }
    }
  }

  /// Adds findings about views with content whose box did not fit.
  private mutating func addLeftOut(
    of outcome: LayoutOutcome, to layout: inout CellLayout, _ environment: PreparedEnvironment
  ) {
    for view in outcome.leftOut
    where hasContent(view, PixelRect(x: 0, y: 0, width: 0, height: 0), outcome.solved)
      && isShown(view, outcome, layout, environment)
    {
      layout.findings.insert(CellFinding(.vanished, position: plan.positions[view]).number)
    }
  }

  private mutating func addLabels(
    of outcome: LayoutOutcome, to layout: inout CellLayout, _ environment: PreparedEnvironment
  ) {
    let grid = environment.grid
    for (label, view) in plan.template.labels.enumerated() {
      let position = plan.positions[view]
      if layout.labels[label].truncated, isShown(view, outcome, layout, environment) {
        layout.findings.insert(CellFinding(.truncated, position: position).number)
      }
      guard let text = outcome.solved.texts[view], text.lines.count > 0 else { continue }
      if isFlattened(view), isShown(view, outcome, layout, environment) {
        layout.findings.insert(CellFinding(.flattened, position: position).number)
      }
      let frame = layout.frames[position]
      // A text is measured in whole pixels. A difference of half a pixel comes from snapping the
      // frame.
      let isNarrow = (text.width * grid.stepsPerPoint) > Double(frame.width) + 0.5
      let isLow = (text.height * grid.stepsPerPoint) > Double(frame.height) + 0.5
      // A narrow frame is no problem for text that is truncated or shrinks to fit.
      let isCut = layout.labels[label].truncated || plan.shrinks[view]
      if frame.width > 0, frame.height > 0, isLow || (isNarrow && !isCut),
        isShown(view, outcome, layout, environment)
      {
        layout.findings.insert(CellFinding(.squeezed, position: position).number)
      }
    }
  }

  /// Whether a label shows markup as plain text, without all of its elements.
  private func isFlattened(_ view: Int) -> Bool {
    plan.labelsByItem[view]?.contentBindings.contains { $0.isFlattened(in: record) } ?? false
  }

  /// The lowest visible view with content, as an index into `plan.framedViews`; `nil` if none is
  /// visible.
  private func lowestContent(
    _ outcome: LayoutOutcome, _ layout: CellLayout, _ environment: PreparedEnvironment
  ) -> Int? {
    var lowest: Int?
    for (position, frame) in layout.frames.enumerated() {
      if let lowest,
        frame.y + frame.height <= layout.frames[lowest].y + layout.frames[lowest].height
      {
        continue
      }
      let view = plan.framedViews[position]
      if hasContent(view, frame, outcome.solved), isShown(view, outcome, layout, environment) {
        lowest = position
      }
    }
    return lowest
  }

  /// Whether a view is visible.
  ///
  /// The template neither hides the view or a view around it, nor fixes its size at 0.
  private func isShown(
    _ view: Int, _ outcome: LayoutOutcome, _ layout: CellLayout,
    _ environment: PreparedEnvironment
  ) -> Bool {
    var next: Int? = view
    while let index = next {
      if plan.template.views[index].isHidden { return false }
      let size = size(of: index, layout)
      if let held = plan.heldAtZero[index],
        held.width && size.width == 0 || held.height && size.height == 0
      {
        return false
      }
      if plan.switching.mayHide(index) {
        var context = context(environment)
        context.labels = outcome.labelHistory
        if plan.switching.isHidden(index, in: context) { return false }
      }
      next = plan.template.views[index].parent
    }
    return true
  }

  /// The size of a view in pixels, as far as it shows whether a side is 0.
  ///
  /// A view without a frame is 1 × 1. The cell is 1 wide.
  private func size(of view: Int, _ layout: CellLayout) -> (width: Int, height: Int) {
    if view == 0 { return (1, layout.height) }
    let position = plan.positions[view]
    guard position >= 0 else { return (1, 1) }
    return (layout.frames[position].width, layout.frames[position].height)
  }

  /// Whether the view itself shows content for the record.
  ///
  /// A plain view or stack has content only if it has an intrinsic size.
  private func hasContent(_ index: Int, _ frame: PixelRect, _ solved: SolvedCell) -> Bool {
    if plan.template.card != nil, plan.labelsByItem[index] != nil {
      // White space alone has no line, unless it is kept.
      return solved.texts[index].map { $0.lines.count > 0 } ?? false
    }
    if let label = plan.labelsByItem[index] {
      return label.surroundings.picture.width > 0 || !label.text.text(in: record).isEmpty
    }
    let view = plan.template.views[index]
    if let image = view.image { return !image.source.text(in: record).isEmpty }
    if view.intrinsic != nil, let size = intrinsicSize(of: index),
      (size.width ?? 0) > 0 || (size.height ?? 0) > 0
    {
      return true
    }
    // A picture without a source is recognized by its frame alone.
    return view.kind == .image && frame.width > 0 && frame.height > 0
  }
}
