import AutoLayout
import TestSupport
import Testing

/// Any text is parsed, or refused with an offset inside it.
@Suite struct NotationFuzzTests {
  private static let alphabet = Array("HV:|[]-()@{}'\"=<>,./*+ ab1e9.top_é😀")

  @Test func anyTextIsReadOrRefusedInPlace() {
    var random = TestRandom(seed: 42)
    for _ in 0..<5_000 {
      let count = random.next(below: 24)
      let text = String(
        (0..<count).map { _ in Self.alphabet[random.next(below: Self.alphabet.count)] })
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
