import LayoutPrimitives
import XMLDocuments

/// The records of an XML document, parsed one at a time, each where it lies; where that cannot be,
/// its bytes are cut out first.
///
/// One parser sees the whole document. Where a record is not well-formed it fails alone: the parser
/// goes on behind it, inside the same open elements.
final class XMLRecords: RecordCursor {
  let detection: FeedDetection
  let window: InputWindow
  let source: String
  let notes: FeedNotes
  let limits: FeedLimits
  private let shape: XMLRecordShape
  let reader: XMLPullReader
  private let context: XMLItemContext
  // Accesses to what changes cannot overlap: nothing here calls back.
  @exclusivity(unchecked)
  var splitter: XMLRecordSplitter
  @exclusivity(unchecked)
  var header = XMLFeedHeader()
  @exclusivity(unchecked)
  var lines = LineCounter()
  /// The place of the first byte that is no white space.
  private let first: Int
  @exclusivity(unchecked)
  var number = 0
  /// The hash of what records inherit, until an element outside them may change it.
  @exclusivity(unchecked)
  var scope: ContentHash?
  /// White space before the next record, which is fed with it; empty where there is none.
  @exclusivity(unchecked)
  var blank = 0..<0
  /// Where the record that was open last starts, and its line.
  private var started = (place: -1, line: 1)
  /// Bytes of the last record.
  @exclusivity(unchecked)
  var lastBytes = 0
  /// How far bytes were parsed where they lie, in vain.
  @exclusivity(unchecked)
  var triedTo = 0

  init(
    _ window: InputWindow, source: String, options: ReadingOptions, notes: FeedNotes
  ) throws(FeedError) {
    self.window = window
    self.source = source
    self.notes = notes
    limits = options.limits
    let survey = try XMLSurvey(window, source: source, options: options)
    detection = survey.detection
    shape = survey.shape
    splitter = XMLRecordSplitter(records: survey.records, maxRecordBytes: limits.recordBytes)
    do {
      reader = try XMLPullReader(feeding: limits.xml, firstLine: survey.start.line)
    } catch {
      throw error.feedError(path: source)
    }
    reader.jump(line: survey.start.line, byteOffset: survey.start.place)
    first = survey.start.place
    context = XMLItemContext(reader: reader, options: options)
  }

  func next() throws(FeedError) -> FeedItem? {
    while true {
      let isPlain = splitter.isInContent
      let cut = window.withUnsafeBytes {
        splitter.next($0, at: window.base, ended: window.ended)
      }
      switch cut {
      case .outside(let range):
        try outside(max(range.lowerBound, first)..<max(range.upperBound, first), isPlain: isPlain)
      case .begin(let place):
        if let item = try item(from: place) { return item }
      case .record(let range):
        number += 1
        lastBytes = range.count
        return try item(range)
      case .tooLarge(let range):
        try feedBlank()
        number += 1
        return try passOver(range)
      case .more:
        try feedBlank()
        noteStart()
        lines.advance(to: splitter.keep, in: window)
        _ = try window.fill(keeping: splitter.keep)
      case .end:
        try feedBlank()
        try finish()
        return nil
      }
    }
  }

  // MARK: - One record

  private func item(_ range: Range<Int>) throws(FeedError) -> FeedItem {
    lines.advance(to: range.lowerBound, in: window)
    let place = RecordPlace(number: number, line: lines.line, byteOffset: range.lowerBound)
    if scope == nil { scope = inherited() }
    let depth = reader.depth
    feed(range)
    return try made(place, range, depth: depth)
  }

  /// The record whose bytes were handed to the parser, which is inside as many elements as before.
  func made(
    _ place: RecordPlace, _ range: Range<Int>, depth: Int
  ) throws(FeedError) -> FeedItem {
    do throws(XMLError) {
      let record = try record(place, range)
      noteRepairs()
      return .record(record)
    } catch {
      return try failed(error, range, depth: depth, place)
    }
  }

  /// The record whose bytes were fed.
  func record(
    _ place: RecordPlace, _ range: Range<Int>
  ) throws(XMLError) -> FeedRecord {
    // White space before the record may still have been waiting for what ends it.
    var event = try reader.next()
    while event == .text { event = try reader.next() }
    guard event == .start else {
      throw .malformed(line: place.line ?? 1, reason: "no element starts here")
    }
    let level = reader.depth
    var draft = try shape.draft(context)
    draft.record.language = draft.record.language?.nonEmpty ?? header.language
    draft.record.author = draft.record.author?.nonEmpty ?? header.author
    if draft.isCut { notes.addCutText(at: place) }
    let undeclared = context.takeUndeclaredTexts()
    if undeclared > 0 {
      notes.add(
        .undeclaredEncoding, at: place, count: undeclared,
        "a text in Base64 is not UTF-8 and was read as windows-1252")
    }
    // A reader of records may stop at their end; what follows it in the cut is none of its events.
    while reader.depth > level, try reader.next() != nil {}
    while try reader.next() != nil {}
    return draft.finish(place: place, rawHash: hash(of: range))
  }

  private func passOver(_ range: Range<Int>) throws(FeedError) -> FeedItem {
    noteStart()
    let line =
      started.place == range.lowerBound
      ? started.line : lines.line(at: range.lowerBound, in: window)
    try skip(to: range.upperBound)
    return .failure(
      RecordFailure(
        .tooLarge, path: source,
        place: RecordPlace(number: number, line: line, byteOffset: range.lowerBound),
        "the record has \(range.count) bytes, more than \(limits.recordBytes) (limit record_bytes)"
      ))
  }

  /// Keeps the line in which an open record starts, whose first bytes may be let go soon.
  private func noteStart() {
    guard splitter.isInsideRecord, splitter.recordStart >= lines.place else { return }
    lines.advance(to: splitter.recordStart, in: window)
    started = (splitter.recordStart, lines.line)
  }

  /// Leaves out bytes up to a place between elements.
  private func skip(to place: Int) throws(FeedError) {
    lines.advance(to: place, in: window)
    reader.jump(line: lines.line, byteOffset: place)
  }

  func noteRepairs() {
    guard reader.hasRepairs else { return }
    for repair in reader.takeRepairs() {
      notes.add(
        .repaired,
        at: RecordPlace(number: number, line: repair.line, byteOffset: repair.byteOffset),
        repair.kind == .externalEntity
          ? "\(repair.text) stands outside the document and is never loaded; it is left out"
          : "nobody declares \(repair.text); it stays as it is written")
    }
  }

  /// The hash of a record's bytes and of what it inherits.
  private func hash(of range: Range<Int>) -> ContentHash {
    var hasher = window.withUnsafeBytes(in: range) { ContentHasher(record: $0) }
    let scope = scope ?? inherited()
    withUnsafeBytes(of: (scope.high.littleEndian, scope.low.littleEndian)) { hasher.update($0) }
    return hasher.finish()
  }

  /// A hash of what a record inherits here, between records.
  func inherited() -> ContentHash {
    var hasher = ContentHasher()
    for text in [reader.base, reader.language, header.language, header.author] {
      hasher.update([0])
      hasher.update((text ?? "").utf8)
    }
    hasher.update(reader.namespacesInScope)
    return hasher.finish()
  }
}
