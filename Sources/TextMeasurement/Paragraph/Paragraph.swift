/// A shaped text divided into segments, which can be wrapped at any width; immutable and shared.
final class Paragraph: Sendable {
  let segments: ContiguousArray<Segment>
  /// Advance of each grapheme, in points.
  let advances: ContiguousArray<Double>
  /// One past the last UTF-16 unit of each grapheme; empty when each is one unit.
  let ends: ContiguousArray<Int32>
  /// The fonts used, the text style's own first; a font's index is its bit in masks.
  let fonts: [UsedFont]
  /// The bit of each grapheme's font; empty when there is only one.
  let fontBits: ContiguousArray<UInt8>
  /// The fonts of a grapheme by that bit: its own, and its style's.
  let masks: [UInt64]
  /// Additional widths of lines that end after certain graphemes, in the order of the text.
  let edges: ContiguousArray<LineEdge>
  /// Additional widths of lines that begin with certain graphemes, and possible reductions of lines
  /// that end with certain graphemes: fullwidth punctuation, of which half can be left out.
  let starts: ContiguousArray<LineEdge>
  let trims: ContiguousArray<LineEdge>
  /// Ellipsis and hyphen of each range of one style, in the order of the text; never empty.
  let marks: [RunMarks]
  /// The tabs and their stops; `nil` for a text without tabs.
  let tabs: TabStops?
  /// Whether the text has tabs, soft hyphens or punctuation that can be halved, so that lines
  /// depend on more than the widths of segments.
  let needsCare: Bool
  /// Whether it has one font and no line terminator.
  let isPlain: Bool
  let caveats: TextCaveats

  /// Number of bits in a mask of fonts.
  static let mostFonts = 64

  init(
    segments: ContiguousArray<Segment>, advances: ContiguousArray<Double>,
    ends: ContiguousArray<Int32>, fonts: [UsedFont], fontBits: ContiguousArray<UInt8>,
    masks: [UInt64], edges: ContiguousArray<LineEdge>,
    starts: ContiguousArray<LineEdge>, trims: ContiguousArray<LineEdge>, marks: [RunMarks],
    tabs: TabStops?,
    needsCare: Bool, caveats: TextCaveats
  ) {
    self.segments = segments
    self.advances = advances
    self.ends = ends
    self.fonts = fonts
    self.fontBits = fontBits
    self.masks = masks
    self.edges = edges
    self.starts = starts
    self.trims = trims
    self.marks = marks
    self.tabs = tabs
    self.needsCare = needsCare
    isPlain = fonts.count == 1 && !segments.contains { $0.isHard }
    self.caveats = caveats
  }

  /// The UTF-16 offset before a cluster.
  func offset(ofCluster cluster: Int) -> Int {
    if ends.isEmpty || cluster == 0 { return cluster }
    return Int(ends[cluster - 1])
  }

  /// The fonts of a grapheme.
  @inline(__always)
  func fonts(ofCluster cluster: Int) -> UInt64 {
    fontBits.isEmpty ? 1 : masks[Int(fontBits[cluster])]
  }

  /// The fonts of a segment from a cluster on, with its spaces and without its line terminator.
  func fonts(from cluster: Int, in segment: Segment) -> UInt64 {
    let end = Int(segment.end) - (segment.isHard ? 1 : 0)
    return (cluster..<max(cluster, end)).reduce(0) { $0 | fonts(ofCluster: $1) }
  }

  /// The ellipsis and hyphen at a cluster.
  func marks(at cluster: Int) -> RunMarks {
    marks[max(0, marks.partitioningIndex { Int($0.firstCluster) > cluster } - 1)]
  }

  /// Approximate size in bytes.
  var byteCount: Int {
    128 + segments.count * MemoryLayout<Segment>.stride + advances.count * 8 + ends.count * 4
      + fontBits.count + (edges.count + starts.count + trims.count) * 16
      + fonts.count * MemoryLayout<UsedFont>.stride + marks.count * MemoryLayout<RunMarks>.stride
      + (tabs?.clusters.count ?? 0) * 4
  }
}

/// A font at a size that a paragraph used.
struct UsedFont: Sendable {
  let description: FontDescription
  let metrics: FontMetrics
  /// Font size, in points.
  let size: Double
  /// Distance of its baseline above the line's, in points.
  let baselineOffset: Double
  /// Whether a style names it; the others are fallback fonts.
  let isOwn: Bool

  init(_ font: ShapingFont, style: RunFont, isOwn: Bool) {
    description = font.description
    metrics = font.metrics
    size = style.size
    baselineOffset = style.baselineOffset
    self.isOwn = isOwn
  }

  /// Ascender and descender together, in points.
  var height: Double { (metrics.ascender + metrics.descender) * size / metrics.unitsPerEm }
}

/// The ellipsis and the hyphen in one style.
struct RunMarks: Sendable {
  /// The first cluster of the style.
  let firstCluster: Int32
  /// Advance of the ellipsis, in points, and the bits of its font.
  let ellipsis: (advance: Double, fonts: UInt64)
  /// Advance of the hyphen, in points; 0 in a text without soft hyphens.
  let hyphen: Double
}

/// Caveats of a text's measure.
struct TextCaveats: Hashable, Sendable {
  /// A substitute font was used, or no font has a character.
  var isSubstituted = false
  /// Text beyond the limit was cut off, or shaped in parts that may depend on one another.
  var isCut = false
}
