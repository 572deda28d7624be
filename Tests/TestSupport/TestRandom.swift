/// Random numbers that are the same in every run of a test.
///
/// Source: Sebastiano Vigna, SplitMix64 (public domain).
public struct TestRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The numbers of a seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0 to below a bound; 0 for a bound below 1.
  public mutating func next(below bound: Int) -> Int {
    bound < 1 ? 0 : Int(next() % UInt64(bound))
  }
}
