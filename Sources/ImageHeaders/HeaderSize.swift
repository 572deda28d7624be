/// A width and a height in pixels.
struct HeaderSize {
  var width: Double
  var height: Double

  init(_ width: Int, _ height: Int) {
    self.width = Double(width)
    self.height = Double(height)
  }

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size after a quarter turn.
  var turned: HeaderSize { HeaderSize(width: height, height: width) }
}
