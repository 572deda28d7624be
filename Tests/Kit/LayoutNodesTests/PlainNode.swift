import LayoutNodes
import LayoutPrimitives

/// The smallest class that can be laid out, with counters of calls.
final class PlainNode: Layoutable {
  lazy var manager = LayoutManager(self)
  weak var superItem: (any Layoutable)?
  var subItems: [any Layoutable] = []
  var layoutRect = Rect(x: 0, y: 0, width: 0, height: 0)
  var layoutSize = Size.noIntrinsic
  var itemIntrinsicContentSize: Size {
    asked += 1
    return layoutSize
  }
  private(set) var asked = 0
  private(set) var laidOut = 0

  func addSubnode(_ node: PlainNode) {
    subItems.append(node)
    node.superItem = self
  }

  func contentSizeFor(maxWidth: Double) -> Size { .noIntrinsic }
  func updateConstraint() {}
  func layoutSubItems() { laidOut += 1 }
}
