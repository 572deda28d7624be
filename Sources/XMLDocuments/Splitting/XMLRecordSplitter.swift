/// Cuts the raw bytes of record elements out of UTF-8 XML without parsing it.
///
/// So a record's hash is known before it is parsed, and a broken record fails alone. It sees the
/// document through a sliding window, stops and goes on at any byte, and keeps no more than one
/// record. It knows tags, comments, CDATA sections, processing instructions and the document type;
/// a `<` inside a tag, which XML does not allow, starts a new one, so that a missing quote does not
/// swallow the records behind it.
package struct XMLRecordSplitter: ~Copyable, Sendable {
  /// A piece of the document; ranges count bytes from its start.
  package enum Cut: Hashable, Sendable {
    /// Bytes between records; they come in pieces of any size.
    case outside(Range<Int>)
    /// A record begins, at its `<`. Who can tell where it ends says so by ``passRecord(to:)``; else
    /// the next cut is the record.
    case begin(Int)
    /// A record element, from its `<` to its last `>`.
    case record(Range<Int>)
    /// A record element above the limit, whose bytes may be gone.
    case tooLarge(Range<Int>)
    /// The window is used up.
    case more
    /// The document is used up.
    case end
  }

  /// What the cursor stands in.
  enum Mode: UInt8, Sendable {
    case content, comment, section, instruction, tag, endTag, documentType
  }

  /// What a search in the window ended with.
  enum Step: Sendable {
    case more
    case recordStart
    case recordEnd
  }

  let rule: XMLRecordRule
  private let maxRecordBytes: Int

  var mode = Mode.content
  /// Bytes before it are done with.
  var cursor = 0
  /// The first byte that is not given away yet.
  private var pieceStart = 0
  /// Whether the cursor is behind a record's name, and nobody was told yet.
  private var isAtStart = false
  private var isOversize = false
  private var hasEnded = false
  /// Whether the cursor is inside a record.
  var isInRecord = false
  /// Where the last record starts.
  package internal(set) var recordStart = 0
  /// The record's name as it is written.
  var recordName: [UInt8] = []
  /// Its first byte.
  var recordFirst: UInt8 = 0
  /// Elements open around it.
  var recordDepth = -1
  /// Elements of that name that are open, the record counted.
  var nesting = 0
  /// Elements open outside records.
  var depth = 0
  /// Of these, how many from the root down are as the rule's path says.
  var matched = 0
  /// The quote that the cursor is in, or 0.
  var quote: UInt8 = 0
  /// The byte before the cursor in a tag.
  var previous: UInt8 = 0
  /// Brackets open in a document type.
  var brackets = 0

  /// A record whose end never came; only after ``Cut/end``.
  package private(set) var unfinished: Range<Int>?

  /// Creates a splitter that stands at the first byte of a document.
  ///
  /// - Parameters:
  ///   - records: Which elements are records.
  ///   - maxRecordBytes: A longer record is passed over and reported as too large.
  package init(records: XMLRecordRule, maxRecordBytes: Int) {
    rule = records
    self.maxRecordBytes = maxRecordBytes
  }

  /// The first byte that is still needed; the window may start there.
  ///
  /// A cut's bytes are no longer counted once it is given, so use them before they are dropped.
  package var keep: Int {
    guard isInRecord else { return pieceStart }
    // The start may be dropped as soon as the record is known to be too long.
    return isOversize ? cursor : min(recordStart, pieceStart)
  }

  /// Whether what comes next stands outside of any tag, comment, section or instruction.
  package var isInContent: Bool { mode == .content }

  /// Whether a record has started and not ended.
  package var isInsideRecord: Bool { isInRecord }

  /// Gives the next piece.
  ///
  /// - Parameters:
  ///   - window: Bytes of the document from ``keep`` or before on; at each call no fewer than
  ///     were there.
  ///   - base: Where the window starts in the document.
  ///   - ended: Whether the window ends where the document does.
  package mutating func next(
    _ window: UnsafeRawBufferPointer, at base: Int, ended: Bool
  ) -> Cut {
    if isAtStart {
      isAtStart = false
      return .begin(recordStart)
    }
    if hasEnded { return .end }
    cursor = max(cursor, base)
    let end = base + window.count
    let step =
      window.isEmpty
      ? .more
      : window.withMemoryRebound(to: UInt8.self) { bytes -> Step in
        guard let start = bytes.baseAddress else { return .more }
        return advance(start, count: bytes.count, at: base, ended: ended)
      }
    switch step {
    case .recordStart:
      isOversize = false
      if pieceStart < recordStart {
        isAtStart = true
        defer { pieceStart = recordStart }
        return .outside(pieceStart..<recordStart)
      }
      return .begin(recordStart)
    case .recordEnd:
      isInRecord = false
      pieceStart = cursor
      let range = recordStart..<cursor
      return range.count > maxRecordBytes ? .tooLarge(range) : .record(range)
    case .more:
      return ended ? finish(at: end) : rest()
    }
  }

  /// Goes behind the record that begins, whose end somebody else has found.
  package mutating func passRecord(to place: Int) {
    (mode, isInRecord, nesting) = (.content, false, 0)
    (cursor, pieceStart) = (place, place)
  }

  /// What can be given away when there is no more to search.
  private mutating func rest() -> Cut {
    if isInRecord {
      if cursor - recordStart > maxRecordBytes { isOversize = true }
      return .more
    }
    guard pieceStart < cursor else { return .more }
    defer { pieceStart = cursor }
    return .outside(pieceStart..<cursor)
  }

  private mutating func finish(at end: Int) -> Cut {
    cursor = max(end, cursor)
    if isInRecord {
      unfinished = recordStart..<cursor
    } else if pieceStart < cursor {
      defer { pieceStart = cursor }
      return .outside(pieceStart..<cursor)
    }
    hasEnded = true
    return .end
  }
}
