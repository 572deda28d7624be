import LayoutPrimitives
import Testing

@testable import FeedRecords

/// The effect of identities on a record's hash.
@Suite struct RecordIdentityTests {
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
