@testable import MetricsPacks

/// A font whose widths a formula gives; `Tests/scripts/support/capture` has the same for the other captures.
struct MadeUpFont: CapturedFont {
  func has(_ character: Unicode.Scalar) -> Bool { character != "\u{BF}" }

  func width(of text: [Unicode.Scalar]) -> Double {
    let text = text.map { Int($0.value) }
    var width = 0
    for index in text.indices {
      width += 6000 + text[index] % 97 * 50
      if index > 0, (text[index - 1] * 31 + text[index]) % 23 == 0 { width -= 300 }
      if index > 1, text[index - 1] == 0x78, (0x30...0x39).contains(text[index - 2]),
        (0x30...0x39).contains(text[index])
      {
        width += 111
      }
      if index > 2, text[(index - 3)...index].allSatisfy({ $0 == 0x66 }) { width += 77 }
    }
    return Double(width)
  }

  static let line = MetricsPack.Line(
    ascent: 15360, descent: 4096, gap: 0, capHeight: 12288, xHeight: 8192, top: 16384, bottom: 4096)

  /// A pack of the font for a size, with few characters.
  static func pack(words: [String] = []) -> MetricsPack {
    let questions = CaptureQuestions(
      common: Array(" .,-0123456789¿".unicodeScalars),
      groups: [
        ("Latn", Array("abcdefghijklmnopqrstuvwxyzABCDEFGHé".unicodeScalars)),
        ("Grek", Array("αβγ".unicodeScalars)),
      ], neighbors: Array("nH0.".unicodeScalars),
      representatives: Array("nH0.".unicodeScalars), longest: 4)
    let empty = MetricsPack.Face(
      weight: 400, slant: .upright, sizes: 12...20, unitsPerEm: 16384, line: line)
    return MetricsPack(
      family: "Made Up", origin: MetricsPack.Origin(device: "a", system: "b", program: "c"),
      characters: questions.characters,
      faces: [FontCapture.face(of: MadeUpFont(), empty, words: words, questions: questions)])
  }
}
