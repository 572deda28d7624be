import AutoLayout
import LayoutPrimitives

/// Hands the sizes of contents to a scene, and collects those that are none.
struct NodeSizing: ContentSizing {
  /// The content and name of each item of the scene; shape `[items]`.
  let contents: [(content: NodeContent, name: String)?]
  let largest: Double
  private(set) var problems: [NodeError] = []

  init(_ contents: [(content: NodeContent, name: String)?], largest: Double) {
    self.contents = contents
    self.largest = largest
  }

  mutating func unwrapped(item: Int) -> TextExtent {
    guard contents.indices.contains(item), let (content, name) = contents[item] else {
      return .empty
    }
    // Without a width of its own, a text is as wide as it is at any width.
    return extent(
      content.intrinsic.width < 0 ? content.size(at: largest) : content.intrinsic, name)
  }

  mutating func wrapped(item: Int, width: Double) -> TextExtent {
    guard contents.indices.contains(item), let (content, name) = contents[item] else {
      return .empty
    }
    return extent(content.size(at: width), name)
  }

  func isSingleLine(item: Int) -> Bool { false }

  private mutating func extent(_ size: Size, _ name: String) -> TextExtent {
    var extent = TextExtent.empty
    extent.width = checked(size.width, name)
    extent.height = checked(size.height, name)
    extent.firstBaseline = extent.height
    return extent
  }

  /// The length, or 0 where it is none.
  private mutating func checked(_ length: Double, _ name: String) -> Double {
    // A side that an item has not got is one of no length.
    if length == Size.noIntrinsicMetric { return 0 }
    guard length.isFinite, (0...largest).contains(length) else {
      let problem = NodeError.absurdSize(name, length)
      if !problems.contains(problem) { problems.append(problem) }
      return 0
    }
    return length
  }
}
