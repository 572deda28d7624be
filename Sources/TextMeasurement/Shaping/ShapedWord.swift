/// A shaped word in the word cache: a view of its bytes, valid until the next lookup.
///
/// Layout, in bytes from `base`, which is 8-byte aligned: context (8), text length (4), cluster
/// count (4), flags (4), unused (4), then the text (2 each, padded to 8), the clusters' advances (4
/// each), the clusters' lengths with their bits for breaks and shapes (2 each) and, where the flags
/// say so, the clusters' edges (2 each), padded to 8.
struct ShapedWord {
  let base: UnsafeMutableRawPointer

  /// Flag of a word whose shape may depend on the text before its key.
  static let unsafeBefore: UInt32 = 1
  /// Flag of a word whose shape may depend on the text after its key.
  static let unsafeAfter: UInt32 = 2
  /// Flag of a word with a character that its font lacks.
  static let missingGlyph: UInt32 = 4
  /// Flag of a word that cannot be separated from the spaces beside it.
  static let fused: UInt32 = 64
  /// Flag of a word whose clusters are all one unit with an advance, none of them a space.
  static let uniform: UInt32 = 8
  /// Flag of a word between spaces that is the same at the beginning and at the end of a run.
  static let isApart: UInt32 = 256
  /// Flag of a word after which its key has text with other glyphs than the characters' own.
  static let changesSuffix: UInt32 = 512
  /// Flags of a word whose key may need more text.
  static let unsafe = unsafeBefore | unsafeAfter
  /// Flag of a word whose `edges` are valid.
  static let hasEdges: UInt32 = 128
  /// Flag of a word inside which a line may break by UAX 14.
  static let innerUAX14: UInt32 = 16
  /// Flag of a word inside which a line may break by Chromium's rules.
  static let innerChromium: UInt32 = 32

  /// Bit of a cluster's length: a line may break before the cluster by UAX 14.
  static let breakUAX14: UInt16 = 0x8000
  /// Bit of a cluster's length: a line may break before the cluster by Chromium's rules.
  static let breakChromium: UInt16 = 0x4000
  /// Bits of a cluster's length: the number of shapes that begin in the cluster, at most 7.
  ///
  /// It is 0 at the end of a ligature or a conjunct, and above 1 with separate half forms.
  static let shapesMask: UInt16 = 0x3800
  /// Position of the lowest bit of `shapesMask`.
  static let shapesShift: UInt16 = 11
  /// Bits of a cluster's length: its number of UTF-16 units.
  static let lengthMask: UInt16 = 0x07FF

  /// Adds 1 to the number of shapes in a cluster's length, unless it is 7.
  @inline(__always)
  static func addingShape(to length: UInt16) -> UInt16 {
    length & shapesMask == shapesMask ? length : length + (1 << shapesShift)
  }

  static let headerSize = 24

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
    get { Int(base.load(fromByteOffset: 8, as: UInt32.self)) }
    nonmutating set { base.storeBytes(of: UInt32(newValue), toByteOffset: 8, as: UInt32.self) }
  }
  var clusterCount: Int {
    get { Int(base.load(fromByteOffset: 12, as: UInt32.self)) }
    nonmutating set { base.storeBytes(of: UInt32(newValue), toByteOffset: 12, as: UInt32.self) }
  }
  var flags: UInt32 {
    get { base.load(fromByteOffset: 16, as: UInt32.self) }
    nonmutating set { base.storeBytes(of: newValue, toByteOffset: 16, as: UInt32.self) }
  }

  /// UTF-16 units of the word's key, padded with zeros.
  var text: UnsafeMutablePointer<UInt16> {
    (base + Self.headerSize).assumingMemoryBound(to: UInt16.self)
  }
  /// Advance of each cluster, in font units, in the order of the text.
  var advances: UnsafeMutablePointer<Int32> {
    (base + Self.textEnd(textCount)).assumingMemoryBound(to: Int32.self)
  }
  /// UTF-16 length of each cluster, with its bits for breaks and shapes.
  var lengths: UnsafeMutablePointer<UInt16> {
    (base + Self.textEnd(textCount) + clusterCount * 4).assumingMemoryBound(to: UInt16.self)
  }
  /// For each cluster, the extra width of a line that ends after it, in font units; see `hasEdges`.
  ///
  /// Such a line lacks kerning with the next letter.
  var edges: UnsafeMutablePointer<UInt16> { lengths + clusterCount }
  /// Removes clusters at the end, and moves `lengths` to its offset for the new count.
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
