import LayoutPrimitives
package import TextMeasurement

/// The content box of a block of lines among the floats of its block formatting context.
///
/// It places the floats among the lines while these are wrapped.
package final class FloatedBlock: LineFloats {
  /// A float among the lines, or a line break with `clear`.
  enum Part {
    case float(UnplacedFloat)
    case clear(FloatSides)
  }

  private let lists: FloatLists
  /// The floats before the block, and the corner of its content box.
  let place: FloatPlace
  /// The floats so far.
  private(set) var list: FloatLists.List
  /// The floats before the current line.
  private var before: FloatLists.List
  private let width: LayoutUnit
  /// Device pixels per CSS pixel.
  private let scale: Double
  private var parts: [Part] = []
  /// The margin boxes of the parts, from the corner of the content box; `nil` for line breaks and
  /// floats that are not placed.
  private(set) var positions: [InlineBoxPosition?] = []

  /// - Parameter place: The floats before the block, and the corner of its content box.
  init(_ lists: FloatLists, _ place: FloatPlace, width: LayoutUnit, scale: Double) {
    self.lists = lists
    (list, before) = (place.list, place.list)
    self.place = place
    self.width = width
    self.scale = scale
  }

  /// Begins to wrap lines.
  func begin(_ parts: [Part]) {
    self.parts = parts
    positions = Array(repeating: nil, count: parts.count)
  }

  package func beginLine() { before = list }

  package func remove(from float: Int) {
    for index in (float..<parts.count).reversed() where positions[index] != nil {
      positions[index] = nil
      list = lists.withoutLast(list)
    }
  }

  package func room(top: Double, height: Double) -> LineRoom {
    let line = lists.room(
      in: before, from: x, to: x + width, top: steps(top) + y, height: steps(height))
    let room = lists.room(in: list, from: x, to: x + width, top: steps(top) + y)
    let (left, right) = (max(line.left, room.left), min(line.right, room.right))
    return LineRoom(left: points(left - x), width: points((right - left).notNegative), top: top)
  }

  package func next(below top: Double, height: Double) -> Double? {
    lists.room(
      in: before, from: x, to: x + width, top: steps(top) + y, height: steps(height)
    ).next.map { points($0 - y) }
  }

  package func place(_ float: Int, top: Double, beside used: Double?) -> Bool {
    guard case .float(let own) = parts[float] else { return true }
    let top = steps(top) + y
    if let used {
      let room = lists.room(in: list, from: x, to: x + width, top: top)
      guard lists.top(of: own, in: list, top: top) == top,
        LayoutUnit.roundedUp(used * scale - 1e-6) + own.width.notNegative
          <= room.right - room.left
      else { return false }
    }
    place(own, float, top: top)
    return true
  }

  package func place(_ float: Int, below bottom: Double) {
    if case .float(let own) = parts[float] { place(own, float, top: steps(bottom) + y) }
  }

  package func clear(_ float: Int, below bottom: Double) -> Double {
    guard case .clear(let sides) = parts[float], let edge = lists.clearance(sides, of: list) else {
      return bottom
    }
    return max(bottom, points(edge - y))
  }

  /// The greatest width of floats that are beside each other, of the parts in a range.
  ///
  /// Source: Blink's `FloatsMaxSize`.
  static func widths(_ parts: [Part], scale: Double) -> (Range<Int>) -> Double {
    { range in
      var greatest = LayoutUnit.zero
      var width = LayoutUnit.zero
      var side: FloatSide?
      for case .float(let float) in parts[range] {
        if let side, side == .left ? float.clear.left : float.clear.right {
          greatest = max(greatest, width)
          width = .zero
        }
        width += float.width.notNegative
        side = float.side
      }
      return max(greatest, width).pixels / scale
    }
  }

  private func place(_ float: UnplacedFloat, _ index: Int, top: LayoutUnit) {
    let placed = lists.place(float, in: list, from: x, to: x + width, top: top)
    list = placed.list
    positions[index] = InlineBoxPosition(
      x: placed.x - x, y: placed.y - y, width: float.width, height: float.height)
  }

  private var x: LayoutUnit { place.x }
  private var y: LayoutUnit { place.y }
  private func steps(_ points: Double) -> LayoutUnit { LayoutUnit.rounded(points * scale) }
  private func points(_ length: LayoutUnit) -> Double { length.pixels / scale }
}
