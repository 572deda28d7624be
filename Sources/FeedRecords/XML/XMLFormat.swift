import XMLDocuments

/// The detected format of an XML document, and which elements are its records and how they are
/// read.
struct XMLFormat {
  let detection: FeedDetection
  let shape: XMLRecordShape
  let records: XMLRecordRule
  /// Byte offset in the source of the first byte that is neither a byte order mark nor white space
  /// nor a comment, and its line.
  let start: (place: Int, line: Int)

  /// Detects the format from the document's beginning, which stays in the window.
  init(_ window: InputWindow, source: String, options: ReadingOptions) throws(FeedError) {
    start = try Self.start(window, options.limits)
    let root = try Self.root(window, start.place, source, options.limits)
    let format = options.format ?? Self.format(of: root)
    if let mapping = options.mapping, let other = mapping.format, !other.isXML {
      throw FeedError(
        .mapping, path: source, "the mapping \(mapping.name) is for JSON, and this is XML")
    }
    if let mapping = options.mapping, mapping.order != nil || !mapping.joins.isEmpty {
      throw FeedError(
        .mapping, path: source,
        "the mapping \(mapping.name) has order or joins, which are for JSON, and this is XML")
    }
    if let mapping = options.mapping, !mapping.isNative || mapping.format == .xml {
      records = try Self.records(of: mapping, root, source)
      shape = .mapped(mapping)
      detection = FeedDetection(format: format ?? .xml, mapping: mapping)
    } else if let format, format != .xml {
      records = .feeds
      shape = .feed
      detection = FeedDetection(format: format, mapping: RecordMapping(native: format))
    } else {
      let mapping = try Self.proposed(window, start.place, source, root, options)
      records = try Self.records(of: mapping, root, source)
      shape = .mapped(mapping)
      detection = FeedDetection(format: .xml, mapping: mapping)
    }
  }

  /// The format of a root element, or `nil` for an unknown one.
  private static func format(of root: XMLName) -> FeedFormat? {
    switch root.local {
    case "rss", "channel", "CHANNEL", "Channel": .rss
    case "RDF": .rdf
    case "feed": .atom
    default: nil
    }
  }

  /// Skips a byte order mark, and white space and comments before an XML declaration, which some
  /// feeds have.
  ///
  /// - Returns: Byte offset in the source of the first other byte, and its line.
  private static func start(
    _ window: InputWindow, _ limits: FeedLimits
  ) throws(FeedError) -> (place: Int, line: Int) {
    let opening = Array("<!--".utf8)
    while true {
      let held = window.held
      let mark = held.markLength
      var rest = held.dropFirst(mark).drop(while: isSpace)
      while rest.starts(with: opening), let end = rest.endOfComment {
        rest = rest[end...].drop(while: isSpace)
      }
      // A mark takes three bytes, which may come one by one, and so may the beginning of a comment.
      let isOpen = opening.starts(with: rest.prefix(opening.count))
      if (!isOpen && held.count > 2) || window.ended
        || held.count >= limits.surveyBytes + limits.xml.markupBytes
      {
        let passed = held[..<rest.startIndex]
        return (window.base + passed.count, 1 + passed.count { $0 == 0x0A })
      }
      _ = try window.fill(keeping: window.base)
    }
  }

  /// The name of the root element.
  private static func root(
    _ window: InputWindow, _ start: Int, _ source: String, _ limits: FeedLimits
  ) throws(FeedError) -> XMLName {
    let reader = XMLPullReader(feeding: limits.xml)
    let most = limits.surveyBytes + limits.xml.markupBytes
    var place = start
    while true {
      if place == window.end {
        guard window.count < most else {
          throw FeedError(
            .notAFeed, path: source, place: RecordPlace(line: 1, byteOffset: 0),
            "no element begins in the first \(most) bytes")
        }
        guard try window.fill(keeping: window.base) else { break }
      }
      // In small pieces, so that an error behind the first element is found only when the element
      // is read.
      let bytes = window[place..<window.end].prefix(SourceStream.prefixBytes)
      reader.feed(bytes)
      place += bytes.count
      if let name = try firstElement(reader, source) { return name }
    }
    reader.finish()
    if let name = try firstElement(reader, source) { return name }
    throw FeedError(.truncated, path: source, "the XML has no root element; fetch it again")
  }

  private static func firstElement(
    _ reader: XMLPullReader, _ source: String
  ) throws(FeedError) -> XMLName? {
    do throws(XMLError) {
      while let event = try reader.next() {
        if event == .start { return reader.name }
      }
      return nil
    } catch {
      throw error.feedError(path: source)
    }
  }

  /// The rule for the records of a mapping.
  private static func records(
    of mapping: RecordMapping, _ root: XMLName, _ source: String
  ) throws(FeedError) -> XMLRecordRule {
    let names = mapping.records.elementNames
    guard let first = names.first, let rule = XMLRecordRule(path: names.joined(separator: "/"))
    else {
      throw FeedError(
        .mapping, path: source,
        "the records path \(mapping.records) of mapping \(mapping.name) names no elements; for XML "
          + "write one such as $.\(root.qualified).item[*]")
    }
    guard first == root.local || first == root.qualified || first == "*" else {
      throw FeedError(
        .mapping, path: source,
        "the records path \(mapping.records) of mapping \(mapping.name) begins with \(first), and "
          + "the root element is <\(root.qualified)>")
    }
    return rule
  }
}

extension RecordsPath {
  /// The names of the elements from the root to a record, for XML.
  ///
  /// The `[*]` at the end of `$.catalog.product[*]` only says that `product` occurs repeatedly, so
  /// the names are `catalog` and `product`. Elsewhere `[*]` is an element of any name, as in
  /// `$.catalog.*[*]`, and also in `$.catalog[*]`, since a root element does not repeat.
  fileprivate var elementNames: [String] {
    var names: [String] = []
    for step in steps.last == .each ? steps.dropLast() : steps[...] {
      switch step {
      case .key(let name): names.append(name)
      case .each: names.append("*")
      }
    }
    if names.count == 1 { names.append("*") }
    return names
  }
}

extension ArraySlice<UInt8> {
  /// Index behind the comment with which the bytes begin, or `nil` when it is not closed.
  fileprivate var endOfComment: Int? {
    var place = startIndex + 4
    while place < endIndex, let mark = self[place...].place(of: UInt8(ascii: ">")) {
      if mark >= startIndex + 6, self[mark - 1] == 0x2D, self[mark - 2] == 0x2D { return mark + 1 }
      place = mark + 1
    }
    return nil
  }
}
