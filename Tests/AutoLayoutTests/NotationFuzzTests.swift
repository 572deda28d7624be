import AutoLayout
import Testing

/// Any text is read or refused with a place inside it.
@Suite struct NotationFuzzTests {
  private static let alphabet = Array("HV:|[]-()@{}'\"=<>,./*+ ab1e9.top_é😀")

  @Test func anyTextIsReadOrRefusedInPlace() {
    // A linear congruential generator, so that every run tries the same texts.
    var state: UInt64 = 42
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    for _ in 0..<5_000 {
      let text = String((0..<random(24)).map { _ in Self.alphabet[random(Self.alphabet.count)] })
      do throws(NotationError) {
        _ = try LinearForm.parse(text)
      } catch {
        #expect((0...text.count).contains(error.offset), "\(text)")
      }
      do throws(NotationError) {
        _ = try VisualFormat.parse(text)
      } catch {
        #expect((0...text.count).contains(error.offset), "\(text)")
      }
    }
  }
}
