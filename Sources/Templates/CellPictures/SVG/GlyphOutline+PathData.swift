public import TextMeasurement

extension GlyphOutline {
  /// The outline as SVG path data, in font units with y upwards.
  public var pathData: String {
    var data = ""
    func point(_ x: Double, _ y: Double) -> String {
      "\(SVGWriter.number(x)) \(SVGWriter.number(y))"
    }
    for step in steps {
      switch step {
      case .move(let x, let y): data += "M\(point(x, y))"
      case .line(let x, let y): data += "L\(point(x, y))"
      case .quadratic(let controlX, let controlY, let x, let y):
        data += "Q\(point(controlX, controlY)) \(point(x, y))"
      case .cubic(let firstX, let firstY, let secondX, let secondY, let x, let y):
        data += "C\(point(firstX, firstY)) \(point(secondX, secondY)) \(point(x, y))"
      case .close: data += "Z"
      }
    }
    return data
  }
}
