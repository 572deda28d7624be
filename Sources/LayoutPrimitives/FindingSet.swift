/// The findings of one cell, with one bit for each possible finding of its template.
///
/// The template defines the meaning of the bits; stores contain the set.
public struct FindingSet: Hashable, Sendable {
  /// Findings 0...63, one bit each.
  private var low: UInt64 = 0
  /// Findings from 64 on, 64 to a word, without zero words at the end, so that equal sets are equal
  /// values.
  private var high: [UInt64] = []

  /// Creates an empty set.
  public init() {}

  /// Reads the stored form: finding i is bit i % 8 of byte i / 8.
  public init(bytes: some Collection<UInt8>) {
    for (place, byte) in bytes.enumerated() where byte != 0 {
      if place < 8 {
        low |= UInt64(byte) << UInt64(8 * place)
      } else {
        for bit in 0..<8 where byte & (1 << bit) != 0 { insert(place * 8 + bit) }
      }
    }
  }

  /// The stored form, as `init(bytes:)` reads it, without zero bytes at the end: empty for a cell
  /// without findings.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for word in [low] + high {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    while bytes.last == 0 { bytes.removeLast() }
    return bytes
  }

  /// Whether the set is empty.
  public var isEmpty: Bool { low == 0 && high.isEmpty }

  /// Adds a finding.
  ///
  /// - Parameter finding: The number of the finding, `>= 0`.
  public mutating func insert(_ finding: Int) {
    guard finding >= 64 else {
      low |= 1 << UInt64(finding)
      return
    }
    let word = finding / 64 - 1
    while high.count <= word { high.append(0) }
    high[word] |= 1 << UInt64(finding % 64)
  }

  /// Adds the findings of another set.
  public mutating func formUnion(_ other: FindingSet) {
    low |= other.low
    while high.count < other.high.count { high.append(0) }
    for (word, bits) in other.high.enumerated() { high[word] |= bits }
  }

  /// Whether the set contains the finding with a number.
  public func contains(_ finding: Int) -> Bool {
    guard finding >= 64 else { return low & (1 << UInt64(finding)) != 0 }
    let word = finding / 64 - 1
    return word < high.count && high[word] & (1 << UInt64(finding % 64)) != 0
  }

  /// The numbers of the set's findings, in ascending order.
  public var numbers: Numbers { Numbers(word: low, high: high) }

  /// The numbers of a set's findings, in ascending order.
  public struct Numbers: Sequence, IteratorProtocol, Sendable {
    fileprivate var word: UInt64
    fileprivate let high: [UInt64]
    private var place = 0

    fileprivate init(word: UInt64, high: [UInt64]) {
      self.word = word
      self.high = high
    }

    /// Returns the number of the next finding; `nil` after the last.
    public mutating func next() -> Int? {
      while word == 0 {
        guard place < high.count else { return nil }
        word = high[place]
        place += 1
      }
      let bit = word.trailingZeroBitCount
      word &= word - 1
      return place * 64 + bit
    }
  }
}
