/// A shaped word in the word cache's format: a view of its bytes, which the next lookup may
/// overwrite.
///
/// The format, in bytes from `base`, which is 8-byte aligned:
///
/// - Context (8), text length (2), cluster count (2), flags (4).
/// - The text of the key (2 per unit), padded to 8.
/// - The advances of the clusters (4 per cluster).
/// - The lengths of the clusters, with bits for breaks and shapes (2 per cluster).
/// - With the flag `hasEdges`: the edges of the clusters (2 per cluster).
/// - Padding to 8.
struct ShapedWord {
  let base: UnsafeMutableRawPointer

  /// Flag of a word whose shape may depend on the text before its key.
  static let unsafeBefore: UInt32 = 1
  /// Flag of a word whose shape may depend on the text after its key.
  static let unsafeAfter: UInt32 = 2
  /// Flag of a word with a character that its font lacks, or of which a metrics pack does not have the
  /// width.
  static let missingGlyph: UInt32 = 4
  /// Flag of a word that cannot be shaped without the spaces beside the word.
  static let fused: UInt32 = 64
  /// Flag of a word in which each UTF-16 unit is a cluster with an advance, and none hangs.
  static let uniform: UInt32 = 8
  /// Flag of a word between spaces that has the same shape at the beginning or end of a run.
  static let isApart: UInt32 = 256
  /// Flag of a word that was measured by table, unless a rule matches text beyond the spaces beside
  /// it; see `PairTable.isUnaffected`.
  static let isConditional: UInt32 = 1024
  /// Flag of a word that changes glyphs of the text after it in its key.
  static let changesSuffix: UInt32 = 512
  /// Flags of a word whose key may need more text beside the word.
  static let unsafe = unsafeBefore | unsafeAfter
  /// Flag of a word whose `edges` are valid.
  static let hasEdges: UInt32 = 128
  /// Flag of a word inside which UAX 14 allows a break.
  static let innerUAX14: UInt32 = 16
  /// Flag of a word inside which Chromium's rules allow a break.
  static let innerChromium: UInt32 = 32

  /// Bit of a cluster's length: UAX 14 allows a break before the cluster.
  static let breakUAX14: UInt16 = 0x8000
  /// Bit of a cluster's length: Chromium's rules allow a break before the cluster.
  static let breakChromium: UInt16 = 0x4000
  /// Bits of a cluster's length: the number of shapes that begin in the cluster, at most 7.
  ///
  /// It is 0 in a cluster that continues a ligature or conjunct, and more than 1 with separate half
  /// forms.
  static let shapesMask: UInt16 = 0x3800
  /// The number of the lowest bit of `shapesMask`.
  static let shapesShift: UInt16 = 11
  /// Bit of a cluster's length: a line that begins or ends before the cluster is shaped again.
  static let unsafeToBreak: UInt16 = 0x0400
  /// Bits of a cluster's length: the number of UTF-16 units in the cluster.
  static let lengthMask: UInt16 = 0x03FF

  /// Returns a cluster's length with one more shape; no more than 7 are counted.
  @inline(__always)
  static func addingShape(to length: UInt16) -> UInt16 {
    length & shapesMask == shapesMask ? length : length + (1 << shapesShift)
  }

  static let headerSize = 16

  /// Size of a word in the word cache, in bytes.
  static func size(text: Int, clusters: Int, hasEdges: Bool) -> Int {
    let lengths = (clusters &* (hasEdges ? 4 : 2) &+ 3) & ~3
    return (textEnd(text) &+ clusters &* 4 &+ lengths &+ 7) & ~7
  }

  private static func textEnd(_ text: Int) -> Int { headerSize &+ ((text &* 2 &+ 7) & ~7) }

  var context: UInt64 {
    get { base.load(as: UInt64.self) }
    nonmutating set { base.storeBytes(of: newValue, as: UInt64.self) }
  }
  var textCount: Int {
    get { Int(base.load(fromByteOffset: 8, as: UInt16.self)) }
    nonmutating set { base.storeBytes(of: UInt16(newValue), toByteOffset: 8, as: UInt16.self) }
  }
  var clusterCount: Int {
    get { Int(base.load(fromByteOffset: 10, as: UInt16.self)) }
    nonmutating set { base.storeBytes(of: UInt16(newValue), toByteOffset: 10, as: UInt16.self) }
  }
  var flags: UInt32 {
    get { base.load(fromByteOffset: 12, as: UInt32.self) }
    nonmutating set { base.storeBytes(of: newValue, toByteOffset: 12, as: UInt32.self) }
  }

  /// UTF-16 units of the word's key, followed by zeros up to a multiple of 8 bytes.
  var text: UnsafeMutablePointer<UInt16> {
    (base + Self.headerSize).assumingMemoryBound(to: UInt16.self)
  }
  /// Advance of each cluster, in font units, in the order of the text.
  var advances: UnsafeMutablePointer<Int32> {
    (base + Self.textEnd(textCount)).assumingMemoryBound(to: Int32.self)
  }
  /// Number of UTF-16 units of each cluster, with bits for breaks and shapes.
  var lengths: UnsafeMutablePointer<UInt16> {
    (base + Self.textEnd(textCount) + clusterCount * 4).assumingMemoryBound(to: UInt16.self)
  }
  /// The width to add to a line that ends after each cluster, in font units; see `hasEdges`.
  ///
  /// Such a line has no kerning with the letter after the cluster.
  var edges: UnsafeMutablePointer<UInt16> { lengths + clusterCount }
  /// The width of the word, in font units.
  var units: Int { (0..<clusterCount).reduce(0) { $0 + Int(advances[$1]) } }
  /// Reduces the number of clusters, and moves `lengths` to its offset for the new number.
  func trimClusters(to count: Int) {
    let from = lengths
    clusterCount = count
    UnsafeMutableRawPointer(lengths).copyMemory(from: from, byteCount: count * 2)
  }

  var byteCount: Int {
    Self.size(
      text: textCount, clusters: clusterCount, hasEdges: flags & Self.hasEdges != 0)
  }
}

/// Writes HarfBuzz's result for a word in the word cache's format.
extension Shaper {
  /// Writes a word with one cluster for each grapheme.
  ///
  /// The advance of a ligature is divided among its graphemes.
  ///
  /// - Parameters:
  ///   - key: The UTF-16 units of the word's key: the word, and the text beside it.
  ///   - keyCount: Number of units of the key.
  ///   - frame: Where the word is in the text that HarfBuzz shaped.
  ///   - context: The word's context.
  ///   - isPlain: Whether every unit is a grapheme with a glyph of its own.
  ///   - flags: The flags of `ShapedWord` that are already known.
  func describe(
    _ key: UnsafePointer<UInt16>, count keyCount: Int, frame: Frame, context: ShapeContext,
    isPlain: Bool = false, flags: UInt32
  ) -> ShapedWord {
    let marks = marks.base + frame.start
    let units = perUnit.base + frame.start
    let text = key + context.prefix
    let count = frame.end - frame.start
    if context.breaks || isPlain {
      for index in 0..<count { marks[index] |= Self.isGrapheme }
    } else {
      graphemes.mark(text, count: count, bit: Self.isGrapheme, marks: marks)
      // A mark after a space begins a grapheme, because a line may break between the two.
      for index in 1..<max(count, 1) where text[index - 1] == 0x20 {
        marks[index] |= Self.isGrapheme
      }
    }
    if count > 0 { marks[0] |= Self.isGrapheme | Self.isCluster }
    var clusters = 0
    for index in 0..<count where marks[index] & Self.isGrapheme != 0 { clusters += 1 }
    let longest = Int(ShapedWord.lengthMask)
    clusters += count / longest
    output.reserve(ShapedWord.size(text: keyCount, clusters: clusters, hasEdges: true) / 8)
    let word = ShapedWord(base: UnsafeMutableRawPointer(output.base))
    word.context = context.bits
    word.textCount = keyCount
    word.flags = flags
    word.clusterCount = clusters
    word.text.update(repeating: 0, count: (keyCount + 3) & ~3)
    word.text.update(from: key, count: keyCount)
    if !isPlain { shareOut(text, units: units, marks: marks, count: count) }
    let advances = word.advances
    let lengths = word.lengths
    var cluster = -1
    for index in 0..<count {
      let isStart = marks[index] & Self.isGrapheme != 0
      if isStart || Int(lengths[cluster] & ShapedWord.lengthMask) == longest {
        cluster += 1
        advances[cluster] = 0
        lengths[cluster] = isStart ? breakBits(text, index, marks, context) : 0
        if index > 0,
          marks[index] & (Self.isCluster | Self.isUnsafeToBreak) != Self.isCluster
        {
          lengths[cluster] |= ShapedWord.unsafeToBreak
        }
      }
      if marks[index] & Self.isCluster != 0 {
        lengths[cluster] = ShapedWord.addingShape(to: lengths[cluster])
      }
      advances[cluster] &+= units[index]
      lengths[cluster] += 1
    }
    word.trimClusters(to: cluster + 1)
    word.flags |= nature(of: word, text: text, count: count)
    if context.isCut || count > Self.unbroken || !isAlphanumeric(text, count: count) {
      addEdges(to: word, start: frame.start, marks: marks, count: count)
    }
    return word
  }

  /// Maximum length, in UTF-16 units, of a word of ASCII letters and digits that is stored without
  /// edges.
  ///
  /// Lines rarely end inside such a word, unless they may end anywhere. Edges would increase the
  /// memory by a fifth, and take time whenever the word is used.
  private static let unbroken = 12

  /// Adds the widths to add to lines that end inside a word.
  private func addEdges(
    to word: ShapedWord, start: Int, marks: UnsafePointer<UInt8>, count: Int
  ) {
    var cluster = 0
    var hasEdges = false
    let edges = word.edges
    for index in 0..<count where marks[index] & Self.isGrapheme != 0 && cluster < word.clusterCount
    {
      let edge = perEdge.base[start + index]
      edges[cluster] = edge
      cluster += 1
      if edge != 0, cluster < word.clusterCount { hasEdges = true }
    }
    while cluster < word.clusterCount {
      edges[cluster] = 0
      cluster += 1
    }
    if cluster > 0 { edges[cluster - 1] = 0 }
    if hasEdges { word.flags |= ShapedWord.hasEdges }
  }

  /// The flags that tell whether each cluster of a word must be examined when it is used.
  private func nature(
    of word: ShapedWord, text: UnsafePointer<UInt16>, count: Int
  ) -> UInt32 {
    var flags = word.clusterCount == count ? ShapedWord.uniform : 0
    let lengths = word.lengths
    for index in 0..<word.clusterCount {
      if word.advances[index] == 0 { flags &= ~ShapedWord.uniform }
      if lengths[index] & ShapedWord.breakUAX14 != 0 { flags |= ShapedWord.innerUAX14 }
      if lengths[index] & ShapedWord.breakChromium != 0 { flags |= ShapedWord.innerChromium }
    }
    for index in 0..<count
    where EmojiPresentation.mayHang(text[index]) || text[index] == EmojiPresentation.softHyphen {
      flags &= ~ShapedWord.uniform
    }
    return flags
  }

  /// Whether a text consists only of ASCII letters and digits, between which lines do not break.
  func isAlphanumeric(_ text: UnsafePointer<UInt16>, count: Int) -> Bool {
    (0..<count).allSatisfy { text[$0].isASCIIAlphanumeric }
  }

  /// Divides the advance of a shaped cluster evenly among the graphemes that begin in it.
  ///
  /// If its first grapheme is a space, this keeps the whole advance, because the others are marks.
  private func shareOut(
    _ text: UnsafePointer<UInt16>, units: UnsafeMutablePointer<Int32>,
    marks: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    var start = 0
    while start < count {
      var end = start + 1
      var parts: Int32 = marks[start] & Self.isGrapheme != 0 ? 1 : 0
      while end < count, marks[end] & Self.isCluster == 0 {
        if marks[end] & Self.isGrapheme != 0 { parts += 1 }
        end += 1
      }
      if parts > 1, text[start] != 0x20 {
        let share = units[start] / parts
        units[start] -= share * (parts - 1)
        for index in start + 1..<end where marks[index] & Self.isGrapheme != 0 {
          units[index] = share
        }
      }
      start = end
    }
  }

  private func breakBits(
    _ text: UnsafePointer<UInt16>, _ index: Int, _ marks: UnsafePointer<UInt8>,
    _ context: ShapeContext
  ) -> UInt16 {
    guard context.breaks, index > 0 else { return 0 }
    var bits: UInt16 = marks[index] & Self.isBreak != 0 ? ShapedWord.breakUAX14 : 0
    let before = index > 1 ? text[index - 2] : 0
    if text[index] != 0x20 {
      let left = text[index - 1]
      if left == 0x20 || ChromiumBreaks.allows(before: before, left: left, right: text[index]) {
        bits |= ShapedWord.breakChromium
      }
    }
    return bits
  }
}
