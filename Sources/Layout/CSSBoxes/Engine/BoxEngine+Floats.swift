import LayoutPrimitives

/// Floats, and the boxes beside and below them.
///
/// Source: CSS 2.2, 9.5; where it leaves a choice, Blink's `BlockLayoutAlgorithm`.
extension BoxEngine {
  /// A float with its size in a containing block.
  ///
  /// - Parameter space: The space of the float.
  mutating func unplaced(_ box: Int, _ side: FloatSide, _ space: BoxSpace) -> UnplacedFloat {
    let result = measure(box, space)
    let margins = margins(box, space.percentWidth, .leftToRight).edges
    return UnplacedFloat(
      side: side, clear: traits[box].clear, width: result.width + margins.inlineSum,
      height: result.height + margins.blockSum)
  }

  /// Whether floats may be beside a box, below it or inside.
  ///
  /// - Parameter top: Distance of its top from that of the context.
  func isFloated(_ box: Int, _ list: FloatLists.List, top: LayoutUnit) -> Bool {
    traits[box].hasFloats && !traits[box].establishesContext
      || floats.bottom(of: list).map { $0 > top || !traits[box].clear.isEmpty } ?? false
  }

  /// The place beside floats of a box with a block formatting context of its own, which does not
  /// overlap them.
  ///
  /// - Parameters:
  ///   - space: The space of the box without floats, whose width is that of the content box.
  ///   - content: The left edge of the content box of its containing block in the context.
  ///   - top: The highest top of its border box in the context.
  /// - Returns: The space and the layout there, the part of the content box that floats leave, from
  ///   its left edge, without the margins beside them, and the top in the context.
  mutating func besideFloats(
    _ box: Int, _ space: BoxSpace, _ list: FloatLists.List, content: LayoutUnit, top: LayoutUnit
  ) -> (space: BoxSpace, result: BoxResult, left: LayoutUnit, width: LayoutUnit, top: LayoutUnit) {
    let width = space.width ?? .zero
    let margins = margins(box, space.percentWidth, .leftToRight).edges
    var top = top
    var height = LayoutUnit.zero
    while true {
      let room = floats.room(
        in: list, from: content, to: content + width, top: top, height: height)
      var (left, right) = (room.left - content, room.right - content)
      let isNarrow = left != .zero || right != width
      if isNarrow {
        left = max(left, margins.start.notNegative)
        right = min(right, width - margins.end.notNegative)
      } else {
        left += margins.start
        right -= margins.end
      }
      var inner = space
      // The box takes its margins from the width that it is given.
      inner.width = ((right - left).notNegative + margins.inlineSum).notNegative
      let result = measure(box, inner)
      if isNarrow, result.width > right - left, let next = room.next {
        (top, height) = (next, .zero)
        continue
      }
      if result.height > height {
        let taller = floats.room(
          in: list, from: content, to: content + width, top: top, height: result.height)
        if taller.left > room.left || taller.right < room.right {
          height = result.height
          continue
        }
      }
      return (
        inner, result, left - margins.start, (right - left).notNegative + margins.inlineSum, top
      )
    }
  }
}
