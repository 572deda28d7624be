import LayoutPrimitives
import Testing

@testable import TextMeasurement

/// Starts of Chromium's lines around special spaces and soft hyphens in narrow columns.
///
/// Values: headless Chromium (Debian) with Inter at 16 px, `white-space: pre-wrap`, `overflow-wrap:
/// break-word`, from the rectangle of each character.
@Suite struct ChromiumSpaceTests {
  private static let cases: [(text: String, width: Double, starts: [Int])] = [
    // Only the ideographic space hangs with the ASCII space.
    ("xxxx yyyy\u{2000}", 40, [0, 5, 9]), ("xxxx yyyy\u{2003}", 40, [0, 5, 9]),
    ("xxxx yyyy\u{2008}", 40, [0, 5, 9]), ("xxxx yyyy\u{205F}", 40, [0, 5, 9]),
    ("xxxx yyyy\u{2009}", 40, [0, 5]), ("xxxx yyyy\u{3000}", 40, [0, 5]),
    // A syllable that fits only without its hyphen is divided before its last letter.
    ("ein Donau\u{AD}dampf\u{AD}schiff", 20, [0, 2, 4, 5, 7, 8, 10, 12, 13, 14, 16, 18, 21]),
    ("ein Donau\u{AD}dampf\u{AD}schiff", 28, [0, 4, 6, 8, 10, 12, 14, 16, 19]),
    ("ein Donau\u{AD}dampf\u{AD}schiff", 50, [0, 4, 8, 10, 14]),
    ("ein Donau\u{AD}dampf\u{AD}schiff", 54, [0, 4, 8, 10, 14]),
    ("ein Donau\u{AD}dampf\u{AD}schiff", 56, [0, 4, 10, 16]),
    ("an ein\u{AD}und\u{AD}dampf\u{AD}schiff ab", 50, [0, 3, 7, 11, 15, 24]),
    // A line ends between a space and a mark or a joiner.
    ("xxxx yyyy \u{301}zzzz", 26, [0, 3, 5, 7, 10, 14]),
    ("xxxx yyyy \u{301}zzzz", 41, [0, 5, 10]), ("xxxx \u{301}yyyy zzzz", 40, [0, 5, 11]),
    ("xxxx yyyy \u{200D}zzzz", 33, [0, 3, 5, 8, 10, 14]),
    ("xxxx yyyy \u{FE0F}zzzz", 40, [0, 5, 10]),
  ]

  @Test(arguments: cases.indices)
  func linesBeginWhereChromiumsDo(index: Int) throws {
    let (text, width, starts) = Self.cases[index]
    let lines = try Support.measurer().prepare(
      text, style: TextStyle(family: "Inter", size: 16), rules: Support.rules(.css, scale: 1)
    ).lines(width: width, lines: 0)
    #expect(lines.map(\.start) == starts, "\(text) at \(width)")
  }
}
