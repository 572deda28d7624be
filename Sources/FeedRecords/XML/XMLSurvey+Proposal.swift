import XMLDocuments

extension XMLSurvey {
  /// Elements that a mapping is made from.
  private static let samples = 20

  /// A mapping for a document of no known format: the records are the elements inside the same
  /// parents that come more than once, hold something, and take up the most bytes.
  static func proposed(
    _ window: InputWindow, _ start: Int, _ source: String, _ root: XMLName,
    _ options: ReadingOptions
  ) throws(FeedError) -> RecordMapping {
    while !window.ended, window.count < options.limits.surveyBytes {
      _ = try window.fill(keeping: window.base)
    }
    var counts = ElementCounts()
    let bytes = window.withUnsafeBytes(in: start..<window.end) { [UInt8]($0) }
    do {
      let reader = try XMLPullReader(feeding: options.limits.xml)
      bytes.withUnsafeBytes { reader.feed($0) }
      while let event = try reader.next() {
        switch event {
        case .start: counts.start(reader.name.qualified, at: reader.byteOffset)
        case .end: counts.end(at: reader.byteOffset)
        case .text: break
        }
      }
    } catch {
      // What came before the error may still tell where records are; reading them reports it.
      if counts.best == nil { throw error.feedError(path: source) }
    }
    guard let path = counts.best, let rule = XMLRecordRule(path: path.joined(separator: "/")) else {
      throw FeedError(
        .notAFeed, path: source, place: RecordPlace(line: 1),
        "the root element is <\(root.qualified)>, which is no feed, and no element comes more than "
          + "once in it; expected rss, rdf:RDF or feed, or a mapping that names records")
    }
    let records = RecordsPath(steps: path.map { .key($0) } + [.each])
    return RecordMapping.proposed(
      for: values(rule, bytes, options), records: records, name: path.last ?? "xml")
  }

  /// The first records as values.
  private static func values(
    _ rule: XMLRecordRule, _ bytes: [UInt8], _ options: ReadingOptions
  ) -> [JSONValue] {
    var values: [JSONValue] = []
    do {
      let reader = try XMLPullReader(feeding: options.limits.xml)
      let context = XMLItemContext(reader: reader, options: options)
      var splitter = XMLRecordSplitter(
        records: rule, maxRecordBytes: options.limits.recordBytes)
      try bytes.withUnsafeBytes { buffer in
        while values.count < samples {
          switch splitter.next(buffer, at: 0, ended: true) {
          case .outside(let range):
            reader.feed(UnsafeRawBufferPointer(rebasing: buffer[range]))
            while try reader.next() != nil {}
          case .record(let range):
            reader.feed(UnsafeRawBufferPointer(rebasing: buffer[range]))
            while let event = try reader.next(), event != .start {}
            values.append(try context.field(attributes: try reader.attributes()))
            while try reader.next() != nil {}
          case .tooLarge: continue
          case .more, .end: return
          }
        }
      }
    } catch {
      // A record that is broken is reported when it is read; here it only tells nothing.
      return values
    }
    return values
  }
}

/// Elements of a document counted by their path.
private struct ElementCounts {
  private struct Count {
    var path: [String]
    var elements = 0
    var bytes = 0
    var holding = 0
  }

  private var counts: [String: Int] = [:]
  private var all: [Count] = []
  private var open: [(index: Int, start: Int, children: Int)] = []
  private var path: [String] = []

  /// Paths that are told apart; a document with more has no records to find.
  private static let mostPaths = 10_000

  mutating func start(_ name: String, at offset: Int) {
    if !open.isEmpty { open[open.count - 1].children += 1 }
    path.append(name)
    let key = path.joined(separator: "/")
    let index: Int
    if let known = counts[key] {
      index = known
    } else {
      index = all.count < Self.mostPaths ? all.count : 0
      if index == all.count { all.append(Count(path: path)) }
      counts[key] = index
    }
    open.append((index, offset, 0))
  }

  mutating func end(at offset: Int) {
    guard let element = open.popLast() else { return }
    path.removeLast()
    all[element.index].elements += 1
    all[element.index].bytes += offset - element.start
    if element.children > 0 { all[element.index].holding += 1 }
  }

  /// The path of the elements that look like records.
  var best: [String]? {
    var best: Count?
    for count in all where count.path.count > 1 && count.elements > 1 && count.holding > 0 {
      if count.bytes > best?.bytes ?? 0 { best = count }
    }
    return best?.path
  }
}
