/// The equal parts of a length, with spacing between them.
struct EqualShare {
  /// Number of the parts that have room.
  let count: Int
  /// The length of each part, in points.
  let length: Double

  /// Divides a length among as many of some parts as have room between their spacings.
  ///
  /// - Parameters:
  ///   - whole: The length with all spacings, in points; may be infinite.
  ///   - parts: Number of the parts that are wanted.
  ///   - spacing: Length between two parts, in points.
  init(of whole: Double, among parts: Int, spacing: Double) {
    guard parts > 0, whole.isRoom else {
      count = 0
      length = 0
      return
    }
    let least = MeasuringPass.leastRoom
    let more = ((whole - least) / (spacing + least)).rounded(.down)
    let fitting = min(Double(parts), more + 1)
    count = Int(fitting)
    length = max(0, (whole - (fitting - 1) * spacing) / fitting)
  }
}
