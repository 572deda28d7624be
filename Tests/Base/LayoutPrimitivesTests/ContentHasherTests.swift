import LayoutPrimitives
import Testing

@Suite struct ContentHasherTests {
  @Test func piecesDoNotShow() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 31) }
    for length in [0, 1, 15, 16, 17, 33, 200] {
      for step in [1, 2, 7, 16, 31] {
        var hasher = ContentHasher()
        for start in stride(from: 0, to: length, by: step) {
          hasher.update(bytes[start..<min(start + step, length)])
        }
        #expect(hasher.finish() == ContentHash(of: bytes[..<length]), "\(length) by \(step)")
      }
    }
  }
}
