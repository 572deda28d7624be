import CSSBoxes
import FeedRecords
public import LayoutPrimitives
import TextMeasurement

/// The markup of a record that becomes the children of an element of a card.
struct CardMarkup: Hashable, Sendable {
  /// A markup language.
  enum Language: String, Hashable, Sendable, CaseIterable {
    case html, markdown
    /// Text without markup.
    case text
  }

  /// A text of the record, with its language.
  struct Source: Hashable, Sendable {
    var text: BoundText
    var language: Language
  }

  /// The sources; the first one that is not empty counts.
  var sources: [Source]
  /// Whether the elements have no style of the browser.
  var isReset = false

  /// Maximum number of elements and texts that the markup of a record becomes.
  static let elementLimit = 20_000
  /// Maximum depth of nested elements.
  static let depthLimit = 100
  /// Maximum length of the markup of a record in UTF-8 bytes.
  static let byteLimit = 1 << 20

  /// The text of a record with its language; `nil` if all sources are empty.
  func text(in record: some BindingSource) -> (text: String, language: Language)? {
    for source in sources {
      let text = source.text.text(in: record)
      if !text.isEmpty { return (text, source.language) }
    }
    return nil
  }

  mutating func intern(in paths: inout PathTable) {
    for index in sources.indices { sources[index].text.intern(for: .text, in: &paths) }
  }
}

/// The box of an element of a record's markup.
///
/// An inline element has one box for each part that a block divides.
public struct MarkupBlock: Hashable, Sendable {
  /// The element's name, such as `pre`.
  public let name: String
  /// The frame in the cell, in points.
  public let frame: Rect
  /// Whether it is a picture or another element without text inside.
  public let isPicture: Bool
}

/// A text of a record's markup with its lines: adjacent inline contents of a block.
public struct MarkupText: Hashable, Sendable {
  /// A line of the text, in the cell.
  public struct Line: Hashable, Sendable {
    /// The range of the text in UTF-16 units, with the spaces and the line feed at its end.
    public let range: Range<Int>
    /// The left end of the line, in points; a multiple of 1/64.
    public let x: Double
    /// The width without spaces at the end of the line, in points; a multiple of 1/64.
    public let width: Double
    /// The top of the line, in points.
    public let top: Double
    /// The baseline of the line, in points.
    public let baseline: Double
    /// The bottom of the line, in points.
    public let bottom: Double
  }

  /// The text with white space collapsed; U+FFFC stands for each box on a line, such as a picture.
  public let text: String
  /// The lines from the first.
  public let lines: [Line]
}

extension CellLayouter {
  /// The texts of the record's markup in the latest layout, in the order of the markup; empty unless
  /// blocks are kept.
  public var blockTexts: [MarkupText] {
    markupTexts.compactMap { label in
      guard let laidOut = label.laidOut else { return nil }
      let isLeftToRight = laidOut.run.direction == .leftToRight
      let x =
        laidOut.frame.x + (isLeftToRight ? laidOut.insets.leading : laidOut.insets.trailing)
      let y = laidOut.frame.y + laidOut.insets.top + laidOut.shift
      return MarkupText(
        text: laidOut.text.text,
        lines: laidOut.lines.map { line, left in
          MarkupText.Line(
            range: line.start..<line.end, x: x + (left * 64).rounded(.down) / 64,
            width: (line.width * 64).rounded(.up) / 64, top: y + line.top,
            baseline: y + line.baseline, bottom: y + line.bottom)
        })
    }
  }
}
