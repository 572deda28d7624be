import LayoutPrimitives

/// Hashes the bytes of a source that come in pieces; the pieces' bounds do not show in the hash.
///
/// All bytes of a source are hashed, so this takes them in four lanes that do not wait for one
/// another: the hash is that of the four accumulators of XXH64, of the bytes that fill no stripe of
/// 32, and of their count.
/// Source: Yann Collet, xxHash, "XXH64 algorithm description", steps 1 and 2 with seed 0.
struct SourceHasher {
  private var lanes = SIMD4<UInt64>(
    SourceHasher.prime1 &+ SourceHasher.prime2, SourceHasher.prime2, 0, 0 &- SourceHasher.prime1)
  /// The bytes of a stripe that is not full yet.
  private var rest: [UInt8] = []
  private var count = 0

  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let stripe = 32

  /// Adds the next bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    var bytes = bytes[...]
    if !rest.isEmpty {
      let missing = min(Self.stripe - rest.count, bytes.count)
      rest.append(contentsOf: bytes.prefix(missing))
      bytes = bytes.dropFirst(missing)
      guard rest.count == Self.stripe else { return }
      let full = rest
      full.withUnsafeBytes { addStripes($0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count / Self.stripe * Self.stripe
    addStripes(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)))
    rest.append(contentsOf: bytes.dropFirst(whole))
  }

  /// The hash of all bytes so far; more may follow.
  func finish() -> ContentHash {
    var hasher = ContentHasher()
    for word in [lanes.x, lanes.y, lanes.z, lanes.w, UInt64(count)] {
      withUnsafeBytes(of: word.littleEndian) { hasher.update($0) }
    }
    hasher.update(rest)
    return hasher.finish()
  }

  private mutating func addStripes(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    var (a, b, c, d) = (lanes.x, lanes.y, lanes.z, lanes.w)
    var offset = 0
    while offset < bytes.count {
      Self.round(&a, start + offset)
      Self.round(&b, start + offset + 8)
      Self.round(&c, start + offset + 16)
      Self.round(&d, start + offset + 24)
      offset &+= Self.stripe
    }
    lanes = SIMD4(a, b, c, d)
  }

  @inline(__always)
  private static func round(_ lane: inout UInt64, _ bytes: UnsafeRawPointer) {
    let word = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    let sum = lane &+ word &* prime2
    lane = (sum &<< 31 | sum &>> 33) &* prime1
  }
}
