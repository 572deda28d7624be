public import LayoutPrimitives

/// The pass that arranges a measured tree of boxes, from the root down.
public struct ArrangingPass: Sendable {
  /// The index of a measured box in the order of measuring.
  public struct Position: Hashable, Sendable {
    let index: Int
  }

  /// The measured boxes, each before the boxes inside it.
  private let measured: [MeasuredBox]
  /// Number of hidden boxes around the next box.
  private var depth = 0
  /// The boxes arranged so far, each before the boxes inside it.
  var boxes: [ArrangedBox] = []
  /// The next sublayout of the box that is being arranged, in the order of measuring.
  public private(set) var next = Position(index: 0)

  init(_ measured: [MeasuredBox]) {
    self.measured = measured
    boxes.reserveCapacity(measured.count)
  }

  /// The measured box at a position; after the last position, a box for which no space was
  /// available.
  public subscript(position: Position) -> MeasuredBox {
    guard position.index < measured.count else {
      return MeasuredBox(
        size: .zero, maxSize: .zero, hasRoom: false, end: position.index)
    }
    return measured[position.index]
  }

  /// The position of the next sublayout after the one at a position, in the order of measuring.
  public func position(after position: Position) -> Position {
    guard position.index < measured.count else { return position }
    return Position(index: measured[position.index].end)
  }

  /// Continues at the sublayout at a position.
  public mutating func skip(to position: Position) { next = position }

  /// Places the next sublayout with everything in it, and advances.
  ///
  /// A sublayout that did not fit is not placed.
  ///
  /// - Parameters:
  ///   - layout: The box that was measured at `next`.
  ///   - rect: The space available to the sublayout, in points, in the coordinates of the box that
  ///     is being arranged.
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

  /// Places a box with everything in it, without measuring.
  ///
  /// Boxes deeper than `MeasuringPass.nestingLimit` are omitted.
  ///
  /// - Parameters:
  ///   - layout: A box that is hidden, or inside a hidden box.
  ///   - rect: The frame of the box, in points, in the coordinates of the box that is being
  ///     arranged.
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
  /// The frame in the coordinates of the containing box, in points.
  var frame: Rect
  /// Index of the box's text in `texts` of the arrangement; -1 for a box without text.
  var text: Int
  /// Index in the list of boxes after the last box inside.
  var end: Int
}
