/// A shaped text divided into segments, which can be wrapped at any width; immutable and shared.
final class Paragraph: Sendable {
  let segments: ContiguousArray<Segment>
  /// Advance of each grapheme, in points.
  let advances: ContiguousArray<Double>
  /// UTF-16 offset after each grapheme; empty when each is one unit.
  let ends: ContiguousArray<Int32>
  /// The fonts used, the text style's own first; a font's index is that of its bit in masks.
  let fonts: [UsedFont]
  /// Index into `masks` for each grapheme; empty when the text has only one font.
  let fontBits: ContiguousArray<UInt8>
  /// Mask for each font: its own bit, and the bit of its style's own font.
  let masks: [UInt64]
  /// Extra widths of lines that end after certain graphemes, without their kerning; in text order.
  let edges: ContiguousArray<LineEdge>
  /// Extra widths of lines that begin with certain brackets, unhalved there; in text order.
  let starts: ContiguousArray<LineEdge>
  /// Reductions of lines that end with certain brackets, which may be halved there; in text order.
  let trims: ContiguousArray<LineEdge>
  /// Ellipsis and hyphen of each range of one style, in the order of the text; never empty.
  let marks: [RunMarks]
  /// The tabs and their stops; `nil` for a text without tabs.
  let tabs: TabStops?
  /// Whether the text has tabs, soft hyphens or punctuation that can be halved, so that lines
  /// depend on more than the widths of segments.
  let needsCare: Bool
  /// Whether a line too narrow for its first hyphen ends before the last grapheme of the syllable, as
  /// in Chromium.
  let dividesBeforeHyphen: Bool
  /// Whether the text has one font and no line terminator.
  let isPlain: Bool
  let caveats: TextCaveats

  /// Maximum number of fonts in a paragraph: the number of bits in a mask.
  static let maximumFonts = 64

  init(
    segments: ContiguousArray<Segment>, advances: ContiguousArray<Double>,
    ends: ContiguousArray<Int32>, fonts: [UsedFont], fontBits: ContiguousArray<UInt8>,
    masks: [UInt64], edges: ContiguousArray<LineEdge>,
    starts: ContiguousArray<LineEdge>, trims: ContiguousArray<LineEdge>, marks: [RunMarks],
    tabs: TabStops?, needsCare: Bool, dividesBeforeHyphen: Bool, caveats: TextCaveats
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
    self.dividesBeforeHyphen = dividesBeforeHyphen
    isPlain = fonts.count == 1 && !segments.contains { $0.isHard }
    self.caveats = caveats
  }

  /// UTF-16 offset at which a cluster begins.
  func offset(ofCluster cluster: Int) -> Int {
    if ends.isEmpty || cluster == 0 { return cluster }
    return Int(ends[cluster - 1])
  }

  /// Mask of the fonts of a grapheme.
  @inline(__always)
  func fonts(ofCluster cluster: Int) -> UInt64 {
    fontBits.isEmpty ? 1 : masks[Int(fontBits[cluster])]
  }

  /// Mask of a segment's fonts from a cluster on, with its spaces, without its line terminator.
  func fonts(from cluster: Int, in segment: Segment) -> UInt64 {
    let end = Int(segment.end) - (segment.isHard ? 1 : 0)
    return (cluster..<max(cluster, end)).reduce(0) { $0 | fonts(ofCluster: $1) }
  }

  /// The ellipsis and hyphen in the style of a cluster.
  func marks(at cluster: Int) -> RunMarks {
    marks[max(0, marks.partitioningIndex { Int($0.firstCluster) > cluster } - 1)]
  }

  /// Approximate size of the paragraph in memory, in bytes.
  var byteCount: Int {
    128 + segments.count * MemoryLayout<Segment>.stride + advances.count * 8 + ends.count * 4
      + fontBits.count + (edges.count + starts.count + trims.count) * 16
      + fonts.count * MemoryLayout<UsedFont>.stride + marks.count * MemoryLayout<RunMarks>.stride
      + (tabs?.clusters.count ?? 0) * 4
  }
}

/// A font at a size that a paragraph uses.
struct UsedFont: Sendable {
  let description: FontDescription
  let metrics: FontMetrics
  /// Font size, in points.
  let size: Double
  /// Distance of the font's baseline above the line's baseline, in points.
  let baselineOffset: Double
  /// Whether a style names the font; otherwise it is a fallback font.
  let isOwn: Bool

  init(_ font: ShapingFont, style: RunFont, isOwn: Bool) {
    description = font.description
    metrics = font.metrics
    size = style.size
    baselineOffset = style.baselineOffset
    self.isOwn = isOwn
  }

  /// Sum of ascender and descender, in points.
  var height: Double { (metrics.ascender + metrics.descender) * size / metrics.unitsPerEm }
}

/// Widths of the ellipsis and the hyphen in one style.
struct RunMarks: Sendable {
  /// Index of the first cluster in the style.
  let firstCluster: Int32
  /// Advance of the ellipsis, in points, and the mask of its font and the style's font.
  let ellipsis: (advance: Double, fonts: UInt64)
  /// Advance of the hyphen, in points; 0 in a text without hyphens.
  let hyphen: Double
}

/// Why the measured size of a text may be off.
struct TextCaveats: Hashable, Sendable {
  /// Whether a substitute font was used, or no font has some character.
  var isSubstituted = false
  /// Whether text was cut off at the limit, or shaped in parts that may depend on one another.
  var isCut = false
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a condition, by binary search; the end if none does.
  ///
  /// - Parameter holds: The condition; once an element satisfies it, all later ones must.
  @inline(__always)
  func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
