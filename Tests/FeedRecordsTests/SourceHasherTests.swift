import LayoutPrimitives
import Testing

@testable import FeedRecords

/// The hash of a source, and what identities make of a record's hash.
@Suite struct SourceHasherTests {
  private func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: 7 * $0 + count) }
  }

  /// Computed by another program, whose XXH64 and MurmurHash3 gave the published values.
  @Test(arguments: [
    (0, "8184300a9215ebc2c0445cc95f952f44"), (31, "5f8f0c74d6a170aa093e48ef08376a27"),
    (32, "a7d5793f6b71240fcb547d72d473d9a1"), (100, "8b3f17ea4a0cbf57523a81ad2d2c5b46"),
    (1000, "70bea175c66a0967396e1fe91843c2fb"),
  ])
  func theHashIsThatOfTheDescription(_ count: Int, _ hash: String) {
    var hasher = SourceHasher()
    bytes(count).withUnsafeBytes { hasher.update($0) }
    #expect(hasher.finish().description == hash)
  }

  /// Computed by that program too.
  @Test(arguments: [
    (0, "00000000000000000000000000000000"), (31, "3f7f451a4b3e16697ef37fb51a1f44f3"),
    (32, "1a3411129b011995fca30384137e480d"), (33, "3f82eb266a5d64bdf2cae702cf526a0a"),
    (100, "dff8cad937ee08c2ee0435e7e856f50d"), (1000, "abc36bf6ba329e50083eaaa3d7973b15"),
  ])
  func theHashOfARecordIsThatOfTheDescription(_ count: Int, _ hash: String) {
    let bytes = bytes(count)
    #expect(bytes.withUnsafeBytes { ContentHash(record: $0) }.description == hash)
    #expect(
      bytes.withUnsafeBytes { ContentHasher(record: $0).finish() }.description == hash)
  }

  @Test(arguments: [5, 31, 32, 40, 200]) func everyByteOfARecordCounts(_ count: Int) {
    var bytes = bytes(count)
    var hashes: Set<ContentHash> = [bytes.withUnsafeBytes { ContentHash(record: $0) }]
    for place in bytes.indices {
      bytes[place] ^= 1
      hashes.insert(bytes.withUnsafeBytes { ContentHash(record: $0) })
      bytes[place] ^= 1
    }
    #expect(hashes.count == count + 1)
  }

  @Test(arguments: [1, 3, 16, 31, 32, 33, 64, 100])
  func thePiecesDoNotShow(_ step: Int) {
    let bytes = bytes(1000)
    var hasher = SourceHasher()
    for start in stride(from: 0, to: bytes.count, by: step) {
      bytes[start..<min(start + step, bytes.count)].withUnsafeBytes { hasher.update($0) }
    }
    #expect(hasher.finish().description == "70bea175c66a0967396e1fe91843c2fb")
  }

  /// Every end that fills no block is kept in one go, after blocks and before more bytes.
  @Test(arguments: 0...40)
  func theEndOfAPieceDoesNotShowInAContentHash(_ count: Int) {
    let bytes = bytes(80)
    var hasher = ContentHasher()
    bytes[..<count].withUnsafeBytes { hasher.update($0) }
    bytes[count...].withUnsafeBytes { hasher.update($0) }
    var single = ContentHasher()
    for byte in bytes { single.update([byte]) }
    #expect(hasher.finish() == single.finish())
  }

  /// The digits of an id are those of the hash, whatever they are.
  @Test(arguments: [
    (0, 0, "hash:00000000000000000000000000000000"),
    (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210, "hash:0123456789abcdeffedcba9876543210"),
    (0xF0A0_9000_0000_0001, 0xFFFF_FFFF_FFFF_FFFF, "hash:f0a0900000000001ffffffffffffffff"),
  ])
  func anIdentityHasTheDigitsOfTheHash(_ high: UInt64, _ low: UInt64, _ text: String) {
    #expect(ContentHash(high: high, low: low).identity == text)
  }
}
