import LayoutPrimitives
import XMLDocuments

/// The records of an XML document: their bytes are cut out first, then parsed one at a time.
///
/// One parser sees the whole document. Where a record is not well-formed it fails alone: the parser
/// goes on behind it, inside the same open elements.
final class XMLRecords: RecordCursor {
  let detection: FeedDetection
  private let window: InputWindow
  private let source: String
  private let notes: FeedNotes
  private let limits: FeedLimits
  private let shape: XMLRecordShape
  private let reader: XMLPullReader
  private let context: XMLItemContext
  // Accesses to what changes cannot overlap: nothing here calls back.
  @exclusivity(unchecked)
  private var splitter: XMLRecordSplitter
  @exclusivity(unchecked)
  private var header = XMLFeedHeader()
  @exclusivity(unchecked)
  private var lines = LineCounter()
  /// The place of the first byte that is no white space.
  private let first: Int
  @exclusivity(unchecked)
  private var number = 0
  /// The hash of what records inherit, until an element outside them may change it.
  @exclusivity(unchecked)
  private var scope: ContentHash?
  /// White space before the next record, which is fed with it; empty where there is none.
  @exclusivity(unchecked)
  private var blank = 0..<0
  /// Where the record that was open last starts, and its line.
  private var started = (place: -1, line: 1)

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

  func next(skipping isKnown: KnownHashes?) throws(FeedError) -> FeedStep? {
    while true {
      let isPlain = splitter.isInContent
      let cut = window.withUnsafeBytes {
        splitter.next($0, at: window.base, ended: window.ended)
      }
      if case .record(let range) = cut {
        number += 1
        return try item(range, isKnown)
      }
      try feedBlank()
      switch cut {
      case .outside(let range) where isPlain && isBlank(range): blank = range
      case .outside(let range):
        try outside(max(range.lowerBound, first)..<max(range.upperBound, first), isPlain: isPlain)
      case .record: continue  // It was read above.
      case .tooLarge(let range):
        number += 1
        return try passOver(range)
      case .more:
        noteStart()
        lines.advance(to: splitter.keep, in: window)
        _ = try window.fill(keeping: splitter.keep)
      case .end:
        try finish()
        return nil
      }
    }
  }

  /// Whether bytes between records are white space that can wait for the next record.
  private func isBlank(_ range: Range<Int>) -> Bool {
    guard reader.isIdle, !header.isInText, range.lowerBound >= first else { return false }
    return window.withUnsafeBytes(in: range) { bytes in
      bytes.allSatisfy { $0 == 0x0A || $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }
  }

  /// Feeds the white space that has waited for a record.
  private func feedBlank() throws(FeedError) {
    guard !blank.isEmpty else { return }
    window.withUnsafeBytes(in: blank) { reader.feed($0) }
    blank = 0..<0
    try drain()
  }

  /// Bytes between records.
  ///
  /// - Parameter isPlain: Whether they begin outside of any tag, comment or section: only then can
  ///   be told what is a stray ampersand.
  private func outside(_ range: Range<Int>, isPlain: Bool) throws(FeedError) {
    let mended = window.withUnsafeBytes(in: range) { bytes -> [UInt8]? in
      // A reference that may go on in the next piece is none that is broken.
      let isCut = range.upperBound == window.end && !window.ended
      return isPlain && !(isCut && RecordRepair.endsInReference(bytes))
        ? RecordRepair.mended(bytes) : nil
    }
    guard let mended else {
      window.withUnsafeBytes(in: range) { reader.feed($0) }
      return try drain()
    }
    notes.add(
      .repaired,
      at: RecordPlace(
        line: lines.line(at: range.lowerBound, in: window), byteOffset: range.lowerBound),
      "not well-formed outside of records; a stray & was read as itself")
    mended.withUnsafeBytes { reader.feed($0) }
    try drain()
    reader.jump(line: lines.line(at: range.upperBound, in: window), byteOffset: range.upperBound)
  }

  /// What stands between records; an error there is one of the whole source.
  private func drain() throws(FeedError) {
    do throws(XMLError) {
      while let event = try reader.next() {
        if event != .text { scope = nil }
        try header.take(event, reader)
      }
    } catch {
      throw error.feedError(path: source, byteOffset: reader.errorOffset)
    }
  }

  private func finish() throws(FeedError) {
    guard let unfinished = splitter.unfinished else {
      reader.finish()
      return try drain()
    }
    // What is wrong inside the record tells more than that its end is missing.
    window.withUnsafeBytes(in: unfinished) { reader.feed($0) }
    try drain()
    throw XMLError.truncated(line: lines.line(at: window.end, in: window))
      .feedError(path: source, byteOffset: window.end)
  }

  // MARK: - One record

  private func item(
    _ range: Range<Int>, _ isKnown: KnownHashes?
  ) throws(FeedError) -> FeedStep {
    lines.advance(to: range.lowerBound, in: window)
    let place = RecordPlace(number: number, line: lines.line, byteOffset: range.lowerBound)
    if scope == nil { scope = inherited() }
    var hash: ContentHash?
    if let isKnown {
      let made = self.hash(of: range)
      if isKnown(made) {
        try feedBlank()
        try skip(to: range.upperBound)
        return .unchanged(made, place)
      }
      hash = made
    }
    let depth = reader.depth
    reader.beginRecord()
    do throws(XMLError) {
      feed(range)
      let record = try record(place, range, hash)
      noteRepairs()
      return .read(.record(record))
    } catch {
      return try failed(error, range, depth: depth, place, hash)
    }
  }

  /// Hands a record to the parser, and the white space before it.
  private func feed(_ range: Range<Int>) {
    let start = blank.isEmpty ? range.lowerBound : blank.lowerBound
    blank = 0..<0
    let isParsed = window.withZeroEnded(in: range) {
      reader.parseElement(
        $0, skipped: range.lowerBound - start, line: lines.line, byteOffset: range.lowerBound)
    }
    if isParsed == true { return }
    reader.beginRecord()
    window.withUnsafeBytes(in: start..<range.upperBound) { reader.feed($0) }
  }

  /// The record whose bytes were fed.
  private func record(
    _ place: RecordPlace, _ range: Range<Int>, _ hash: ContentHash?
  ) throws(XMLError) -> FeedRecord {
    // White space before the record may still have been waiting for what ends it.
    var event = try reader.next()
    while event == .text { event = try reader.next() }
    guard event == .start else {
      throw .malformed(line: place.line ?? 1, reason: "no element starts here")
    }
    let level = reader.depth
    var draft = try shape.draft(context)
    if draft.language == nil { draft.language = header.language }
    if draft.author == nil { draft.author = header.author }
    if draft.isCut { notes.addCutText(at: place) }
    // A reader of records may stop at their end; what follows it in the cut is none of its events.
    while reader.depth > level, try reader.next() != nil {}
    while try reader.next() != nil {}
    let rawHash = draft.needsHash ? hash ?? self.hash(of: range) : nil
    return draft.record(place: place, rawHash: rawHash)
  }

  /// A record that cannot be parsed: mended where there is only one reading, else it fails alone.
  private func failed(
    _ error: XMLError, _ range: Range<Int>, depth: Int, _ place: RecordPlace, _ hash: ContentHash?
  ) throws(FeedError) -> FeedStep {
    let offset = reader.errorOffset
    if case .malformed = error {
      let mended = window.withUnsafeBytes(in: range) { RecordRepair.mended($0) }
      if let mended, let record = try again(mended, range, depth: depth, place, hash) {
        notes.add(
          .repaired, at: place,
          "not well-formed; a stray & was read as itself, a control character as U+FFFD")
        try resume(depth, at: range.upperBound)
        return .read(.record(record))
      }
    }
    try resume(depth, at: range.upperBound)
    return .read(
      .failure(
        error.failure(
          path: source,
          RecordPlace(
            number: place.number, line: error.line ?? place.line,
            byteOffset: range.contains(offset) ? offset : range.lowerBound))))
  }

  private func again(
    _ bytes: [UInt8], _ range: Range<Int>, depth: Int, _ place: RecordPlace, _ hash: ContentHash?
  ) throws(FeedError) -> FeedRecord? {
    try resume(depth, at: range.lowerBound)
    bytes.withUnsafeBytes { reader.feed($0) }
    do throws(XMLError) {
      let record = try record(place, range, hash)
      noteRepairs()
      return record
    } catch {
      return nil
    }
  }

  private func passOver(_ range: Range<Int>) throws(FeedError) -> FeedStep {
    noteStart()
    let line = started.place == range.lowerBound ? started.line : lines.line
    try skip(to: range.upperBound)
    return .read(
      .failure(
        RecordFailure(
          .tooLarge, path: source,
          place: RecordPlace(number: number, line: line, byteOffset: range.lowerBound),
          "the record has \(range.count) bytes, more than \(limits.recordBytes) (limit record_bytes)"
        )))
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

  private func resume(_ depth: Int, at place: Int) throws(FeedError) {
    do {
      try reader.resume(
        depth: depth, line: lines.line(at: place, in: window), byteOffset: place)
    } catch {
      throw error.feedError(path: source)
    }
  }

  private func noteRepairs() {
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

  /// The hash of a record's bytes and of what it inherits; it can be had before it is parsed, and
  /// is made only where somebody asks for it.
  private func hash(of range: Range<Int>) -> ContentHash {
    var hasher = ContentHasher()
    window.withUnsafeBytes(in: range) { hasher.update($0) }
    let scope = scope ?? inherited()
    withUnsafeBytes(of: (scope.high, scope.low)) { hasher.update($0) }
    return hasher.finish()
  }

  /// A hash of what a record inherits here, between records.
  private func inherited() -> ContentHash {
    var hasher = ContentHasher()
    for text in [reader.base, reader.language, header.language, header.author] {
      hasher.update([0])
      hasher.update((text ?? "").utf8)
    }
    hasher.update(reader.namespacesInScope)
    return hasher.finish()
  }
}
