import StructuredDocuments
import XMLDocuments

/// The format of an XML document, the elements that are its records, and how these are read.
struct XMLFormat {
  let detection: FeedDetection
  let shape: XMLRecordShape
  let records: XMLRecordRule
  /// The document's start after any byte order mark, white space and comments: byte offset in the
  /// source, and line.
  let start: (offset: Int, line: Int)

  /// Detects the format from the document's beginning, which stays in the window.
  init(_ window: InputWindow, source: String, options: ReadingOptions) throws(FeedError) {
    start = try Self.start(window, options.limits)
    let root = try Self.root(window, start.offset, source, options.limits)
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
      let mapping = try Self.proposed(window, start.offset, source, root, options)
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

  /// Skips a byte order mark, white space and comments at the start of the document.
  ///
  /// Some feeds have white space or comments before their XML declaration.
  ///
  /// - Returns: Byte offset in the source of the first other byte, and its line.
  private static func start(
    _ window: InputWindow, _ limits: FeedLimits
  ) throws(FeedError) -> (offset: Int, line: Int) {
    let opening = Array("<!--".utf8)
    while true {
      let held = window.held
      let mark = held.markLength
      var rest = held.dropFirst(mark).drop(while: isSpace)
      while rest.starts(with: opening), let end = rest.endOfComment {
        rest = rest[end...].drop(while: isSpace)
      }
      // A byte order mark or the beginning of a comment may be incomplete in the window.
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
    let maximum = limits.surveyBytes + limits.xml.markupBytes
    var offset = start
    while true {
      if offset == window.end {
        guard window.count < maximum else {
          throw FeedError(
            .notAFeed, path: source, location: RecordLocation(line: 1, byteOffset: 0),
            "no element begins in the first \(maximum) bytes")
        }
        guard try window.fill(keeping: window.base) else { break }
      }
      // In small pieces, so that an error after the first element is found when that element is
      // read.
      let bytes = window[offset..<window.end].prefix(SourceStream.prefixBytes)
      reader.feed(bytes)
      offset += bytes.count
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

  /// The rule by which the parser recognizes the records of a mapping.
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
  /// The `[*]` at the end of `$.catalog.product[*]` marks `product` as repeated, so the names are
  /// `catalog` and `product`. Elsewhere `[*]` is an element of any name, as in `$.catalog.*[*]`. In
  /// `$.catalog[*]` it is also an element of any name, because a root element does not repeat.
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
  /// Index after the comment with which the bytes begin, or `nil` when it is not closed.
  fileprivate var endOfComment: Int? {
    var index = startIndex + 4
    while index < endIndex, let mark = self[index...].firstIndex(ofByte: UInt8(ascii: ">")) {
      if mark >= startIndex + 6, self[mark - 1] == 0x2D, self[mark - 2] == 0x2D { return mark + 1 }
      index = mark + 1
    }
    return nil
  }
}

extension XMLFormat {
  /// Maximum number of elements from which a mapping is made.
  private static let samples = 20

  /// Proposes a mapping for a document of an unknown format.
  ///
  /// The records are the elements with the same path that occur more than once, contain elements,
  /// and take up the most bytes.
  static func proposed(
    _ window: InputWindow, _ start: Int, _ source: String, _ root: XMLName,
    _ options: ReadingOptions
  ) throws(FeedError) -> RecordMapping {
    while !window.ended, window.count < options.limits.surveyBytes {
      _ = try window.fill(keeping: window.base)
    }
    var counts = ElementCounts()
    let reader = XMLPullReader(feeding: options.limits.xml)
    reader.feed(window[start..<window.end])
    do {
      while let event = try reader.next() {
        switch event {
        case .start: counts.start(reader.name.qualified, at: reader.byteOffset)
        case .end: counts.end(at: reader.byteOffset)
        case .text: break
        }
      }
    } catch {
      // The part before the error may still contain records. The error is reported when they are
      // read.
      if counts.best == nil { throw error.feedError(path: source) }
    }
    guard let path = counts.best else {
      throw FeedError(
        .notAFeed, path: source, location: RecordLocation(line: 1),
        root.qualified.lowercased() == "html"
          ? SourceStream.pageAdvice
          : "the root element is <\(root.qualified)>, which is no feed, and no element comes more than "
            + "once in it; expected rss, rdf:RDF or feed, or a mapping that names records")
    }
    let records = RecordsPath(steps: path.map { .key($0) } + [.each])
    return RecordMapping.proposed(
      for: values(path, window[start..<window.end], options), records: records,
      name: path.last ?? "xml")
  }

  /// The first records, converted to JSON values.
  ///
  /// Broken records are omitted, and reported when they are read.
  private static func values(
    _ path: [String], _ bytes: ArraySlice<UInt8>, _ options: ReadingOptions
  ) -> [JSONValue] {
    let reader = XMLPullReader(feeding: options.limits.xml)
    let context = XMLItemContext(reader: reader, options: options)
    reader.feed(bytes)
    var values: [JSONValue] = []
    var matched = 0
    do {
      while values.count < samples, let event = try reader.next() {
        if event == .start, matched == reader.depth, reader.name.qualified == path[matched] {
          matched += 1
          guard matched == path.count else { continue }
          values.append(try context.field())
        }
        if event != .text { matched = min(matched, reader.depth) }
      }
    } catch {
      return values
    }
    return values
  }
}

/// Counts the elements of a document by path.
private struct ElementCounts {
  /// A path, as the index of its parent's path and the last name.
  private struct Step: Hashable {
    let parent: Int
    let name: String
  }

  private struct Count {
    let step: Step
    let depth: Int
    var elements = 0
    var bytes = 0
    var holding = 0
  }

  private var indices: [Step: Int] = [:]
  private var counts: [Count] = []
  private var open: [(index: Int, start: Int, children: Int)] = []

  /// Maximum number of different paths that are counted.
  private static let maximumPaths = 10_000

  mutating func start(_ name: String, at offset: Int) {
    if !open.isEmpty { open[open.count - 1].children += 1 }
    open.append((index(of: Step(parent: open.last?.index ?? -1, name: name)), offset, 0))
  }

  mutating func end(at offset: Int) {
    guard let element = open.popLast(), element.index >= 0 else { return }
    counts[element.index].elements += 1
    counts[element.index].bytes += offset - element.start
    if element.children > 0 { counts[element.index].holding += 1 }
  }

  /// The index of a path in `counts`, or -1 when there are too many paths.
  private mutating func index(of step: Step) -> Int {
    if let index = indices[step] { return index }
    guard counts.count < Self.maximumPaths, step.parent >= 0 || open.isEmpty else { return -1 }
    counts.append(Count(step: step, depth: open.count))
    indices[step] = counts.count - 1
    return counts.count - 1
  }

  /// The path of the elements that look most like records, or `nil`.
  var best: [String]? {
    var best: Count?
    for count in counts where count.depth > 0 && count.elements > 1 && count.holding > 0 {
      if count.bytes > best?.bytes ?? 0 { best = count }
    }
    guard let best else { return nil }
    var names = [best.step.name]
    var parent = best.step.parent
    while parent >= 0 {
      names.append(counts[parent].step.name)
      parent = counts[parent].step.parent
    }
    return names.reversed()
  }
}

/// The ways to convert a record's element to a record.
enum XMLRecordShape: Sendable {
  /// Read as an RSS item of any version, or as an Atom entry, depending on the element's name.
  case feed
  /// Read with the rules of a mapping, in a document of any other format.
  case mapped(RecordMapping)

  /// Reads the record whose element has just started, through its end.
  func draft(_ context: XMLItemContext) throws(XMLError) -> RecordDraft {
    switch self {
    case .feed:
      return context.reader.name.local == "entry"
        ? try AtomEntry.read(context) : try RSSItem.read(context)
    case .mapped(let mapping):
      let language = context.reader.language
      var value = try context.field()
      // A record is an object, even if its element contains only text.
      if value.kind != .object { value = XMLFields().object(text: value.text ?? "") }
      var draft = mapping.draft(
        value, limits: context.limits, convertsHTML: context.convertsHTML,
        language: language ?? context.feedLanguage)
      draft.record.language = draft.record.language?.nonEmpty ?? language
      return draft
    }
  }
}

extension XMLError {
  /// Converts the error into an error of the whole source.
  func feedError(path: String, byteOffset: Int? = nil) -> FeedError {
    let code: FeedError.Code
    let advice: String
    switch self {
    case .malformed: (code, advice) = (.invalidXML, "")
    case .truncated: (code, advice) = (.truncated, "; fetch the feed again")
    case .tooDeep: (code, advice) = (.hostile, " (limit xml_depth)")
    case .expansion: (code, advice) = (.hostile, " (limit xml_expansion)")
    case .documentExpansion: (code, advice) = (.hostile, " (limit xml_document_expansion)")
    case .tooManyDefaults: (code, advice) = (.hostile, " (limit xml_default_attributes)")
    case .tooLarge: (code, advice) = (.tooLarge, " (limit xml_document_bytes)")
    case .tooLong: (code, advice) = (.hostile, " (limits xml_text_bytes, xml_attributes)")
    case .encoding: (code, advice) = (.encoding, "; convert the file to UTF-8")
    case .memory: (code, advice) = (.tooLarge, "")
    }
    return FeedError(
      code, path: path, location: RecordLocation(line: line, byteOffset: byteOffset),
      reason + advice)
  }

  /// Converts the error into the failure of one record.
  func failure(path: String, _ location: RecordLocation) -> RecordFailure {
    let code: RecordFailure.Code
    let advice: String
    switch self {
    case .malformed, .truncated, .encoding: (code, advice) = (.invalid, "")
    case .tooDeep: (code, advice) = (.tooDeep, " (limit xml_depth)")
    case .expansion: (code, advice) = (.expansion, " (limit xml_expansion)")
    case .documentExpansion: (code, advice) = (.expansion, " (limit xml_document_expansion)")
    case .tooManyDefaults: (code, advice) = (.expansion, " (limit xml_default_attributes)")
    case .tooLarge, .memory: (code, advice) = (.tooLarge, "")
    case .tooLong:
      (code, advice) = (
        .tooLarge, " (limits record_bytes, xml_text_bytes, xml_attributes, xml_attribute_bytes)"
      )
    }
    return RecordFailure(code, path: path, location: location, reason + advice)
  }
}
