/// Extracts the bytes of record elements from UTF-8 XML without parsing the XML.
///
/// Each record is parsed separately, so an error in one record does not affect others. The splitter
/// reads the document through a sliding window, can pause at any byte, and keeps at most one
/// record. It recognizes tags, comments, CDATA sections, processing instructions and the document
/// type. A `<` inside a tag, which XML does not allow, starts a new tag. So a missing quotation
/// mark does not join a record with the records after it.
package struct XMLRecordSplitter: Sendable {
  /// The result of `next(_:at:ended:)`: a piece of the document, or that there is none yet or none
  /// left.
  ///
  /// Ranges are byte offsets in the document.
  package enum Cut: Hashable, Sendable {
    /// Bytes between records; they may be divided into several pieces.
    ///
    /// If `isPlain` is `true`, the piece begins outside of any tag, comment, section or
    /// instruction.
    case outside(Range<Int>, isPlain: Bool)
    /// A record element, from its `<` to its last `>`.
    case record(Range<Int>)
    /// A record element that is larger than the limit; some of its bytes may already be dropped.
    case tooLarge(Range<Int>)
    /// The whole window was read, and the document continues.
    case more
    /// The whole document was read.
    case end
  }

  /// The construct at the cursor.
  private enum Mode: Equatable {
    case content
    case tag
    case endTag
    case documentType
    /// A comment, section or instruction that ends with the bytes `until`.
    case hidden(until: [UInt8], inType: Bool)
  }

  /// The result of a search in the window: the start or the end of a record, or neither of them.
  private enum Step {
    case more
    case recordStart
    case recordEnd
  }

  private typealias Bytes = ArraySlice<UInt8>

  private let rule: XMLRecordRule
  private let maxRecordBytes: Int
  private var mode = Mode.content
  /// Byte offset in the document up to which the bytes were examined.
  private var cursor = 0
  /// Byte offset of the first byte that no returned cut contains.
  private var pieceStart = 0
  private var isOversize = false
  private var hasEnded = false
  /// The qualified name of the current record's element, as written in the document.
  private var recordName: [UInt8] = []
  /// Number of open elements with the record's name, including the record; 0 outside of records.
  private var nesting = 0
  /// Number of open elements that contain the records.
  package private(set) var depth = 0
  /// The qualified name of the root element, as written in the document.
  private var rootName: [UInt8] = []
  /// Whether there was an end tag with the name of the root element outside of records.
  package private(set) var rootHasEnded = false
  /// Number of elements that match the rule's path, counted from the root, among those that contain
  /// the records.
  private var matched = 0
  /// The opening quotation mark of the quoted text at the cursor; 0 if there is none.
  private var quote: UInt8 = 0
  /// The byte before the cursor in a tag, from which `/>` is recognized.
  private var previous: UInt8 = 0
  /// Number of open brackets in a document type.
  private var brackets = 0

  /// Byte offset in the document of the last record that started; the record may still be open.
  package private(set) var recordStart = 0
  /// Byte range of a record whose end is missing, set when `Cut.end` is returned; `nil` if there is
  /// none.
  package private(set) var unfinished: Range<Int>?

  /// Creates a splitter at the first byte of a document.
  ///
  /// - Parameters:
  ///   - records: The rule for record elements.
  ///   - maxRecordBytes: Maximum size of a record; a longer one is skipped and reported as too
  ///     large.
  package init(records: XMLRecordRule, maxRecordBytes: Int) {
    rule = records
    self.maxRecordBytes = maxRecordBytes
  }

  /// Byte offset of the first byte that is still needed; a window may not start after it.
  ///
  /// Bytes of the last cut may be before it. Use these bytes before you drop them.
  package var keep: Int {
    guard isInsideRecord else { return pieceStart }
    // If the record is known to be too long, its start may be dropped.
    return isOversize ? cursor : min(recordStart, pieceStart)
  }

  /// Whether a record has started but has not ended.
  package var isInsideRecord: Bool { nesting > 0 }

  /// Returns the next cut.
  ///
  /// - Parameters:
  ///   - window: Bytes of the document, from `keep` or earlier; it must not end before the end of
  ///     the last window.
  ///   - base: Byte offset in the document at which the window starts.
  ///   - ended: Whether the end of the window is the end of the document.
  package mutating func next(_ window: ArraySlice<UInt8>, at base: Int, ended: Bool) -> Cut {
    if hasEnded { return .end }
    let isPlain = mode == .content
    cursor = max(cursor, base)
    // An index in the window, plus `shift`, is a byte offset in the document.
    let shift = base - window.startIndex
    while true {
      switch advance(window, shift, ended: ended) {
      case .recordStart:
        isOversize = false
        defer { pieceStart = recordStart }
        if pieceStart < recordStart {
          return .outside(pieceStart..<recordStart, isPlain: isPlain)
        }
      case .recordEnd:
        pieceStart = cursor
        let range = recordStart..<cursor
        return range.count > maxRecordBytes ? .tooLarge(range) : .record(range)
      case .more:
        return ended
          ? finish(at: base + window.count, isPlain: isPlain) : rest(isPlain: isPlain)
      }
    }
  }

  /// The cut after the window was searched up to its end.
  private mutating func rest(isPlain: Bool) -> Cut {
    if isInsideRecord {
      if cursor - recordStart > maxRecordBytes { isOversize = true }
      return .more
    }
    guard pieceStart < cursor else { return .more }
    defer { pieceStart = cursor }
    return .outside(pieceStart..<cursor, isPlain: isPlain)
  }

  private mutating func finish(at end: Int, isPlain: Bool) -> Cut {
    cursor = max(end, cursor)
    if isInsideRecord {
      unfinished = recordStart..<cursor
    } else if pieceStart < cursor {
      defer { pieceStart = cursor }
      return .outside(pieceStart..<cursor, isPlain: isPlain)
    }
    hasEnded = true
    return .end
  }

  // MARK: - Searching for records

  /// Continues up to the next start or end of a record, or up to the end of the window.
  private mutating func advance(_ window: ArraySlice<UInt8>, _ shift: Int, ended: Bool) -> Step {
    let end = window.endIndex + shift
    while cursor < end {
      let bytes = window[(cursor - shift)...]
      switch mode {
      case .content:
        guard let index = bytes.firstIndex(ofByte: UInt8(ascii: "<")) else {
          cursor = end
          return .more
        }
        cursor = index + shift
        switch open(window[index...]) {
        case .tag: continue
        case .record: return .recordStart
        case .unclear:
          // There are too few bytes to decide. At the end of the document, the `<` is text.
          if !ended { return .more }
          cursor += 1
        }
      case .hidden(let mark, let inType):
        guard pass(mark, bytes, shift) else { return .more }
        mode = inType ? .documentType : .content
      case .tag:
        guard let isEmpty = passTag(bytes) else { return .more }
        if isEmpty, close() { return .recordEnd }
      case .endTag:
        guard let index = bytes.firstIndex(ofByte: UInt8(ascii: ">")) else {
          cursor = end
          return .more
        }
        cursor = index + shift + 1
        mode = .content
        if close() { return .recordEnd }
      case .documentType:
        if !passDocumentType(bytes, ended: ended) { return .more }
      }
    }
    return .more
  }

  /// Moves to the end of a mark such as `-->`.
  ///
  /// - Returns: `false` if the window does not contain the whole mark.
  private mutating func pass(_ mark: [UInt8], _ bytes: Bytes, _ shift: Int) -> Bool {
    var rest = bytes
    while let index = rest.firstIndex(ofByte: mark[0]) {
      rest = rest[index...]
      cursor = index + shift
      if rest.starts(with: mark) {
        cursor += mark.count
        return true
      }
      if mark.starts(with: rest) { return false }
      rest = rest.dropFirst()
    }
    cursor = bytes.endIndex + shift
    return false
  }

  /// Counts the end of an element.
  ///
  /// - Returns: Whether a record ends with this element.
  private mutating func close() -> Bool {
    if isInsideRecord {
      nesting -= 1
      return nesting == 0
    }
    depth = max(depth - 1, 0)
    matched = min(matched, depth)
    return false
  }

  /// Moves past a start tag, or to a `<` inside it, which starts another tag.
  ///
  /// - Returns: Whether the tag is that of an empty element; `nil` if the window ends inside the
  ///   tag.
  private mutating func passTag(_ bytes: Bytes) -> Bool? {
    for byte in bytes {
      if byte == UInt8(ascii: "<") {
        mode = .content
        return false
      }
      cursor += 1
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: ">") {
        mode = .content
        return previous == UInt8(ascii: "/")
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      previous = byte
    }
    return nil
  }

  /// Moves through a document type, up to its end, or up to a comment or instruction inside it.
  ///
  /// Quoted texts may contain brackets and `>`.
  ///
  /// - Returns: `false` if the window ends before that position.
  private mutating func passDocumentType(_ bytes: Bytes, ended: Bool) -> Bool {
    for (index, byte) in zip(bytes.indices, bytes) {
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "<") {
        switch hide(bytes[index...], inType: true) {
        case true?: return true
        case nil where !ended: return false
        default: break
        }
      } else if byte == UInt8(ascii: ">"), brackets <= 0 {
        cursor += 1
        mode = .content
        return true
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        brackets += 1
      } else if byte == UInt8(ascii: "]") {
        brackets -= 1
      }
      cursor += 1
    }
    return false
  }

  // MARK: - Constructs after a `<`

  private enum Opening {
    case tag
    case record
    case unclear
  }

  /// The constructs in which tags are ignored: the bytes that start and end each of them.
  private static let hidden: [(start: [UInt8], end: [UInt8])] = [
    ("<![CDATA[", "]]>"), ("<!--", "-->"), ("<?", "?>"),
  ].map { (Array($0.utf8), Array($1.utf8)) }
  private static let documentType = Array("<!DOCTYPE".utf8)
  /// Maximum number of bytes that are examined for an element's name.
  private static let longestName = 1024

  /// Moves past the start of a construct in which tags are ignored.
  ///
  /// - Returns: Whether there is such a construct; `nil` if there are too few bytes to decide.
  private mutating func hide(_ bytes: Bytes, inType: Bool) -> Bool? {
    for (start, end) in Self.hidden.dropFirst(inType ? 1 : 0) {
      if bytes.starts(with: start) {
        cursor += start.count
        mode = .hidden(until: end, inType: inType)
        return true
      }
      if bytes.count < start.count, start.starts(with: bytes) { return nil }
    }
    return false
  }

  /// Examines a `<`, and moves the cursor past the start of the construct that it begins.
  private mutating func open(_ bytes: Bytes) -> Opening {
    guard bytes.count > 1 else { return .unclear }
    let first = bytes[bytes.startIndex + 1]
    if first == UInt8(ascii: "!") || first == UInt8(ascii: "?") { return openDeclaration(bytes) }
    if isInsideRecord { return openInside(bytes, isEnd: first == UInt8(ascii: "/")) }
    if first == UInt8(ascii: "/") {
      guard let isRoot = Self.begins(bytes.dropFirst(2), with: rootName) else { return .unclear }
      rootHasEnded = rootHasEnded || isRoot
      _ = close()
      cursor += 2
      return .tag
    }
    return openOutside(bytes.dropFirst())
  }

  private mutating func openDeclaration(_ bytes: Bytes) -> Opening {
    guard let isHidden = hide(bytes, inType: false) else { return .unclear }
    if isHidden { return .tag }
    let isOpen = isInsideRecord || depth > 0
    if !isOpen, bytes.starts(with: Self.documentType) {
      (mode, quote, brackets) = (.documentType, 0, 0)
      cursor += Self.documentType.count
    } else if !isOpen, bytes.count < 9, Self.documentType.starts(with: bytes) {
      return .unclear
    } else {
      cursor += 2
    }
    return .tag
  }

  /// Examines a tag inside a record; only tags with the record's name are counted.
  private mutating func openInside(_ bytes: Bytes, isEnd: Bool) -> Opening {
    let index = bytes.startIndex + (isEnd ? 2 : 1)
    // Nearly all other names already differ in the first letter.
    if index < bytes.endIndex, bytes[index] != recordName[0] {
      cursor += isEnd ? 2 : 1
      return .tag
    }
    let name = bytes[index...]
    let prefix = name.prefix(recordName.count)
    guard recordName.starts(with: prefix) else {
      cursor += isEnd ? 2 : 1
      return .tag
    }
    guard let next = name.dropFirst(recordName.count).first else { return .unclear }
    cursor += isEnd ? 2 : 1
    guard !Self.isName(next) else { return .tag }
    cursor += recordName.count
    if isEnd {
      mode = .endTag
    } else {
      nesting += 1
      beginTag()
    }
    return .tag
  }

  private mutating func openOutside(_ bytes: Bytes) -> Opening {
    guard let first = bytes.first, Self.isNameStart(first) else {
      cursor += 1
      return .tag
    }
    let name = Array(bytes.prefix(Self.longestName).prefix(while: Self.isName))
    if name.count == bytes.count, name.count < Self.longestName { return .unclear }
    let start = cursor
    cursor += 1 + name.count
    if rootName.isEmpty { rootName = name }
    beginTag()
    if rule.isRecord(name, depth: depth, matched: matched) {
      (recordStart, recordName, nesting) = (start, name, 1)
      return .record
    }
    if matched == depth, rule.isStep(name, depth: depth) { matched = depth + 1 }
    depth += 1
    return .tag
  }

  /// Whether bytes begin with a whole name; `nil` if there are too few bytes to decide.
  private static func begins(_ bytes: Bytes, with name: [UInt8]) -> Bool? {
    guard !name.isEmpty, name.starts(with: bytes.prefix(name.count)) else { return false }
    return bytes.dropFirst(name.count).first.map { !isName($0) }
  }

  private mutating func beginTag() { (mode, quote, previous) = (.tag, 0, 0) }

  /// Whether a byte can start a name.
  ///
  /// Every byte beyond ASCII is accepted; the parser checks these characters.
  private static func isNameStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  /// Whether a byte can continue a name: any byte except white space, control characters, `/`, `<`
  /// and `>`.
  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "<"): false
    default: true
    }
  }
}

/// The rule that decides which elements of a document are records.
package struct XMLRecordRule: Sendable {
  private struct Step: Sendable {
    let name: [UInt8]
    /// Whether the step has a namespace prefix; then an element must have it, too.
    let isQualified: Bool

    func matches(_ element: [UInt8]) -> Bool {
      if name == [UInt8(ascii: "*")] { return true }
      return isQualified ? element == name : XMLRecordRule.local(element).elementsEqual(name)
    }
  }

  /// The steps of the path, from the root down; `nil` for the rule of feeds.
  private let steps: [Step]?

  private init(steps: [Step]?) { self.steps = steps }

  /// The rule for RSS, RDF and Atom: an element `item`, `ITEM` or `entry`, with any prefix, inside
  /// at least one element.
  ///
  /// Feeds have one to three. The others are elements that lack their end.
  package static let feeds = XMLRecordRule(steps: nil)

  /// Creates the rule for an exact path from the root, such as `catalog/product`.
  ///
  /// A step with a prefix matches the name as written. A step without a prefix matches the local
  /// name. The step `*` matches any name.
  ///
  /// - Returns: `nil` if a step is empty.
  package init?(path: String) {
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !names.contains(where: \.isEmpty) else { return nil }
    self.init(steps: names.map { Step(name: Array($0.utf8), isQualified: $0.utf8.contains(0x3A)) })
  }

  /// Whether an element is a record.
  ///
  /// - Parameters:
  ///   - element: The element's qualified name, in UTF-8.
  ///   - depth: Number of open elements that contain the element.
  ///   - matched: Number of elements that match the path, counted from the root, among those that
  ///     contain the element.
  func isRecord(_ element: [UInt8], depth: Int, matched: Int) -> Bool {
    if let steps {
      return depth == steps.count - 1 && matched == depth && steps[depth].matches(element)
    }
    guard depth >= 1 else { return false }
    let local = Self.local(element)
    return local.elementsEqual("item".utf8) || local.elementsEqual("entry".utf8)
      || local.elementsEqual("ITEM".utf8)
  }

  /// Whether an element that is inside `depth` elements matches the path's step at that depth.
  func isStep(_ element: [UInt8], depth: Int) -> Bool {
    guard let steps, depth < steps.count else { return false }
    return steps[depth].matches(element)
  }

  private static func local(_ element: [UInt8]) -> ArraySlice<UInt8> {
    element[((element.lastIndex(of: UInt8(ascii: ":")) ?? -1) + 1)...]
  }
}
