package import LayoutPrimitives
import Synchronization

/// A block of another tree, whose layouts are kept for the documents that contain it.
///
/// A document that grows contains the blocks that do not change, and only the others are laid out
/// again.
package final class MeasuredBlock: Hashable, Sendable {
  let style: SharedStyle
  let traits: BoxTraits
  private let tree: CSSBoxTree
  private let contents: [CSSBoxContent]
  private let box: Int
  private let known = Mutex(Known())

  /// The layouts and content widths so far.
  private struct Known {
    var results: [BoxSpace: (size: BoxResult, caveats: Caveats)] = [:]
    var widths: [BoxHeights: ContentWidths] = [:]
  }

  /// Maximum number of layouts of single boxes for one block.
  private static let stepLimit = 2_000_000

  init(_ tree: CSSBoxTree, _ contents: [CSSBoxContent], box: Int) {
    (self.tree, self.contents, self.box) = (tree, contents, box)
    style = tree.boxes[box].style
    traits = tree.traits[box]
  }

  /// Makes one block of adjacent blocks, which a document contains instead of them.
  ///
  /// - Parameter direction: The direction of the box around them.
  package convenience init(_ blocks: [MeasuredBlock], direction: LayoutDirection) {
    let scale = blocks.first?.tree.scale ?? 1
    var boxes = [CSSBox(style: SharedStyle(.anonymous(direction: direction), scale: scale))]
    for block in blocks {
      boxes[0].children.append(boxes.count)
      boxes.append(CSSBox(style: block.style, content: .measured(block), parent: 0))
    }
    self.init(CSSBoxTree(boxes, scale: scale), boxes.map(\.content), box: 0)
  }

  /// The layout in a space, and the caveats of its lines; `nil` beyond the limit of steps.
  func result(in space: BoxSpace) -> (size: BoxResult, caveats: Caveats)? {
    known.withLock { known in
      if let result = known.results[space] { return result }
      // Inline boxes move no lines.
      var engine = BoxEngine(
        tree, contents, inlineBoxes: Array(repeating: false, count: contents.count),
        stepLimit: Self.stepLimit)
      var pending: [PendingBox] = []
      let size = engine.arrange(box, space, x: .zero, y: .zero, &pending)
      guard !engine.isOverLimit else { return nil }
      let result = (size, engine.caveats)
      known.results[space] = result
      return result
    }
  }

  /// The content widths without the widths of the block itself; `nil` beyond the limit of steps.
  func widths(for heights: BoxHeights, in space: BoxSpace) -> ContentWidths? {
    known.withLock { known in
      if let widths = known.widths[heights] { return widths }
      var engine = BoxEngine(tree, contents, stepLimit: Self.stepLimit)
      let widths = engine.innerWidths(box, space)
      guard !engine.isOverLimit else { return nil }
      known.widths[heights] = widths
      return widths
    }
  }

  package static func == (left: MeasuredBlock, right: MeasuredBlock) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
