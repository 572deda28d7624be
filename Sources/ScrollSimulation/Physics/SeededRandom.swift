/// A generator whose numbers follow from its seed alone.
///
/// Source: Sebastiano Vigna, SplitMix64 (public domain).
struct SeededRandom: Hashable, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next number, from 0 to below 1.
  mutating func fraction() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
  }
}
