/// A sparse bit set of cell numbers below a bound.
struct CellSet: Hashable, Sendable {
  /// Numbers from here on belong to this build and are always members.
  let bound: Int64

  /// Blocks of 64 words of 64 bits.
  private var blocks: [Int64: [UInt64]] = [:]

  init(below bound: Int64) {
    self.bound = bound
  }

  func contains(_ cell: Int64) -> Bool {
    guard cell < bound else { return true }
    guard let block = blocks[cell >> 12] else { return false }
    return block[Self.word(cell)] & Self.bit(cell) != 0
  }

  mutating func insert(_ cell: Int64) {
    guard cell < bound else { return }
    blocks[cell >> 12, default: [UInt64](repeating: 0, count: 64)][Self.word(cell)] |= Self.bit(
      cell)
  }

  private static func word(_ cell: Int64) -> Int { Int(cell >> 6 & 63) }

  private static func bit(_ cell: Int64) -> UInt64 { 1 << UInt64(cell & 63) }
}
