/// A shaped text divided into segments, which can be wrapped at any width.
///
/// It is immutable, and shared by all that use the same text.
final class Paragraph: Sendable {
  let segments: ContiguousArray<Segment>
  /// Advance of each grapheme, in points.
  let advances: ContiguousArray<Double>
  /// UTF-16 offset after each grapheme; empty if each grapheme is one UTF-16 unit.
  let ends: ContiguousArray<Int32>
  /// The fonts in use, the first of which is the own font of the text style.
  ///
  /// In a mask of fonts, bit `i` stands for `fonts[i]`.
  let fonts: [UsedFont]
  /// Number of the font of each grapheme, an index in `masks`; empty if the text has one font.
  let fontBits: ContiguousArray<UInt8>
  /// One mask per font: the bit of the font, and the bit of the own font of its style.
  let masks: [UInt64]
  /// Widths to add to lines that end after certain graphemes, in text order.
  ///
  /// Such a line has no kerning with the letter after the grapheme.
  let edges: ContiguousArray<LineEdge>
  /// Widths to add to lines that begin with certain graphemes, in text order.
  ///
  /// At the beginning of a line, a halved bracket has its full width, and a rule of the font does not
  /// reach the text before it.
  let starts: ContiguousArray<LineEdge>
  /// Widths by which lines that end with certain brackets may be narrower, in text order.
  ///
  /// At the end of a line, such a bracket may be halved.
  let trims: ContiguousArray<LineEdge>
  /// How much wider the last graphemes of runs are, in points, so that the runs have whole steps, in
  /// text order.
  ///
  /// Chromium rounds each run up, and the part of a run on a line by itself.
  let roundings: ContiguousArray<LineEdge>
  /// Steps per point, to which the parts of runs on a line with boxes are rounded up; `nil` for a
  /// text without boxes.
  let partSteps: Double?
  /// The ellipsis and the hyphen in each style, in the order in which the styles begin; never
  /// empty.
  let marks: [RunMarks]
  /// The tabs and their stops; `nil` for a text without tabs.
  let tabs: TabStops?
  /// Whether the text has tabs, soft hyphens or punctuation that can be halved.
  ///
  /// Then the widths of segments do not suffice to fill lines.
  let needsCare: Bool
  /// Whether a line with no space for its first hyphen ends one grapheme before the soft hyphen.
  ///
  /// Only Chromium does so.
  let dividesBeforeHyphen: Bool
  /// Whether a word that is longer than a line breaks inside.
  let breaksWords: Bool
  /// Whether each grapheme stays on the line of the grapheme before it, even in a word that is
  /// longer than a line; empty if none does.
  let joins: ContiguousArray<Bool>
  /// Width of the empty inline boxes after the text, in points, for which no line breaks.
  let trailing: Double
  /// Whether the text has one font and no line terminator, and no inline boxes that decide where
  /// lines break or that have runs beside them.
  let isPlain: Bool
  let caveats: TextCaveats

  /// Maximum number of fonts of a paragraph: the number of bits of a mask.
  static let maximumFonts = 64

  init(
    segments: ContiguousArray<Segment>, advances: ContiguousArray<Double>,
    ends: ContiguousArray<Int32>, fonts: [UsedFont], fontBits: ContiguousArray<UInt8>,
    masks: [UInt64], edges: ContiguousArray<LineEdge>,
    starts: ContiguousArray<LineEdge>, trims: ContiguousArray<LineEdge>,
    roundings: ContiguousArray<LineEdge>, partSteps: Double? = nil, marks: [RunMarks],
    tabs: TabStops?, isCareful: Bool, dividesBeforeHyphen: Bool, breaksWords: Bool,
    joins: ContiguousArray<Bool> = [], trailing: Double = 0, caveats: TextCaveats
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
    self.roundings = roundings
    self.partSteps = partSteps
    self.marks = marks
    self.tabs = tabs
    needsCare = isCareful || !starts.isEmpty || !trims.isEmpty
    self.dividesBeforeHyphen = dividesBeforeHyphen
    self.breaksWords = breaksWords
    self.joins = joins
    self.trailing = trailing
    isPlain =
      fonts.count == 1 && trailing == 0 && (partSteps == nil || roundings.isEmpty)
      && !segments.contains { $0.isHard || $0.flags.contains(.opening) }
    self.caveats = caveats
  }

  /// Number of lines of the text if no line wraps.
  var hardLineCount: Int {
    segments.count { $0.isHard } + (segments.last?.isHard == false ? 1 : 0)
  }

  /// UTF-16 offset at which a grapheme begins.
  func offset(ofCluster cluster: Int) -> Int {
    if ends.isEmpty || cluster == 0 { return cluster }
    return Int(ends[cluster - 1])
  }

  /// Whether a word that is longer than a line may break before a grapheme.
  @inline(__always)
  func mayDivide(before cluster: Int) -> Bool { breaksWords && (joins.isEmpty || !joins[cluster]) }

  /// The index after the last cluster of the run with the first cluster of a line; `nil` if its parts
  /// are not rounded.
  @inline(__always)
  func runEnd(after line: Int) -> Int? {
    guard partSteps != nil else { return nil }
    let index = roundings.partitioningIndex { Int($0.cluster) >= line }
    return index < roundings.count ? Int(roundings[index].cluster) + 1 : nil
  }

  /// How much wider a line is, in points, because the part of a run that it begins with is rounded up
  /// instead of the run.
  ///
  /// - Parameters:
  ///   - line: The first cluster of the line.
  ///   - end: The index after the last cluster of the run.
  func partRounding(from line: Int, to end: Int) -> Double {
    guard let partSteps else { return 0 }
    let width = advances[line..<end].reduce(0, +)
    let part = width - roundings.width(at: end - 1)
    return (part * partSteps - 1e-6).rounded(.up) / partSteps - width
  }

  /// Mask of the font of a grapheme and of the own font of its style.
  @inline(__always)
  func fonts(ofCluster cluster: Int) -> UInt64 {
    fontBits.isEmpty ? 1 : masks[Int(fontBits[cluster])]
  }

  /// Mask of the fonts of a segment from a cluster on, without its line terminator.
  func fonts(from cluster: Int, in segment: Segment) -> UInt64 {
    let end = Int(segment.end) - (segment.isHard ? 1 : 0)
    return (cluster..<max(cluster, end)).reduce(0) { $0 | fonts(ofCluster: $1) }
  }

  /// The ellipsis and hyphen in the style of a grapheme.
  func marks(at cluster: Int) -> RunMarks {
    marks[max(0, marks.partitioningIndex { Int($0.firstCluster) > cluster } - 1)]
  }

  /// Approximate size of the paragraph in memory, in bytes.
  var byteCount: Int {
    128 + segments.count * MemoryLayout<Segment>.stride + advances.count * 8 + ends.count * 4
      + fontBits.count + joins.count + (edges.count + starts.count + trims.count + roundings.count)
      * 16
      + fonts.count * MemoryLayout<UsedFont>.stride + marks.count * MemoryLayout<RunMarks>.stride
      + (tabs?.clusters.count ?? 0) * 4
  }
}

/// A font with the size and the baseline with which a paragraph uses it.
struct UsedFont: Sendable {
  let description: FontDescription
  let metrics: FontMetrics
  /// Font size with which the font is measured, in points.
  let size: Double
  /// Font size of the style, to which multiples for line heights refer, in points.
  let computedSize: Double
  /// Distance of the font's baseline above the line's baseline, in points.
  let baselineOffset: Double
  /// Whether the font is the own font of a style; false for a fallback font.
  let isOwn: Bool

  init(_ font: ShapingFont, style: RunFont, isOwn: Bool) {
    description = font.description
    metrics = font.metrics
    size = style.size
    computedSize = style.computedSize
    baselineOffset = style.baselineOffset
    self.isOwn = isOwn
  }

  /// Distance of the font's ascender from its descender, in points.
  var height: Double { (metrics.ascender + metrics.descender) * size / metrics.unitsPerEm }
}

/// Widths of the ellipsis and the hyphen in one style, with their fonts.
struct RunMarks: Sendable {
  /// Index of the first grapheme with the style.
  let firstCluster: Int32
  /// Advance of the ellipsis, in points, and mask of its font and of the style's own font.
  let ellipsis: (advance: Double, fonts: UInt64)
  /// Advance of the hyphen that is drawn at a soft hyphen, in points.
  let hyphen: Double
}

/// The reasons why the measured size of a text may be inexact.
struct TextCaveats: Hashable, Sendable {
  /// Whether a substitute font was used, or no font has one of the characters.
  var isSubstituted = false
  /// Whether text was cut off at the limit, or was shaped in parts that may affect one another.
  var isCut = false
  /// Whether a dictionary that differs from the platform's decides where lines break.
  var usesDictionary = false
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a condition, by binary search; the end index if none
  /// does.
  ///
  /// - Parameter holds: The condition. All elements after one that satisfies it must satisfy it,
  ///   too.
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
