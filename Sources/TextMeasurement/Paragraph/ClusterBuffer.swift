/// The graphemes of the text at hand, in its order.
final class ClusterBuffer {
  private let advanceBuffer = ScratchBuffer<Double>(capacity: 1024)
  private let endBuffer = ScratchBuffer<Int32>(capacity: 1024)
  private let flagBuffer = ScratchBuffer<UInt8>(capacity: 1024)
  private let fontBuffer = ScratchBuffer<UInt8>(capacity: 1024)
  private(set) var count = 0
  /// What lines are wider that end after certain graphemes, in the order of the text.
  private(set) var edges: ContiguousArray<LineEdge> = []
  /// One past the last UTF-16 unit so far.
  private(set) var unitEnd = 0
  /// Whether every grapheme is one unit.
  var isOneToOne: Bool { count == unitEnd }

  /// Bits of a flag: a line may break before the grapheme; it hangs at the end of a line; it is a
  /// tab; it is a soft hyphen.
  static let breakBefore: UInt8 = 1
  static let space: UInt8 = 2
  static let tab: UInt8 = 4
  static let softHyphen: UInt8 = 8

  var advances: UnsafeMutablePointer<Double> { advanceBuffer.base }
  var ends: UnsafeMutablePointer<Int32> { endBuffer.base }
  var flags: UnsafeMutablePointer<UInt8> { flagBuffer.base }
  /// The bit number of each grapheme's font.
  var fonts: UnsafeMutablePointer<UInt8> { fontBuffer.base }

  /// Begins a text.
  func clear() {
    count = 0
    unitEnd = 0
    if !edges.isEmpty { edges.removeAll(keepingCapacity: true) }
  }

  /// Notes that a line that ends after a grapheme is wider than its advances.
  func append(edge: Double, after cluster: Int) {
    edges.append(LineEdge(cluster: Int32(truncatingIfNeeded: cluster), width: edge))
  }

  /// Lets a line break before every grapheme that does not hang.
  func breakAnywhere(from first: Int) {
    for index in first..<count where flags[index] & Self.space == 0 {
      flags[index] |= Self.breakBefore
    }
  }

  /// Rounds the width of a bidi run at the end up to 1/64 pixel, as Chromium lays out each apart.
  func roundUpWidth(from first: Int) {
    guard count > first else { return }
    let width = (first..<count).reduce(0) { $0 + advances[$1] }
    advances[count - 1] += (width * 64).rounded(.up) / 64 - width
  }

  /// Forgets what was added after a point.
  func rewind(toCount count: Int, unitEnd: Int) {
    self.count = count
    self.unitEnd = unitEnd
    while let last = edges.last, Int(last.cluster) >= count { edges.removeLast() }
  }

  /// Makes room for more graphemes.
  @inline(__always)
  func reserve(_ more: Int) {
    let needed = count &+ more
    if needed <= advanceBuffer.capacity { return }
    advanceBuffer.reserve(needed, keeping: count)
    endBuffer.reserve(needed, keeping: count)
    flagBuffer.reserve(needed, keeping: count)
    fontBuffer.reserve(needed, keeping: count)
  }

  /// Adds one grapheme; room must have been made.
  @inline(__always)
  func append(advance: Double, length: Int, flags: UInt8, font: UInt8) {
    unitEnd &+= length
    advanceBuffer.base[count] = advance
    endBuffer.base[count] = Int32(truncatingIfNeeded: unitEnd)
    flagBuffer.base[count] = flags
    fontBuffer.base[count] = font
    count &+= 1
  }

  /// Adds graphemes of one unit each, of which only the first may have flags.
  @inline(__always)
  func append(
    units: UnsafePointer<Int32>, count more: Int, scale: Double, spacing: Double, flags: UInt8,
    font: UInt8
  ) {
    let first = count
    let end = unitEnd
    let advances = advanceBuffer.base + first
    let ends = endBuffer.base + first
    let flagged = flagBuffer.base + first
    let fonts = fontBuffer.base + first
    for index in 0..<more {
      advances[index] = Double(units[index]) * scale + spacing
      ends[index] = Int32(truncatingIfNeeded: end &+ index &+ 1)
      flagged[index] = 0
      fonts[index] = font
    }
    if more > 0 { flagged[0] = flags }
    count = first &+ more
    unitEnd = end &+ more
  }
}
