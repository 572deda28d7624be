/// The offsets of a list that show no place beyond its ends, `0...upper`, and the rubber band that
/// holds it there.
struct ScrollRange: Hashable, Sendable {
  /// The last offset, in points, `>= 0`.
  let upper: Double
  /// Height of the screen, in points, `>= 0`.
  let viewport: Double

  /// How much of a finger's way the list goes at first past its end.
  private static let stiffness = 0.55

  init(_ list: ListState) {
    viewport = list.viewport.isFinite ? max(0, list.viewport) : 0
    upper = list.extent.isFinite ? max(0, list.extent - viewport) : 0
  }

  func contains(_ offset: Double) -> Bool { offset >= 0 && offset <= upper }

  /// The nearest offset of the range.
  func clamped(_ offset: Double) -> Double { min(max(offset, 0), upper) }

  /// The offset of a list whose finger would have dragged it to `finger` without ends.
  ///
  /// Source: b = (1 - 1/(x·c/d + 1))·d with c = 0.55, as open implementations have UIScrollView's
  /// rubber band; x is how far the finger is past the end, d the height of the screen.
  func stretched(_ finger: Double) -> Double {
    let edge = clamped(finger)
    let past = (finger - edge).magnitude
    guard past > 0, viewport > 0 else { return edge }
    let band = (1 - 1 / (past * Self.stiffness / viewport + 1)) * viewport
    return edge + (finger < edge ? -band : band)
  }

  /// The part of the finger's speed that the list has.
  func stretchedSlope(_ finger: Double) -> Double {
    let past = (finger - clamped(finger)).magnitude
    guard past > 0 else { return 1 }
    guard viewport > 0 else { return 0 }
    let tension = past * Self.stiffness / viewport + 1
    return Self.stiffness / (tension * tension)
  }

  /// Where the finger is that stretched the list to an offset.
  func unstretched(_ offset: Double) -> Double {
    let edge = clamped(offset)
    guard offset != edge, viewport > 0 else { return edge }
    // A spring may go farther than any finger can.
    let band = min((offset - edge).magnitude, 0.99 * viewport)
    let past = band / (Self.stiffness * (1 - band / viewport))
    return edge + (offset < edge ? -past : past)
  }
}
