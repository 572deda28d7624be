public import LayoutPrimitives
public import TextMeasurement

/// The frames of a box and of all boxes in it.
public struct LayoutArrangement: Hashable, Sendable {
  /// The box and all boxes in it, each before the boxes inside it.
  let boxes: [ArrangedBox]
  /// The lines and baselines of all texts; boxes refer to them by index.
  let texts: [TextMeasure]

  /// The frame of the outermost box, in points; x grows from left to right.
  ///
  /// It is relative to the box that contains it, or to the origin of the whole arrangement.
  public var frame: Rect { boxes.first?.frame ?? Rect(.zero) }

  /// The view of the outermost box; `nil` for a box that only arranges others.
  public var view: ViewDescription? { boxes.first?.view }

  /// The lines and baselines of the outermost box's text; `nil` for a box without text.
  public var text: TextMeasure? { boxes.first.flatMap { text(of: $0) } }

  /// The arrangements of the boxes directly inside, without omitted ones, in the order of drawing.
  public var sublayouts: [LayoutArrangement] {
    var sublayouts: [LayoutArrangement] = []
    var index = 1
    while index < boxes.count {
      let end = boxes[index].end
      var inside: [TextMeasure] = []
      let moved = boxes[index..<end].map { box in
        var box = box
        box.end -= index
        if let text = text(of: box) {
          box.text = inside.count
          inside.append(text)
        }
        return box
      }
      sublayouts.append(LayoutArrangement(boxes: moved, texts: inside))
      index = end
    }
    return sublayouts
  }

  /// The views of all boxes, in the order of drawing; a view follows the view that contains it.
  ///
  /// - Parameter direction: For right to left, all frames are mirrored within the frame of the
  ///   outermost box.
  public func views(_ direction: LayoutDirection = .leftToRight) -> [ArrangedView] {
    var views: [ArrangedView] = []
    views.reserveCapacity(boxes.count)
    forEachView(direction) { views.append($0) }
    return views
  }

  /// Calls a closure with each view, in the order of `views(_:)`, without creating an array.
  ///
  /// - Parameters:
  ///   - direction: For right to left, all frames are mirrored within the frame of the outermost
  ///     box.
  ///   - body: Called with each view, whose `parent` is the number of an earlier call, from 0.
  public func forEachView(
    _ direction: LayoutDirection = .leftToRight, _ body: (ArrangedView) throws -> Void
  ) rethrows {
    let isMirrored = direction == .rightToLeft
    try withUnsafeTemporaryAllocation(of: Open.self, capacity: boxes.count + 1) { open in
      open.initializeElement(at: 0, to: Open(end: boxes.count))
      var depth = 0
      var count = 0
      for index in boxes.indices {
        while depth > 0, open[depth].end <= index { depth -= 1 }
        var inside = open[depth]
        inside.end = boxes[index].end
        var own = boxes[index].frame
        own.x += inside.x
        own.y += inside.y
        (inside.x, inside.y) = (own.x, own.y)
        if let view = boxes[index].view {
          if isMirrored { own.x = frame.x + frame.maxX - own.maxX }
          try body(
            ArrangedView(
              view: view, parent: inside.parent, frame: own, text: text(of: boxes[index])))
          inside.parent = count
          count += 1
        }
        guard inside.end > index + 1 else { continue }
        depth += 1
        open.initializeElement(at: depth, to: inside)
      }
    }
  }

  private func text(of box: ArrangedBox) -> TextMeasure? {
    box.text >= 0 && box.text < texts.count ? texts[box.text] : nil
  }

  /// A box in which `forEachView` currently is.
  private struct Open {
    /// Index after the last box inside this box, in the list of boxes.
    var end: Int
    /// Index of the view that contains the views inside this box; `nil` for none.
    var parent: Int?
    /// The left edge in the coordinates of the whole arrangement, in points.
    var x = 0.0
    /// The top edge in the coordinates of the whole arrangement, in points.
    var y = 0.0
  }
}

/// A view of an arrangement, with its frame in the coordinates of the whole arrangement.
public struct ArrangedView: Hashable, Sendable {
  /// The description of the view.
  public var view: ViewDescription
  /// Index of the view that contains this view, in the same list; `nil` for none.
  public var parent: Int?
  /// The frame in the coordinates of the whole arrangement, in points.
  public var frame: Rect
  /// The lines and baselines of the view's text; `nil` for views without text.
  public var text: TextMeasure?

  /// Creates a view from its parts.
  public init(
    view: ViewDescription, parent: Int?, frame: Rect, text: TextMeasure? = nil
  ) {
    self.view = view
    self.parent = parent
    self.frame = frame
    self.text = text
  }
}
