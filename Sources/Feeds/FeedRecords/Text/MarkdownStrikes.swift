/// Finds the struck text of Markdown: text between two runs of exactly two tildes.
///
/// The runs are in the same block and inside the same spans. A run begins or ends struck text by the
/// rules that CommonMark 0.29, section 6.4, has for `*`. Tildes in code, addresses, HTML and escapes
/// are not runs. A single tilde is a character, as in `~5 min`.
struct MarkdownStrikes {
  /// A run that may begin struck text.
  private struct Opener {
    /// Byte offset of the run in the HTML.
    var offset: Int
    /// Number of open spans around the run.
    var depth: Int
  }

  private var openers: [Opener] = []
  /// The runs that begin and end struck text.
  private var marks: [(offset: Int, isEnd: Bool)] = []
  private var depth = 0
  /// The byte before the next text; a space at the start of a line.
  private var before = UInt8(ascii: " ")

  private static let tilde = UInt8(ascii: "~")

  /// Forgets the runs of a block, which starts or ends.
  mutating func endBlock() {
    openers.removeAll(keepingCapacity: true)
    (depth, before) = (0, UInt8(ascii: " "))
  }

  mutating func enterSpan() {
    depth += 1
    consumeOther()
  }

  mutating func leaveSpan() {
    depth = max(depth - 1, 0)
    while let last = openers.last, last.depth > depth { openers.removeLast() }
    consumeOther()
  }

  /// Notes a line break after `written` bytes of HTML.
  ///
  /// A run directly before it begins no struck text.
  mutating func breakLine(at written: Int) {
    if let last = openers.last, last.offset + 2 == written { openers.removeLast() }
    before = UInt8(ascii: " ")
  }

  /// Notes something that is not plain text, such as the end of a span; it counts as punctuation.
  mutating func consumeOther() { before = UInt8(ascii: "*") }

  /// Takes a byte of plain text, before it is written after `written` bytes of HTML.
  mutating func consume(_ text: UnsafeRawBufferPointer, at index: Int, written: Int) {
    defer { before = text[index] }
    guard text[index] == Self.tilde, index == 0 || text[index - 1] != Self.tilde else { return }
    let end = text[index...].firstIndex { $0 != Self.tilde } ?? text.count
    guard end - index == 2 else { return }
    // The text goes on after its end with a break or with something that counts as punctuation.
    let after = end < text.count ? text[end] : UInt8(ascii: "*")
    let isOpening =
      !isSpace(after)
      && (!Self.isPunctuation(after) || isSpace(before) || Self.isPunctuation(before))
    let isClosing =
      !isSpace(before)
      && (!Self.isPunctuation(before) || isSpace(after) || Self.isPunctuation(after))
    if isClosing, let opener = openers.last, opener.depth == depth {
      openers.removeLast()
      marks.append((opener.offset, false))
      marks.append((written, true))
    } else if isOpening {
      openers.append(Opener(offset: written, depth: depth))
    }
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// The HTML with an element in place of each pair of runs.
  func applied(to html: [UInt8]) -> [UInt8] {
    guard !marks.isEmpty else { return html }
    var result: [UInt8] = []
    result.reserveCapacity(html.count + marks.count * 4)
    var offset = 0
    for mark in marks.sorted(by: { $0.offset < $1.offset }) {
      result += html[offset..<mark.offset]
      result += (mark.isEnd ? "</del>" : "<del>").utf8
      offset = mark.offset + 2
    }
    return result + html[offset...]
  }
}
