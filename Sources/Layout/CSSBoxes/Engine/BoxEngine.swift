import LayoutPrimitives

/// Lays out one tree of boxes.
///
/// Each box is measured in a space at most once, because results are cached. Then the boxes are
/// arranged from the root down, each once. So the time is linear in the number of boxes for each
/// space in which a box is measured.
final class BoxEngine {
  let boxes: [CSSBox]
  /// Device pixels per CSS pixel.
  let scale: Double
  /// Maximum number of layouts of single boxes.
  let stepLimit: Int
  /// Number of layouts of single boxes so far.
  private(set) var steps = 0
  private var results: [[(space: BoxSpace, result: BoxResult)]]
  private var widths: [[(height: LayoutUnit?, widths: ContentWidths)]]
  /// Frames of border boxes, in steps from the corner of the root; `nil` for boxes without a frame.
  private(set) var frames: [BoxFrame?]
  /// The boxes on the lines of boxes with lines that have such boxes, by index.
  private(set) var lines: [Int: [InlineBoxSize]] = [:]

  init(boxes: [CSSBox], scale: Double, stepLimit: Int) {
    self.boxes = boxes
    self.scale = scale
    self.stepLimit = stepLimit
    results = Array(repeating: [], count: boxes.count)
    widths = Array(repeating: [], count: boxes.count)
    frames = Array(repeating: nil, count: boxes.count)
  }

  /// Whether the limit of steps was reached, so that the frames are not valid.
  var isOverLimit: Bool { steps > stepLimit }

  /// Lays out the tree in the space of its root.
  func layOut(_ root: Int, in space: BoxSpace) {
    let result = measure(root, space)
    arrange(root, space, result, x: .zero, y: .zero)
  }

  /// The size of a box in a space.
  func measure(_ box: Int, _ space: BoxSpace) -> BoxResult {
    for known in results[box] where known.space == space { return known.result }
    steps += 1
    guard !isOverLimit else {
      return BoxResult(width: .zero, height: .zero, contentHeight: .zero)
    }
    var nothing = BoxArrangement(isWanted: false)
    let result = layOutBox(box, space, &nothing)
    results[box].append((space, result))
    return result
  }

  /// The min-content and max-content widths of a box's content box, without its own sizes.
  ///
  /// - Parameter height: The height that percentages of heights refer to; `nil` if indefinite.
  func innerWidths(_ box: Int, height: LayoutUnit?) -> ContentWidths {
    for known in widths[box] where known.height == height { return known.widths }
    steps += 1
    guard !isOverLimit else { return .zero }
    let result = findInnerWidths(box, height: height)
    widths[box].append((height, result))
    return result
  }

  /// Lays out the contents of one box.
  func layOutBox(_ box: Int, _ space: BoxSpace, _ into: inout BoxArrangement) -> BoxResult {
    switch boxes[box].content {
    case .replaced(let size): return layOutReplaced(box, space, size)
    case .lines(let lines): return layOutLines(box, space, lines, &into)
    case .none:
      switch boxes[box].style.value.display {
      case .flex, .inlineFlex: return layOutFlex(box, space, &into)
      default: return layOutBlock(box, space, &into)
      }
    }
  }

  /// Sets the frames of a box and of all boxes inside.
  private func arrange(
    _ box: Int, _ space: BoxSpace, _ result: BoxResult, x: LayoutUnit, y: LayoutUnit
  ) {
    var pending: [PendingBox] = []
    arrange(box, space, result, x: x, y: y, &pending)
    placeAbsolute(&pending, in: box, frame: BoxFrame(x: x, y: y, result))
  }

  /// Sets the frames of a box and of the boxes inside, except of absolute boxes whose containing
  /// block is farther out, which are added to `pending`.
  func arrange(
    _ box: Int, _ space: BoxSpace, _ result: BoxResult, x: LayoutUnit, y: LayoutUnit,
    _ pending: inout [PendingBox]
  ) {
    var frame = BoxFrame(x: x, y: y, result)
    frame.edges = edges(box, space.percentWidth)
    frames[box] = frame
    guard !boxes[box].children.isEmpty, !isOverLimit else { return }
    steps += 1
    var inside = BoxArrangement(isWanted: true)
    _ = layOutBox(box, space, &inside)
    let isLeftToRight = boxes[box].style.value.direction == .leftToRight
    var absolute: [PendingBox] = []
    for placement in inside.placements {
      let left =
        isLeftToRight ? placement.inline : result.width - placement.inline - placement.width
      let shift = relativeShift(placement.box, in: box, placement.space)
      arrange(
        placement.box, placement.space, measure(placement.box, placement.space),
        x: x + left + shift.x, y: y + placement.block + shift.y, &absolute)
    }
    if let sizes = inside.lineBoxes { lines[box] = sizes }
    for (child, position) in inside.inline {
      var frame = BoxFrame(
        x: x + position.x, y: y + position.y,
        BoxResult(width: position.width, height: position.height, contentHeight: position.height))
      frame.edges = edges(child, space.percentWidth)
      frames[child] = frame
    }
    for position in inside.absolute {
      var (inline, block) = (position.inline, position.block)
      // A safe alignment falls back to the start of the direction, which mirroring keeps.
      if !isLeftToRight { inline = inline.mirrored(in: result.width) }
      inline.start += x
      block.start += y
      absolute.append(
        PendingBox(
          box: position.box, x: inline, y: block, isRightToLeft: !isLeftToRight))
    }
    if boxes[box].style.value.isPositioned { placeAbsolute(&absolute, in: box, frame: frame) }
    pending += absolute
  }

}

/// The positions of the boxes inside a box, if they are wanted.
struct BoxArrangement {
  let isWanted: Bool
  var placements: [BoxPlacement] = []
  var absolute: [StaticPosition] = []
  /// The boxes on the lines of the box; `nil` if there are none.
  var lineBoxes: [InlineBoxSize]?
  /// The border boxes of inline boxes, from the top left corner of the border box.
  var inline: [(box: Int, position: InlineBoxPosition)] = []

  init(isWanted: Bool) { self.isWanted = isWanted }
}

/// The frame of a border box, from the corner of the root.
struct BoxFrame {
  var x: LayoutUnit
  var y: LayoutUnit
  var width: LayoutUnit
  var height: LayoutUnit
  /// Border and padding together.
  var edges = BoxEdges()

  init(x: LayoutUnit, y: LayoutUnit, _ result: BoxResult) {
    (self.x, self.y, width, height) = (x, y, result.width, result.height)
  }
}

/// An absolute box whose containing block is not yet reached.
struct PendingBox {
  var box: Int
  /// The static position, from the corner of the root.
  var x: StaticPosition.Axis
  var y: StaticPosition.Axis
  /// Whether the inline start of the box around it is its right side.
  var isRightToLeft: Bool
}
