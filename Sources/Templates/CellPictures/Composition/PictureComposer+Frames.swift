import AutoLayout
import CellTemplates
import LayoutPrimitives
import TextMeasurement

/// Drawing of frames, margins and baselines.
extension PictureComposer {
  /// Draws the frame of a view and tags it with its id.
  mutating func drawFrame(of view: Int) throws(PictureError) {
    let declared = cell.template.views[view]
    let frame = cell.frame(of: view)
    let color = Self.color(of: declared.kind)
    let isHidden = isInvisible[view]
    let stroke: PictureShape.Stroke =
      declared.kind.hasFrame
      ? .init(color, width: 0.75, dashes: isHidden ? [3, 2] : [])
      : .init(color, width: 0.75, dashes: [0.75, 1.5])
    let role: PictureShape.Role =
      declared.kind.hasFrame ? isHidden ? .hidden : .frame : .guide
    add(
      PictureShape(.rectangle(frame, radius: 0), role, stroke: stroke, view: declared.id))
    try tag(isHidden ? "\(declared.id) (hidden)" : declared.id, edge: color, view: declared.id) {
      Self.tagCorners($0, at: frame)
    }
  }

  private static func color(of kind: TemplateView.Kind) -> Color {
    switch kind {
    case .label: Palette.blue
    case .image: Palette.bluishGreen
    case .view, .cell: Palette.faintInk
    case .guide, .spacer: Palette.edge
    case .button, .stack, .grid, .switch: Palette.reddishPurple
    }
  }

  /// Candidates for the top-left corner of a frame's tag, the best first.
  private static func tagCorners(_ size: Size, at frame: Rect) -> [Point] {
    let right = frame.maxX - size.width
    let inside = [
      Point(x: right, y: frame.y), Point(x: right, y: frame.maxY - size.height),
      Point(x: frame.x, y: frame.maxY - size.height), Point(x: frame.x, y: frame.y),
    ]
    let around = [
      Point(x: right, y: frame.y - size.height), Point(x: right, y: frame.maxY),
      Point(x: frame.x, y: frame.y - size.height), Point(x: frame.x, y: frame.maxY),
      Point(x: frame.maxX, y: frame.y), Point(x: frame.x - size.width, y: frame.y),
    ]
    // A tag must not cover the whole frame.
    let hasRoom = frame.height >= size.height * 1.5 && frame.width >= size.width * 1.2
    return hasRoom ? inside + around : around + inside
  }

  /// Draws the margins of the cell and of views with subviews, dashed.
  mutating func drawMargins() {
    let views = cell.template.views
    for view in views.indices where view == 0 || views.contains(where: { $0.parent == view }) {
      guard !isInvisible[view] else { continue }
      let inside = Self.inset(
        cell.frame(of: view), by: cell.margins[view],
        cell.environment.direction)
      guard inside.width >= 0, inside.height >= 0 else { continue }
      add(
        PictureShape(
          .rectangle(inside, radius: 0), .margin,
          stroke: .init(Palette.orange, width: 0.75, dashes: [4, 1.5, 1, 1.5]),
          view: views[view].id))
    }
  }

  /// Insets a rectangle by margins, of which the direction decides the leading side.
  static func inset(_ rect: Rect, by insets: Insets, _ direction: LayoutDirection) -> Rect {
    let left = direction == .leftToRight ? insets.leading : insets.trailing
    return Rect(
      x: rect.x + left, y: rect.y + insets.top,
      width: rect.width - insets.leading - insets.trailing,
      height: rect.height - insets.top - insets.bottom)
  }

  /// Draws the baseline of each line.
  mutating func drawBaselines() {
    for view in cell.template.views.indices where !isInvisible[view] {
      guard case .text(let text) = cell.contents[view] else { continue }
      for line in text.drawing.lines where line.line.width > 0 {
        let y = top(of: text) + line.line.baseline
        guard y <= text.room.maxY else { continue }
        let left = text.room.x + line.x
        add(
          PictureShape(
            .line(Point(x: left, y: y), Point(x: left + line.line.width, y: y)), .baseline,
            stroke: .init(Palette.skyBlue, width: 0.6), view: cell.template.views[view].id))
      }
    }
  }
}
