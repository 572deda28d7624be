import XMLDocuments

/// The records of an RSS, RDF or Atom document.
final class XMLRecords: RecordCursor {
  /// What the root element says the document is.
  private(set) var format: FeedFormat
  private let context: XMLItemContext
  private let source: String
  private var language: String?
  private var author: String?
  private var number = 0

  init(_ document: XMLSource, source: String, limits: FeedLimits) throws(FeedError) {
    self.source = source
    let bytes = document.bytes
    var position = document.start
    do {
      let reader = try XMLPullReader(
        encoding: "UTF-8", firstLine: document.firstLine, limits: limits.xml
      ) {
        let end = min(position + 1 << 16, bytes.count)
        defer { position = end }
        return bytes.withUnsafeBytes(in: position..<end) { [UInt8]($0) }
      }
      context = XMLItemContext(reader: reader, limits: limits, hasBase: document.hasBase)
      format = try Self.root(reader, source)
    } catch let error as XMLError {
      throw error.feedError(path: source)
    } catch let error as FeedError {
      throw error
    } catch {
      throw FeedError(.invalidXML, path: source, "\(error)")
    }
  }

  /// Reads up to the root element.
  private static func root(_ reader: XMLPullReader, _ source: String) throws -> FeedFormat {
    while let event = try reader.next() {
      guard event == .start else { continue }
      switch reader.name.local {
      case "rss": return .rss
      case "RDF": return .rdf
      case "feed": return .atom
      case "channel": return .rss
      default:
        throw FeedError(
          .notAFeed, path: source, place: RecordPlace(line: reader.line),
          "the root element is <\(reader.name.qualified)>; expected rss, rdf:RDF or feed")
      }
    }
    throw FeedError(.truncated, path: source, "the XML has no root element")
  }

  func next() throws(FeedError) -> FeedItem? {
    do {
      while let event = try context.reader.next() {
        guard event == .start else { continue }
        let name = context.reader.name
        let vocabulary = XMLVocabulary(name)
        switch name.local {
        case "item",
          "entry" where vocabulary == .atom || format == .atom:
          return try item(isEntry: name.local == "entry")
        case "language" where vocabulary == .rss || vocabulary == .dc:
          language = try context.text().nonEmpty
        case "author" where format == .atom && context.reader.depth == 1:
          author = try feedAuthor()
        case "image" where format != .atom, "textinput", "textInput":
          try context.reader.skipElement()
        default: break
        }
      }
      return nil
    } catch {
      throw error.feedError(path: source)
    }
  }

  private func item(isEntry: Bool) throws(XMLError) -> FeedItem {
    number += 1
    let place = RecordPlace(number: number, line: context.reader.line)
    let level = context.reader.depth
    do {
      var draft = isEntry ? try AtomEntry.read(context) : try RSSItem.read(context)
      draft.language = draft.language ?? language
      draft.author = draft.author ?? author
      return .record(draft.record(place: place, rawHash: nil))
    } catch {
      guard case .tooLong(_, let limit) = error else { throw error }
      // Only this item is too long; its end is still to be found.
      while let event = try context.reader.next() {
        if event == .end, context.reader.depth == level { break }
      }
      return .failure(
        RecordFailure(
          .tooLarge, path: source, place: place,
          "a text or its attributes are beyond the limit of \(limit) (limit recordBytes)"))
    }
  }

  private func feedAuthor() throws(XMLError) -> String? {
    let level = context.reader.depth
    var found: String?
    while let event = try context.reader.next() {
      if event == .end, context.reader.depth == level { break }
      if event == .start, context.reader.name.local == "name" {
        found = try context.text().collapsed.nonEmpty
      }
    }
    return found
  }
}

extension XMLError {
  /// The same as an error of the whole source.
  func feedError(path: String) -> FeedError {
    let code: FeedError.Code
    let advice: String
    switch self {
    case .malformed: (code, advice) = (.invalidXML, "")
    case .truncated: (code, advice) = (.truncated, "; fetch the feed again")
    case .tooDeep: (code, advice) = (.hostile, " (limit xml.depth)")
    case .expansion: (code, advice) = (.hostile, " (limit xml.expansion)")
    case .tooLarge: (code, advice) = (.tooLarge, " (limit xml.documentBytes)")
    case .tooLong: (code, advice) = (.hostile, " (limits xml.textBytes, xml.attributes)")
    case .encoding: (code, advice) = (.encoding, "; convert the file to UTF-8")
    case .memory: (code, advice) = (.tooLarge, "")
    }
    return FeedError(code, path: path, place: RecordPlace(line: line), reason + advice)
  }
}
