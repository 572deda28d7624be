import XMLDocuments

/// The values that the records of an XML feed inherit from it.
///
/// It is built from the events outside of records; an element may still be open while records are
/// read.
struct XMLFeedHeader {
  /// The feed's language tag.
  private(set) var language: String?
  /// The author of an Atom feed.
  private(set) var author: String?
  private var open: [String] = []
  private var target: Target?
  private var text = ""

  /// Whether the reader is in an element whose text is part of the header.
  var isInText: Bool { target != nil }

  private enum Target { case language, author }

  /// Number of bytes of a language or name after which no more text is added.
  private static let textBytes = 1000

  mutating func take(_ event: XMLPullReader.Event, _ reader: XMLPullReader) throws(XMLError) {
    switch event {
    case .start:
      target = target(of: reader.name)
      text = ""
      open.append(reader.name.local)
    case .text:
      guard target != nil, text.utf8.count < Self.textBytes else { return }
      text += try reader.text()
    case .end:
      open.removeLast(open.isEmpty ? 0 : 1)
      switch target {
      case .language: language = text.trimmed.nonEmpty ?? language
      case .author: author = author ?? text.collapsed.nonEmpty
      case nil: break
      }
      target = nil
    }
  }

  /// The value that an element's text sets, or `nil`.
  ///
  /// The elements around it are `open`.
  private func target(of name: XMLName) -> Target? {
    let vocabulary = XMLVocabulary(name)
    switch name.local {
    case "language":
      let isOfFeed = open.last == "channel" || open.last == "feed"
      return isOfFeed && (vocabulary == .rss || vocabulary == .dc) ? .language : nil
    case "name": return open == ["feed", "author"] ? .author : nil
    default: return nil
    }
  }
}
