import LayoutPrimitives
import Testing

@Suite struct ContentHashTests {
  /// From Guava's tests of murmur3_128, whose bytes are the two words in little-endian order.
  @Test func knownAnswers() {
    #expect(ContentHash(of: "").description == String(repeating: "0", count: 32))
    #expect(
      ContentHash(of: "The quick brown fox jumps over the lazy dog").description
        == "e34bbc7bbc071b6c7a433ca9c49a9347")
  }

  @Test func collectionsAndTextsOfTheSameBytesAgree() {
    let text = "écrit à 3 h 10"
    #expect(ContentHash(of: text) == ContentHash(of: Array(text.utf8)))
    #expect(ContentHash(of: text) == ContentHash(of: Array(text.utf8).lazy.map { $0 }))
  }
}
