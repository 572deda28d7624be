import LayoutPrimitives
import TextMeasurement

extension TextMeasure {
  /// Width and height, in points.
  var size: Size { Size(width: width.length, height: height.length) }
}
