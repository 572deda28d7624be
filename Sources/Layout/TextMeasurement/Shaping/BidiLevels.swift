internal import CICU

/// Computes the embedding levels of hard lines by Unicode's bidirectional algorithm.
final class BidiLevels {
  private let bidi: OpaquePointer
  private let repaired = ScratchBuffer<UInt8>(capacity: 256)
  private let brackets = OpenBrackets()
  /// Paragraph level of the hard line last passed to `levels`; 0 is left to right, 1 right to left.
  private(set) var paragraphLevel: UInt8 = 0

  /// Opens ICU's bidirectional algorithm.
  init() throws(TextError) {
    guard let bidi = cicu_bidi_open() else { throw .icuFailed(locale: "", code: 7) }
    self.bidi = bidi
  }

  deinit { cicu_bidi_close(bidi) }

  /// Determines the embedding level of each UTF-16 unit of a hard line; `nil` if all levels are 0.
  ///
  /// White space at the end of the line has the paragraph level, by rule L1. A character that rule
  /// X9 removes gets the level of the character before it, so that it does not divide a shaping
  /// run. For a line with a single direction, ICU may give 0 or 1 in place of a higher level; the
  /// visual order is the same. The levels are valid until the next call.
  ///
  /// - Parameters:
  ///   - text: UTF-16 text of `count` units, which must stay valid as long as the levels are used.
  ///   - rightToLeft: Whether the base direction is right to left.
  ///   - natural: Whether the first strong character overrides the base direction.
  func levels(
    _ text: UnsafePointer<UInt16>, count: Int, rightToLeft: Bool, natural: Bool
  ) -> UnsafePointer<UInt8>? {
    paragraphLevel = rightToLeft ? 1 : 0
    guard rightToLeft || Self.mayRunRightToLeft(text, count: count) else { return nil }
    guard
      let levels = cicu_bidi_levels(
        bidi, brackets.bounded(text, count: count), Int32(clamping: count), rightToLeft ? 1 : 0,
        natural ? 1 : 0)
    else { return nil }
    paragraphLevel = cicu_bidi_paragraph_level(bidi)
    return mend(levels, text, count: count)
  }

  /// Gives each character that rule X9 removes the level of the character before it.
  private func mend(
    _ levels: UnsafePointer<UInt8>, _ text: UnsafePointer<UInt16>, count: Int
  ) -> UnsafePointer<UInt8> {
    var isCopied = false
    let content = count - Self.trailingSpaces(text, count: count)
    var index = 0
    while index < content {
      let scalar = ScalarCursor.scalar(text, at: index, count: count)
      let length = scalar > 0xFFFF ? 2 : 1
      if Self.mayBeRemoved(scalar), cicu_bidi_is_removed(scalar) != 0 {
        if !isCopied {
          repaired.reserve(count)
          repaired.base.update(from: levels, count: count)
          isCopied = true
        }
        let level = index > 0 ? repaired.base[index - 1] : paragraphLevel
        for position in index..<index + length { repaired.base[position] = level }
      }
      index += length
    }
    return isCopied ? UnsafePointer(repaired.base) : levels
  }

  /// Whether rule X9 may remove a character: `false` is certain, `true` must be confirmed by ICU.
  private static func mayBeRemoved(_ scalar: UInt32) -> Bool {
    scalar < 0x20 || scalar == 0xAD || (0x7F...0x9F).contains(scalar) || scalar == 0x180E
      || (0x200B...0x206F).contains(scalar) || scalar >= 0xFDD0
  }

  /// Number of UTF-16 units at the end of a hard line to which rule L1 gives the paragraph level.
  ///
  /// The ends of the lines into which a hard line is broken are not treated here.
  static func trailingSpaces(_ text: UnsafePointer<UInt16>, count: Int) -> Int {
    var start = count
    while start > 0 {
      let scalar = ScalarCursor.scalar(text, before: start)
      guard cicu_bidi_is_space(scalar) != 0 else { break }
      start -= scalar > 0xFFFF ? 2 : 1
    }
    return count - start
  }

  /// Whether a hard line with left-to-right base direction may have levels above 0.
  ///
  /// `false` is certain, `true` is not.
  static func mayRunRightToLeft(_ text: UnsafePointer<UInt16>, count: Int) -> Bool {
    for index in 0..<count {
      let unit = text[index]
      if unit < 0x590 { continue }
      switch unit {
      case 0x0590...0x08FF, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xD802...0xD803,
        0xD83A...0xD83B, 0xFB1D...0xFDFF, 0xFE70...0xFEFF:
        return true
      default: continue
      }
    }
    return false
  }
}

/// Bounds the number of open brackets that ICU compares with each letter.
///
/// Source: UAX 9, definition BD16, which ends the search for pairs at 63 open brackets. ICU has no
/// limit, and neither has Chromium.
private final class OpenBrackets {
  private let copy = ScratchBuffer<UInt16>(capacity: 256)

  /// Maximum number of brackets of a hard line that are open at once.
  ///
  /// From the next one on, brackets are no pairs.
  static let maximum = 1_024

  /// The text, or a copy of it without brackets after too many open ones; valid until the next call.
  func bounded(_ text: UnsafePointer<UInt16>, count: Int) -> UnsafePointer<UInt16> {
    var opened = 0
    for index in 0..<count where Self.side(text[index]).side < 0 { opened += 1 }
    guard opened > Self.maximum else { return text }
    copy.reserve(count)
    copy.base.update(from: text, count: count)
    var closers: [UInt32] = []
    var isFull = false
    for index in 0..<count {
      let (side, closer) = Self.side(text[index])
      if side == 0 { continue }
      if !isFull, side < 0 {
        isFull = closers.count == Self.maximum
        closers.append(closer)
      } else if !isFull, let pair = closers.lastIndex(of: closer) {
        closers.removeSubrange(pair...)
      }
      // A bullet has the same bidi class.
      if isFull { copy.base[index] = 0x2022 }
    }
    return UnsafePointer(copy.base)
  }

  /// -1 for a bracket that opens, 1 for one that closes, 0 otherwise; and the closing bracket.
  @inline(__always)
  private static func side(_ unit: UInt16) -> (side: Int32, closer: UInt32) {
    switch unit {
    case 0x28, 0x5B, 0x7B, 0x29, 0x5D, 0x7D, 0xF3A...0xF3D, 0x169B, 0x169C, 0x2045...0x208E,
      0x2308...0x232A, 0x2768...0x2775, 0x27C5...0x27EF, 0x2983...0x29FD, 0x2E22...0x2E5C,
      0x3008...0x301B, 0xFE59...0xFE5E, 0xFF08...0xFF63:
      var closer: UInt32 = 0
      let side = cicu_bidi_bracket(UInt32(unit), &closer)
      return (side, closer)
    default: return (0, 0)
    }
  }
}

/// The order in which the clusters of one line are drawn, from left to right.
///
/// Source: rules L1 and L2 of Unicode's bidirectional algorithm (UAX 9).
public struct VisualOrder: Hashable, Sendable {
  /// Neighboring clusters of the text that are drawn in one direction.
  public struct Run: Hashable, Sendable {
    /// Indices of the clusters, in the order of the text.
    public let clusters: Range<Int>
    /// Whether the clusters are drawn from right to left.
    public let isRightToLeft: Bool
  }

  /// The runs of the line, from left to right.
  public let runs: [Run]

  /// Orders the clusters of a line by their levels.
  ///
  /// - Parameters:
  ///   - levels: The embedding level of each cluster, in the order of the text.
  ///   - trailingSpaces: Number of white space clusters at the end of the line.
  ///   - paragraphLevel: Level of the trailing spaces; an odd level is right to left.
  public init(levels: [UInt8], trailingSpaces: Int = 0, paragraphLevel: UInt8 = 0) {
    var result: [(clusters: Range<Int>, level: UInt8)] = []
    let content = levels.count - min(max(trailingSpaces, 0), levels.count)
    for (index, own) in levels.enumerated() {
      let level = index < content ? own : paragraphLevel
      if let last = result.last, last.level == level {
        result[result.count - 1].clusters = last.clusters.lowerBound..<index + 1
      } else {
        result.append((index..<index + 1, level))
      }
    }
    let highest = result.reduce(0) { max($0, $1.level) }
    let lowestOdd = result.reduce(UInt8.max) { $1.level & 1 == 1 ? min($0, $1.level) : $0 }
    if lowestOdd <= highest {
      for level in stride(from: highest, through: lowestOdd, by: -1) {
        Self.reverse(&result) { $0.level >= level }
      }
    }
    runs = result.map { Run(clusters: $0.clusters, isRightToLeft: $0.level & 1 == 1) }
  }

  /// Indices of all clusters, in the order in which they are drawn from left to right.
  public var clusters: [Int] {
    runs.flatMap { $0.isRightToLeft ? Array($0.clusters.reversed()) : Array($0.clusters) }
  }

  /// Reverses each longest sequence of elements that satisfy a condition.
  private static func reverse<T>(_ elements: inout [T], where holds: (T) -> Bool) {
    var start = 0
    while start < elements.count {
      guard holds(elements[start]) else {
        start += 1
        continue
      }
      var end = start + 1
      while end < elements.count, holds(elements[end]) { end += 1 }
      elements[start..<end].reverse()
      start = end
    }
  }
}
