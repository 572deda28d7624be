/// Random numbers that are the same for the same seed, on every machine (SplitMix64).
struct DrawnNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// 64 random bits.
  mutating func bits() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// A number below a limit of at least 1.
  mutating func below(_ limit: Int) -> Int { Int((bits() >> 33) % UInt64(max(1, limit))) }

  /// A number in 0..<1.
  mutating func fraction() -> Double { Double(bits() >> 11) * 0x1p-53 }

  /// Whether something of a probability happens.
  mutating func chance(_ probability: Double) -> Bool { fraction() < probability }

  /// One of some choices; `""` of none.
  mutating func choice(_ choices: [String]) -> String {
    choices.isEmpty ? "" : choices[below(choices.count)]
  }
}
