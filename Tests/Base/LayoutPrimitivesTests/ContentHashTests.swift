import LayoutPrimitives
import Testing

@Suite struct ContentHashTests {
  /// The output of xxHash's `xxhsum -H2`.
  @Test func knownAnswers() {
    #expect(ContentHash(of: "").description == "99aa06d3014798d86001c324468d497f")
    #expect(
      ContentHash(of: "The quick brown fox jumps over the lazy dog").description
        == "ddd650205ca3e7fa24a1cc2e3a8a7651")
  }

  /// Lengths that xxHash treats differently; from the same program.
  @Test(arguments: [
    (31, "1cf3ad54660527391b16ae39465b0c16"), (100, "7e9bee97b51ae4a7e872dd2df6ef3433"),
    (1000, "0d728b8bc0fc02f9918d265b440e5611"),
  ])
  func knownAnswersOfLength(_ count: Int, _ hash: String) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 7 * $0 + count) }
    #expect(ContentHash(of: bytes).description == hash)
  }

  @Test func aCopyOfAHasherGoesItsOwnWay() {
    var left = ContentHasher()
    left.update("a".utf8)
    var right = left
    right.update("b".utf8)
    #expect(left.finish() == ContentHash(of: "a"))
    #expect(right.finish() == ContentHash(of: "ab"))
  }

  @Test func collectionsAndTextsOfTheSameBytesAgree() {
    let text = "écrit à 3 h 10"
    #expect(ContentHash(of: text) == ContentHash(of: Array(text.utf8)))
    #expect(ContentHash(of: text) == ContentHash(of: Array(text.utf8).lazy.map { $0 }))
  }
}
