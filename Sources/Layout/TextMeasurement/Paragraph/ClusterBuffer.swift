/// The graphemes of the current text, in the order of the text.
final class ClusterBuffer {
  private let advanceBuffer = ScratchBuffer<Double>(capacity: 1024)
  private let endBuffer = ScratchBuffer<Int32>(capacity: 1024)
  private let flagBuffer = ScratchBuffer<UInt8>(capacity: 1024)
  private let fontBuffer = ScratchBuffer<UInt8>(capacity: 1024)
  private(set) var count = 0
  /// Widths to add to lines that end after certain graphemes, in text order.
  ///
  /// Such a line has no kerning with the letter after the grapheme.
  private(set) var edges: ContiguousArray<LineEdge> = []
  /// Widths to add to lines that begin with certain graphemes, in text order.
  ///
  /// At the beginning of a line, a halved bracket has its full width, and a rule of the font does not
  /// reach the text before it.
  private(set) var starts: ContiguousArray<LineEdge> = []
  /// Widths by which lines that end with certain brackets may be narrower, in text order.
  ///
  /// At the end of a line, such a bracket may be halved.
  private(set) var trims: ContiguousArray<LineEdge> = []
  /// How much wider the last graphemes of runs are so that the runs have whole steps, in text order.
  private(set) var roundings: ContiguousArray<LineEdge> = []
  /// UTF-16 offset after the last grapheme added so far.
  private(set) var unitEnd = 0
  /// Whether every grapheme is one UTF-16 unit; then `ends` has no values.
  var isOneToOne: Bool { count == unitEnd }
  /// Whether `fonts` has values; if not, every grapheme has the font of bit 0.
  private(set) var hasFonts = false

  /// Flag of a grapheme before which a line may break.
  static let breakBefore: UInt8 = 1
  /// Flag of a grapheme that hangs at the end of a line.
  static let space: UInt8 = 2
  /// Flag of a tab.
  static let tab: UInt8 = 4
  /// Flag of a soft hyphen.
  static let softHyphen: UInt8 = 8
  /// Flag of an invisible character without advance; after a space, it hangs with the space.
  static let ignorable: UInt8 = 16
  /// Flag of a space that hangs, but counts in the content widths: U+3000.
  static let wideSpace: UInt8 = 32

  var advances: UnsafeMutablePointer<Double> { advanceBuffer.base }
  /// UTF-16 offset after each grapheme; not written if `isOneToOne`.
  var ends: UnsafeMutablePointer<Int32> { endBuffer.base }
  var flags: UnsafeMutablePointer<UInt8> { flagBuffer.base }
  /// The bit number of each grapheme's font; written only if `hasFonts`.
  var fonts: UnsafeMutablePointer<UInt8> { fontBuffer.base }

  /// Removes all graphemes, so that another text can begin.
  func clear() {
    count = 0
    unitEnd = 0
    hasFonts = false
    if !edges.isEmpty { edges.removeAll(keepingCapacity: true) }
    if !starts.isEmpty { starts.removeAll(keepingCapacity: true) }
    if !trims.isEmpty { trims.removeAll(keepingCapacity: true) }
    if !roundings.isEmpty { roundings.removeAll(keepingCapacity: true) }
  }

  /// Records the width, in points, to add to a line that ends after a grapheme.
  func append(edge: Double, after cluster: Int) {
    edges.append(LineEdge(cluster: Int32(truncatingIfNeeded: cluster), width: edge))
  }

  /// Reduces the advance of a grapheme by a width, in points.
  ///
  /// - Parameter more: The width, in points, to add to a line that begins with the grapheme; nil
  ///   for none.
  func cut(_ cluster: Int, by width: Double, startingWider more: Double?) {
    advanceBuffer.base[cluster] -= width
    if let more { append(start: more, at: cluster) }
  }

  /// Records the width, in points, to add to a line that begins with a grapheme.
  func append(start: Double, at cluster: Int) {
    let start = LineEdge(cluster: Int32(truncatingIfNeeded: cluster), width: start)
    let index = starts.lastIndex { $0.cluster <= start.cluster } ?? -1
    starts.insert(start, at: index + 1)
  }

  /// Replaces the width, in points, to add to a line that ends after a grapheme; 0 for none.
  func replace(edge: Double, after cluster: Int) {
    let index = (edges.lastIndex { Int($0.cluster) <= cluster } ?? -1) + 1
    if index > 0, Int(edges[index - 1].cluster) == cluster { edges.remove(at: index - 1) }
    guard edge != 0 else { return }
    let next = edges.lastIndex { Int($0.cluster) < cluster } ?? -1
    edges.insert(LineEdge(cluster: Int32(truncatingIfNeeded: cluster), width: edge), at: next + 1)
  }

  /// Moves a width, in points, from a grapheme to the grapheme before it.
  func move(_ width: Double, from cluster: Int) {
    advanceBuffer.base[cluster] -= width
    advanceBuffer.base[cluster - 1] += width
  }

  /// Records the width, in points, by which a grapheme may be narrower at the end of a line.
  func append(trim: Double, at cluster: Int) {
    trims.append(LineEdge(cluster: Int32(truncatingIfNeeded: cluster), width: trim))
  }

  /// Allows a break before every grapheme from `first` on, except before graphemes that hang.
  func breakAnywhere(from first: Int) {
    for index in first..<count where flags[index] & Self.space == 0 {
      flags[index] |= Self.breakBefore
    }
  }

  /// Rounds the total width of the graphemes from `first` on up to a whole step.
  ///
  /// The last grapheme gets the difference. Chromium does so for each run.
  ///
  /// - Parameter steps: Steps per point.
  func roundUpWidth(from first: Int, steps: Double) {
    guard count > first else { return }
    let width = (first..<count).reduce(0) { $0 + advances[$1] }
    let more = (width * steps).rounded(.up) / steps - width
    advances[count - 1] += more
    roundings.append(LineEdge(cluster: Int32(truncatingIfNeeded: count - 1), width: more))
  }

  /// Removes the last graphemes, so that `count` graphemes are left.
  ///
  /// - Parameter unitEnd: UTF-16 offset after the last grapheme that is left.
  func rewind(toCount count: Int, unitEnd: Int) {
    self.count = count
    self.unitEnd = unitEnd
    while let last = edges.last, Int(last.cluster) >= count { edges.removeLast() }
    while let last = starts.last, Int(last.cluster) >= count { starts.removeLast() }
    while let last = roundings.last, Int(last.cluster) >= count { roundings.removeLast() }
  }

  /// Merges a grapheme into the grapheme before it, so that no line breaks between them.
  func joinToPrevious(_ cluster: Int) {
    guard cluster > 0, cluster < count else { return }
    if isOneToOne { fillEnds() }
    advances[cluster - 1] += advances[cluster]
    ends[cluster - 1] = ends[cluster]
    flags[cluster - 1] |= flags[cluster] & ~Self.breakBefore
    for index in cluster + 1..<max(count, cluster + 1) {
      advances[index - 1] = advances[index]
      ends[index - 1] = ends[index]
      flags[index - 1] = flags[index]
      if hasFonts { fonts[index - 1] = fonts[index] }
    }
    edges.removeAll { Int($0.cluster) == cluster - 1 }
    for index in edges.indices where Int(edges[index].cluster) >= cluster {
      edges[index].cluster -= 1
    }
    for index in roundings.indices where Int(roundings[index].cluster) >= cluster {
      roundings[index].cluster -= 1
    }
    count -= 1
  }

  /// Reserves memory for a number of further graphemes.
  @inline(__always)
  func reserve(_ more: Int) {
    let needed = count &+ more
    if needed <= advanceBuffer.capacity { return }
    advanceBuffer.reserve(needed, keeping: count)
    endBuffer.reserve(needed, keeping: count)
    flagBuffer.reserve(needed, keeping: count)
    fontBuffer.reserve(needed, keeping: count)
  }

  /// Adds one grapheme; the memory for it must be reserved.
  @inline(__always)
  func append(advance: Double, length: Int, flags: UInt8, font: UInt8) {
    if length != 1, isOneToOne { fillEnds() }
    if font != 0, !hasFonts { fillFonts() }
    let wasOneToOne = isOneToOne
    unitEnd &+= length
    advanceBuffer.base[count] = advance
    if !wasOneToOne || length != 1 {
      endBuffer.base[count] = Int32(truncatingIfNeeded: unitEnd)
    }
    flagBuffer.base[count] = flags
    if hasFonts { fontBuffer.base[count] = font }
    count &+= 1
  }

  /// Adds graphemes of one UTF-16 unit each; only the first gets `flags`.
  ///
  /// - Parameters:
  ///   - units: The advances of the graphemes, in font units.
  ///   - scale: Points per font unit.
  ///   - spacing: Width to add to each advance, in points.
  @inline(__always)
  func append(
    units: UnsafePointer<Int32>, count more: Int, scale: Double, spacing: Double, flags: UInt8,
    font: UInt8
  ) {
    let first = count
    if font != 0, !hasFonts { fillFonts() }
    if !isOneToOne {
      for index in 0..<more {
        endBuffer.base[first &+ index] = Int32(truncatingIfNeeded: unitEnd &+ index &+ 1)
      }
    }
    if hasFonts { (fontBuffer.base + first).update(repeating: font, count: more) }
    let advances = advanceBuffer.base + first
    for index in 0..<more { advances[index] = Double(units[index]) * scale + spacing }
    let flagged = flagBuffer.base + first
    flagged.update(repeating: 0, count: more)
    if more > 0 { flagged[0] = flags }
    count = first &+ more
    unitEnd &+= more
  }

  /// UTF-16 offset after a grapheme.
  func end(of cluster: Int) -> Int { isOneToOne ? cluster + 1 : Int(ends[cluster]) }

  /// Ensures that `fonts` has values for all graphemes, including those added later.
  func needFonts() {
    if !hasFonts { fillFonts() }
  }

  /// Writes `ends` for all graphemes so far, each of which is one UTF-16 unit.
  private func fillEnds() {
    for index in 0..<count { endBuffer.base[index] = Int32(truncatingIfNeeded: index &+ 1) }
  }

  /// Writes `fonts` for all graphemes so far, with bit 0.
  private func fillFonts() {
    hasFonts = true
    fontBuffer.base.update(repeating: 0, count: count)
  }
}

/// A width to add to or to subtract from a line that begins or ends with a certain grapheme.
///
/// The reason is kerning with a letter on another line, or the empty half of a fullwidth bracket.
struct LineEdge: Sendable {
  var cluster: Int32
  /// The width, in points.
  let width: Double
}

extension ContiguousArray<LineEdge> {
  /// The width for a line that begins or ends at a cluster, in points; 0 if there is none.
  func width(at cluster: Int) -> Double {
    if isEmpty { return 0 }
    let index = partitioningIndex { Int($0.cluster) >= cluster }
    return index < count && Int(self[index].cluster) == cluster ? self[index].width : 0
  }
}
