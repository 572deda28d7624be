import XMLDocuments

/// What the records of an XML feed inherit from it.
///
/// Events come as they are parsed: an element may be open when the bytes so far are used up.
struct XMLFeedHeader {
  /// The feed's language tag.
  private(set) var language: String?
  /// The author of an Atom feed.
  private(set) var author: String?
  private var open: [String] = []
  private var target: Target?
  private var text = ""

  /// Whether the next text may be part of the header.
  var isInText: Bool { target != nil }

  private enum Target { case language, author }

  /// Longest language or name.
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

  /// The meaning of an element's text, where `open` are the elements around it.
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
