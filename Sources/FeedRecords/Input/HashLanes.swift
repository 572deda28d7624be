/// The four accumulators of XXH64, which take 32 bytes at a time and do not wait for one another, as
/// the two halves of `ContentHasher` do: so they are for long stretches of bytes.
///
/// Source: Yann Collet, xxHash, "XXH64 algorithm description", steps 1 and 2 with seed 0.
struct HashLanes {
  /// Bytes that go through all lanes once.
  static let stripe = 32
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  private var lanes = SIMD4<UInt64>(
    HashLanes.prime1 &+ HashLanes.prime2, HashLanes.prime2, 0, 0 &- HashLanes.prime1)

  /// The accumulators, as they are written in memory on a little-endian machine.
  var words: (UInt64, UInt64, UInt64, UInt64) {
    (lanes.x.littleEndian, lanes.y.littleEndian, lanes.z.littleEndian, lanes.w.littleEndian)
  }

  /// Adds all whole stripes of the next bytes.
  ///
  /// - Returns: How many bytes they are.
  @inline(__always)
  mutating func addStripes(of bytes: UnsafeRawBufferPointer) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    let whole = bytes.count & ~(Self.stripe - 1)
    var (a, b, c, d) = (lanes.x, lanes.y, lanes.z, lanes.w)
    var offset = 0
    while offset < whole {
      Self.round(&a, start + offset)
      Self.round(&b, start + offset + 8)
      Self.round(&c, start + offset + 16)
      Self.round(&d, start + offset + 24)
      offset &+= Self.stripe
    }
    lanes = SIMD4(a, b, c, d)
    return whole
  }

  @inline(__always)
  private static func round(_ lane: inout UInt64, _ bytes: UnsafeRawPointer) {
    let word = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    let sum = lane &+ word &* prime2
    lane = (sum &<< 31 | sum &>> 33) &* prime1
  }
}
