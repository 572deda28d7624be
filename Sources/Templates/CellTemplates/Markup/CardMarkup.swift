import CSSBoxes
import FeedRecords
public import LayoutPrimitives

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
