/// A text shaped and divided, from which every width is answered; immutable and shared.
final class Paragraph: Sendable {
  let segments: ContiguousArray<Segment>
  /// Advance of each grapheme, in points.
  let advances: ContiguousArray<Double>
  /// One past the last UTF-16 unit of each grapheme; empty when each is one unit.
  let ends: ContiguousArray<Int32>
  /// The fonts used, the primary first; a font's place is its bit in masks.
  let fonts: [UsedFont]
  /// Font size, in points.
  let size: Double
  /// Advance of the ellipsis, in points, and the bit of its font.
  let ellipsis: (advance: Double, fonts: UInt64)
  let trust: TextTrust

  init(
    segments: ContiguousArray<Segment>, advances: ContiguousArray<Double>,
    ends: ContiguousArray<Int32>, fonts: [UsedFont], size: Double,
    ellipsis: (advance: Double, fonts: UInt64), trust: TextTrust
  ) {
    self.segments = segments
    self.advances = advances
    self.ends = ends
    self.fonts = fonts
    self.size = size
    self.ellipsis = ellipsis
    self.trust = trust
  }

  /// The UTF-16 offset before a cluster.
  func offset(ofCluster cluster: Int) -> Int {
    if ends.isEmpty || cluster == 0 { return cluster }
    return Int(ends[cluster - 1])
  }
}

/// A font that a paragraph used.
struct UsedFont: Sendable {
  let description: FontDescription
  let metrics: FontMetrics
}

/// What made a text's measure doubtful.
struct TextTrust: Hashable, Sendable {
  /// A font nobody declared, or a character that no font has.
  var isSubstituted = false
  /// Text beyond the limit was left out.
  var isCut = false
}
