public import LayoutPrimitives

/// Arranges a measured tree of boxes from the root down; a box arranges its sublayouts with it.
public struct ArrangingPass: Sendable {
  /// The position of a box in the order in which the boxes were measured.
  public struct Position: Hashable, Sendable {
    let index: Int
  }

  /// The measured boxes, each before the boxes inside it.
  private let measured: [MeasuredBox]
  /// Number of hidden boxes that contain the box which is placed next.
  private var depth = 0
  /// The boxes arranged so far, each before the boxes inside it.
  var boxes: [ArrangedBox] = []
  /// The position of the next sublayout of the box that is being arranged.
  public private(set) var next = Position(index: 0)

  init(_ measured: [MeasuredBox]) {
    self.measured = measured
    boxes.reserveCapacity(measured.count)
  }

  /// The measurement of the box at a position.
  ///
  /// Beyond the last position, it is that of an omitted box.
  public subscript(position: Position) -> MeasuredBox {
    guard position.index < measured.count else {
      return MeasuredBox(
        size: .zero, maxSize: .zero, hasRoom: false, end: position.index)
    }
    return measured[position.index]
  }

  /// The position of the sublayout that was measured after the one at a position.
  public func position(after position: Position) -> Position {
    guard position.index < measured.count else { return position }
    return Position(index: measured[position.index].end)
  }

  /// Continues with the sublayout at a position, for sublayouts that are not placed in measuring
  /// order.
  public mutating func skip(to position: Position) { next = position }

  /// Places the sublayout at `next` and everything in it; then `next` is the following sublayout.
  ///
  /// A sublayout that was omitted when it was measured is not placed.
  ///
  /// - Parameters:
  ///   - layout: The sublayout that was measured at `next`.
  ///   - rect: The space available to the sublayout, in points, relative to the box that is being
  ///     arranged.
  public mutating func arrange(_ layout: some Layout, within rect: Rect) {
    let box = self[next]
    guard box.hasRoom else { return next = Position(index: box.end) }
    let frame: Rect
    if layout.isHidden {
      frame = rect.width > 0 && rect.height > 0 ? rect.withHeight(0) : rect
    } else {
      frame = layout.alignment.position(box.size, in: rect)
    }
    let own = boxes.count
    boxes.append(
      ArrangedBox(view: layout.view, frame: frame, text: box.text, end: own + 1))
    next = Position(index: next.index + 1)
    layout.arrangeSublayouts(in: frame.size, measured: box, &self)
    boxes[own].end = boxes.count
    next = Position(index: box.end)
  }

  /// Places a box and everything in it without a measurement, because it is not visible.
  ///
  /// Boxes nested in more than `MeasuringPass.nestingLimit` hidden boxes are omitted.
  ///
  /// - Parameters:
  ///   - layout: A hidden box, or a box inside a hidden box.
  ///   - rect: The frame of the box, in points, relative to the box that is being arranged.
  public mutating func collapse(_ layout: some Layout, in rect: Rect) {
    guard depth < MeasuringPass.nestingLimit else { return }
    let own = boxes.count
    boxes.append(ArrangedBox(view: layout.view, frame: rect, text: -1, end: own + 1))
    depth += 1
    layout.collapseSublayouts(in: rect.size, &self)
    depth -= 1
    boxes[own].end = boxes.count
  }
}

extension Rect {
  fileprivate func withHeight(_ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }
}

/// A box of an arrangement.
struct ArrangedBox: Hashable, Sendable {
  /// The view of the box; `nil` for none.
  var view: ViewDescription?
  /// The frame relative to the containing box, in points.
  var frame: Rect
  /// Index of the box's text in `texts` of the arrangement; -1 for a box without text.
  var text: Int
  /// Index after the last box inside this box, in the list of boxes.
  var end: Int
}
