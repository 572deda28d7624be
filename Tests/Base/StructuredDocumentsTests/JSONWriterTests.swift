import Foundation
import StructuredDocuments
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  /// Foundation reads what is written, wherever in blocks of eight bytes the escaped ones are.
  @Test func stringsAreReadByAnotherParser() throws {
    var random = TestRandom(seed: 8)
    let scalars =
      (0..<0x21).compactMap(Unicode.Scalar.init) + [
        "\"", "\\", "\u{7F}", "a", "é", "中", "\u{1F600}",
      ]
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let plain = Int.random(in: 0..<4, using: &random) > 0
        text.unicodeScalars.append(
          plain ? "x" : scalars.randomElement(using: &random) ?? "y")
      }
      var json = JSONWriter()
      json.string(text)
      let read = try JSONSerialization.jsonObject(
        with: Data(json.finish()), options: .fragmentsAllowed)
      #expect((read as? String).map { Array($0.utf8) } == Array(text.utf8))
    }
  }
}
