public import LayoutPrimitives
import TextMeasurement

/// The measured size of a box, and the measurements of what is in it.
public struct LayoutMeasurement: Hashable, Sendable {
  /// The size that was available, in points.
  public let maxSize: Size
  /// The box and all that is in it, each before what is inside it.
  let boxes: [MeasuredBox]
  /// The lines and baselines of all texts.
  let texts: [TextMeasure]

  /// The minimum size of the box, in points.
  public var size: Size { boxes.first?.size ?? .zero }

  /// Number of boxes that were left out because there was no room, without those inside them.
  public var leftOut: Int { boxes.count { !$0.hasRoom } }
}
