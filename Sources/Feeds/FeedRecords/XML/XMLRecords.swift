import LayoutPrimitives
import XMLDocuments

/// Reads the records of an XML document, whose bytes are extracted and parsed record by record.
///
/// One parser reads the whole document. A record that is not well-formed fails alone: the parser
/// continues after it, inside the same open elements.
final class XMLRecords: RecordCursor {
  let detection: FeedDetection
  private let window: InputWindow
  private let source: String
  private let notes: FeedNotes
  private let limits: FeedLimits
  private let shape: XMLRecordShape
  private let reader: XMLPullReader
  private let context: XMLItemContext
  // Never accessed re-entrantly, so the properties need no exclusivity checks.
  @exclusivity(unchecked) private var splitter: XMLRecordSplitter
  private var header = XMLFeedHeader()
  @exclusivity(unchecked) private var lines = LineCounter()
  /// Byte offset in the source at which the document starts; see `XMLFormat.start`.
  private let first: Int
  @exclusivity(unchecked) private var number = 0
  /// The hash of the values that records inherit, or `nil` when they may have changed.
  @exclusivity(unchecked) private var scope: ContentHash?
  /// Byte range of white space that is not parsed yet.
  ///
  /// It is passed to the parser together with the next record.
  @exclusivity(unchecked) private var blank: Range<Int>?
  /// The error between records after which bytes are passed over, up to the next record.
  private var broken: FeedError?
  /// Start of the last open record: byte offset in the source, and line.
  private var started = (offset: -1, line: 1)

  init(
    _ window: InputWindow, source: String, options: ReadingOptions, notes: FeedNotes
  ) throws(FeedError) {
    self.window = window
    self.source = source
    self.notes = notes
    limits = options.limits
    let survey = try XMLFormat(window, source: source, options: options)
    detection = survey.detection
    shape = survey.shape
    splitter = XMLRecordSplitter(records: survey.records, maxRecordBytes: limits.recordBytes)
    reader = XMLPullReader(feeding: limits.xml, firstLine: survey.start.line)
    reader.jump(line: survey.start.line, byteOffset: survey.start.offset)
    first = survey.start.offset
    context = XMLItemContext(reader: reader, options: options)
  }

  func next() throws(FeedError) -> FeedItem? {
    while true {
      switch splitter.next(window.held, at: window.base, ended: window.ended) {
      case .outside(let range, let isPlain):
        // XML does not allow a form feed.
        if isPlain, blank == nil, range.lowerBound >= first,
          window[range].allSatisfy({ isSpace($0) && $0 != 0x0C })
        {
          blank = range
          continue
        }
        try passBlank()
        try outside(max(range.lowerBound, first)..<max(range.upperBound, first), isPlain: isPlain)
      case .record(let range):
        number += 1
        return try item(range)
      case .tooLarge(let range):
        try passBlank()
        number += 1
        return passOver(range)
      case .more:
        try passBlank()
        rememberStart()
        lines.advance(to: splitter.keep, in: window)
        _ = try window.fill(keeping: splitter.keep)
      case .end:
        try passBlank()
        try finish()
        return nil
      }
    }
  }

  // MARK: - Between records

  /// Parses bytes between records.
  ///
  /// - Parameters:
  ///   - range: Byte range in the source.
  ///   - isPlain: Whether the bytes begin outside of any tag, comment or section, so that stray
  ///     ampersands can be repaired.
  private func outside(_ range: Range<Int>, isPlain: Bool) throws(FeedError) {
    if broken != nil { return }
    let bytes = window[range]
    // A reference that is incomplete at the end of the window is not broken.
    let isCut = range.upperBound == window.end && !window.ended
    guard isPlain, !(isCut && RecordRepair.endsInReference(bytes)),
      let repaired = RecordRepair.repaired(bytes)
    else {
      reader.feed(bytes)
      return try drain()
    }
    reader.feed(repaired[...])
    try drain()
    if broken != nil { return }
    notes.add(
      .repaired,
      at: RecordLocation(
        line: lines.line(at: range.lowerBound, in: window), byteOffset: range.lowerBound),
      "not well-formed outside of records; a stray & was read as itself")
    reader.jump(line: lines.line(at: range.upperBound, in: window), byteOffset: range.upperBound)
  }

  /// Parses white space that was held back for the next record.
  private func passBlank() throws(FeedError) {
    guard let blank else { return }
    self.blank = nil
    if broken != nil { return }
    reader.feed(window[blank])
    try drain()
  }

  /// Reads events between records.
  ///
  /// XML that is not well-formed there is passed over, if the source has records. Any other error
  /// concerns the whole source.
  private func drain() throws(FeedError) {
    do throws(XMLError) {
      while let event = try reader.next() {
        if event != .text { scope = nil }
        try header.read(event, reader)
      }
    } catch {
      let failure = error.feedError(path: source, byteOffset: reader.errorOffset)
      guard case .malformed = error else { throw failure }
      broken = failure
    }
  }

  /// Continues with a record after XML that is not well-formed.
  private func mend(_ broken: FeedError, before range: Range<Int>) throws(FeedError) {
    // After the end of the root element, there is nothing that the record could be in.
    let depth = min(reader.depth, header.feedDepth ?? splitter.depth)
    guard depth > 0 else { throw broken }
    warnOfBroken(broken)
    (self.broken, blank, scope) = (nil, nil, nil)
    header.leave(to: depth)
    try resume(depth, at: range.lowerBound)
  }

  private func warnOfBroken(_ broken: FeedError) {
    notes.add(
      .repaired, at: broken.location,
      "\(broken.message); it is outside of records and passed over up to the next record")
  }

  private func finish() throws(FeedError) {
    let end = XMLError.truncated(line: lines.line(at: window.end, in: window))
      .feedError(path: source, byteOffset: window.end)
    guard let unfinished = splitter.unfinished else {
      if broken == nil {
        reader.finish()
        try drain()
      }
      guard let broken else { return }
      guard number > 0 else { throw broken }
      guard splitter.rootHasEnded else { throw end }
      return warnOfBroken(broken)
    }
    // An error inside the record is more specific than its missing end.
    if broken == nil {
      reader.feed(window[unfinished])
      try drain()
    }
    throw broken ?? end
  }

  // MARK: - One record

  private func item(_ range: Range<Int>) throws(FeedError) -> FeedItem {
    lines.advance(to: range.lowerBound, in: window)
    if let broken { try mend(broken, before: range) }
    let location = RecordLocation(number: number, line: lines.line, byteOffset: range.lowerBound)
    if scope == nil { scope = inherited() }
    let depth = reader.depth
    reader.beginRecord()
    reader.feed(window[(blank ?? range).lowerBound..<range.upperBound])
    blank = nil
    do throws(XMLError) {
      return .record(try record(location, range))
    } catch {
      return try failed(error, range, depth: depth, location)
    }
  }

  /// Reads the record whose bytes were fed.
  private func record(_ location: RecordLocation, _ range: Range<Int>) throws(XMLError)
    -> FeedRecord
  {
    // White space before the record may not have been reported yet.
    var event = try reader.next()
    while event == .text { event = try reader.next() }
    guard event == .start else {
      throw .malformed(line: location.line ?? 1, reason: "no element starts here")
    }
    let level = reader.depth
    context.feedLanguage = header.language
    var draft = try shape.draft(context)
    draft.record.language = draft.record.language?.nonEmpty ?? header.language
    draft.record.author = draft.record.author?.nonEmpty ?? header.author
    notes.add(draft, at: location)
    let undeclared = context.removeUndeclaredTexts()
    if undeclared > 0 {
      notes.add(
        .undeclaredEncoding, at: location, count: undeclared,
        "a text in Base64 is not UTF-8 and was read as windows-1252")
    }
    // Reading the record may stop at its end; the remaining bytes are not part of it.
    while reader.depth > level, try reader.next() != nil {}
    while try reader.next() != nil {}
    warnOfRepairs()
    return draft.finish(location: location, rawHash: hash(of: range))
  }

  private func warnOfRepairs() {
    for repair in reader.removeRepairs() {
      notes.add(
        .repaired,
        at: RecordLocation(number: number, line: repair.line, byteOffset: repair.byteOffset),
        repair.kind == .externalEntity
          ? "\(repair.text) stands outside the document and is never loaded; it is left out"
          : "undeclared: \(repair.text); it stays as it is written")
    }
  }

  /// The hash of a record's bytes and of the values that it inherits.
  private func hash(of range: Range<Int>) -> ContentHash {
    var hasher = ContentHasher()
    hasher.update(window[range])
    let scope = scope ?? inherited()
    withUnsafeBytes(of: (scope.high.littleEndian, scope.low.littleEndian)) { hasher.update($0) }
    return hasher.finish()
  }

  /// The hash of the values that a record would inherit here, between records.
  private func inherited() -> ContentHash {
    var hasher = ContentHasher()
    for text in [reader.base, reader.language, header.language, header.author] {
      hasher.update([0])
      hasher.update((text ?? "").utf8)
    }
    hasher.update(reader.namespacesInScope)
    return hasher.finish()
  }

  // MARK: - Records that cannot be read

  /// Repairs a record that cannot be parsed, if there is only one way to read it.
  ///
  /// Otherwise only this record fails.
  private func failed(
    _ error: XMLError, _ range: Range<Int>, depth: Int, _ location: RecordLocation
  ) throws(FeedError) -> FeedItem {
    let offset = reader.errorOffset
    // The expansion is limited for the whole document, so all later records would also fail.
    if case .documentExpansion = error { throw error.feedError(path: source, byteOffset: offset) }
    if case .malformed = error, let record = try repaired(range, depth: depth, location) {
      return .record(record)
    }
    try resume(depth, at: range.upperBound)
    return .failure(
      error.failure(
        path: source,
        RecordLocation(
          number: location.number, line: error.line ?? location.line,
          byteOffset: range.contains(offset) ? offset : range.lowerBound)))
  }

  private func repaired(
    _ range: Range<Int>, depth: Int, _ location: RecordLocation
  ) throws(FeedError) -> FeedRecord? {
    guard let bytes = RecordRepair.repaired(window[range]) else { return nil }
    try resume(depth, at: range.lowerBound)
    reader.beginRecord(again: true)
    reader.feed(bytes[...])
    let record: FeedRecord
    do throws(XMLError) {
      record = try self.record(location, range)
    } catch {
      return nil
    }
    notes.add(
      .repaired, at: location,
      "not well-formed; a stray & was read as itself, a control character as U+FFFD")
    try resume(depth, at: range.upperBound)
    return record
  }

  private func resume(_ depth: Int, at offset: Int) throws(FeedError) {
    do throws(XMLError) {
      try reader.resume(depth: depth, line: lines.line(at: offset, in: window), byteOffset: offset)
    } catch {
      throw error.feedError(path: source, byteOffset: offset)
    }
  }

  private func passOver(_ range: Range<Int>) -> FeedItem {
    rememberStart()
    let line =
      started.offset == range.lowerBound
      ? started.line : lines.line(at: range.lowerBound, in: window)
    lines.advance(to: range.upperBound, in: window)
    reader.jump(line: lines.line, byteOffset: range.upperBound)
    return .failure(
      RecordFailure(
        .tooLarge, path: source,
        location: RecordLocation(number: number, line: line, byteOffset: range.lowerBound),
        "the record has \(range.count) bytes, more than \(limits.recordBytes) (limit record_bytes)"
      ))
  }

  /// Remembers the line of an open record's start before its first bytes are dropped.
  private func rememberStart() {
    guard splitter.isInsideRecord, splitter.recordStart >= lines.offset else { return }
    lines.advance(to: splitter.recordStart, in: window)
    started = (splitter.recordStart, lines.line)
  }
}

/// The values that records inherit from an XML feed.
///
/// They come from events outside of records. An element may still be open while records are read.
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

  mutating func read(_ event: XMLPullReader.Event, _ reader: XMLPullReader) throws(XMLError) {
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

  /// Number of open elements up to the innermost that holds the records of a feed; `nil` without one.
  var feedDepth: Int? {
    open.lastIndex { ["channel", "CHANNEL", "feed", "RDF"].contains($0) }.map { $0 + 1 }
  }

  /// Continues inside the outermost `depth` open elements.
  mutating func leave(to depth: Int) {
    open.removeLast(max(open.count - depth, 0))
    target = nil
  }

  /// The value that an element's text sets, or `nil`.
  private func target(of name: XMLName) -> Target? {
    let vocabulary = XMLVocabulary(name)
    switch name.local {
    case "language":
      // A link has no elements inside, but may lack its end.
      let parent = open.last { $0 != "link" }
      let isOfFeed = parent == "channel" || parent == "feed"
      return isOfFeed && (vocabulary == .rss || vocabulary == .dc) ? .language : nil
    case "name": return open.filter { $0 != "link" } == ["feed", "author"] ? .author : nil
    default: return nil
    }
  }
}
