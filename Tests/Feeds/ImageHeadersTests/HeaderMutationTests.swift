import ImageHeaders
import TestSupport
import Testing

@Suite struct HeaderMutationTests {
  @Test("changed, cut and repeated bytes are read or refused, and never trap")
  func mutations() {
    var random = TestRandom(seed: 19)
    for sample in SampleHeader.all {
      for _ in 0..<400 {
        var bytes = sample.bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let offset = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[offset] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes[offset] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
          case 2: bytes.append(contentsOf: bytes[offset...].prefix(32))
          default: if bytes.count > 8 { bytes.removeLast(min(offset, bytes.count - 8)) }
          }
        }
        do {
          let header = try ImageHeader(bytes)
          #expect(header.width > 0 && header.width.isFinite)
          #expect(header.height > 0 && header.height.isFinite)
        } catch {}
      }
    }
  }
}
