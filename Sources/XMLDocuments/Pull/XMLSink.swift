import CLibXML2
import Glibc

/// Why a reader stopped.
struct XMLFailure {
  let error: XMLError
  let byteOffset: Int
}

/// What libxml2's callbacks fill: the events of one chunk, flat, until the reader has pulled them.
///
/// It lives behind a pointer, and nothing in it allocates for an event once its buffers have grown
/// to a chunk.
struct XMLSink: ~Copyable {
  let limits: XMLLimits
  var context: xmlParserCtxtPtr?
  var events = FlatBuffer<XMLEventRecord>(capacity: 512)
  var attributes = FlatBuffer<XMLAttributeRecord>(capacity: 256)
  var namespaces = FlatBuffer<XMLNamespaceRecord>(capacity: 32)
  /// Texts and attribute values, UTF-8.
  var bytes = FlatBuffer<UInt8>(capacity: 1 << 16)
  var names = XMLNameTable()
  var entities: XMLEntityTable
  /// Attribute declarations of the document type, as a new context is to see them.
  var declarations: [UInt8] = []
  var repairs: [XMLRepair] = []
  /// Repairs made, those counted too that were not kept.
  var repairCount = 0
  var failure: XMLFailure?

  /// Elements open where the parser stands.
  var depth = 0
  var hasRoot = false
  /// Added to libxml2's own counts.
  var offsetBase = 0
  var lineBase = 0
  /// Where the last piece of the document ended that was reported.
  var endOffset = 0
  var endLine = 1
  /// Bytes of the text that the parser stands in.
  private var runBytes = 0
  /// Whether start tags are those of elements already open.
  var isReopening = false
  var isFinishing = false

  init(limits: XMLLimits, firstLine: Int) {
    self.limits = limits
    entities = XMLEntityTable(limits: limits)
    lineBase = firstLine - 1
    endLine = firstLine
  }

  /// The place of the parser in the bytes fed.
  var offset: Int {
    guard let input = context?.pointee.input else { return endOffset }
    return offset(of: input.pointee.cur, in: input)
  }

  /// The line of the parser.
  var line: Int { (context?.pointee.input).map { Int($0.pointee.line) + lineBase } ?? endLine }

  @inline(__always)
  private func offset(of place: InternedName, in input: xmlParserInputPtr) -> Int {
    offsetBase + Int(bitPattern: input.pointee.consumed) + (place - input.pointee.base)
  }

  /// Says where in the document the parser stands.
  mutating func move(line: Int, byteOffset: Int) {
    lineBase += line - self.line
    offsetBase += byteOffset - offset
    endLine = line
    endOffset = byteOffset
  }

  /// Stops at the first error; events before it are still delivered.
  mutating func fail(_ error: XMLError, at offset: Int? = nil) {
    guard failure == nil else { return }
    failure = XMLFailure(error: error, byteOffset: offset ?? self.offset)
    context?.pointee.disableSAX = 1
  }

  /// Empties what the reader has pulled.
  mutating func removeEvents() {
    events.removeAll(keeping: 1 << 14)
    attributes.removeAll(keeping: 1 << 14)
    namespaces.removeAll(keeping: 1 << 10)
    bytes.removeAll(keeping: 1 << 21)
  }

  // MARK: - Events

  /// Where the tag starts whose end the parser has come to, and on which line.
  @inline(__always)
  private func tagPlace(_ input: xmlParserInputPtr) -> (offset: Int, line: Int) {
    let current = input.pointee.cur
    guard let current, let base = input.pointee.base else { return (endOffset, endLine) }
    // As a rule it starts where the last piece ended.
    var start = base + (endOffset - offsetBase - Int(bitPattern: input.pointee.consumed))
    if start < base || start >= current || start.pointee != UInt8(ascii: "<") || depth == 0 {
      start = current - 1
      while start > base, start.pointee != UInt8(ascii: "<") { start -= 1 }
    }
    let newlines = Self.newlines(start, current - start)
    return (offset(of: start, in: input), Int(input.pointee.line) + lineBase - newlines)
  }

  @inline(__always)
  private static func newlines(_ start: InternedName, _ count: Int) -> Int {
    var (place, rest, lines) = (start, count, 0)
    while let found = memchr(place, 0x0A, rest) {
      lines += 1
      let next = UnsafePointer(found.assumingMemoryBound(to: xmlChar.self)) + 1
      rest -= next - place
      place = next
    }
    return lines
  }

  mutating func start(
    _ local: InternedName, _ prefix: InternedName?, _ uri: InternedName?,
    namespaces declared: UnsafeMutableBufferPointer<InternedName?>,
    attributes list: UnsafeMutablePointer<InternedName?>?, count: Int, defaulted: Int
  ) {
    guard failure == nil, let context, let input = context.pointee.input else { return }
    let name = index(local, prefix, uri)
    if isReopening {
      var place = 0
      while place + 1 < declared.count {
        namespaces.append(XMLNamespaceRecord(prefix: declared[place], uri: declared[place + 1]))
        place += 2
      }
      events.append(
        XMLEventRecord(
          kind: .start, depth: Int32(depth), name: name, namespaces: Int32(declared.count / 2),
          line: endLine, offset: endOffset))
      depth += 1
      return
    }
    let place = tagPlace(input)
    guard depth < limits.depth else {
      return fail(.tooDeep(line: place.line, limit: limits.depth), at: place.offset)
    }
    hasRoot = true
    var event = XMLEventRecord(
      kind: .start, depth: Int32(depth), name: name, line: place.line, offset: place.offset,
      first: attributes.count)
    var pair = 0
    while pair + 1 < declared.count {
      namespaces.append(XMLNamespaceRecord(prefix: declared[pair], uri: declared[pair + 1]))
      pair += 2
    }
    event.namespaces = Int32(declared.count / 2)
    if count > 0, let list {
      add(list, count: count, defaulted: defaulted, to: &event, context)
    }
    if names.longest > limits.nameBytes {
      return fail(.tooLong(line: place.line, limit: limits.nameBytes), at: place.offset)
    }
    guard failure == nil else { return }
    events.append(event)
    depth += 1
    runBytes = 0
    endOffset = offset + (input.pointee.cur.pointee == UInt8(ascii: "/") ? 2 : 1)
    endLine = Int(input.pointee.line) + lineBase
  }

  mutating func end(_ local: InternedName, _ prefix: InternedName?, _ uri: InternedName?) {
    guard failure == nil, let input = context?.pointee.input else { return }
    let place = tagPlace(input)
    depth -= 1
    events.append(
      XMLEventRecord(
        kind: .end, depth: Int32(depth), name: index(local, prefix, uri), line: place.line,
        offset: place.offset))
    runBytes = 0
    pass()
  }

  mutating func text(_ characters: InternedName, _ count: Int) {
    guard failure == nil else { return }
    var last = events.count - 1
    if last < 0 || events[last].kind != .text {
      events.append(
        XMLEventRecord(
          kind: .text, depth: Int32(depth), line: endLine, offset: endOffset, first: bytes.count))
      last += 1
    }
    runBytes += count
    if runBytes > limits.textBytes {
      events.base[last].marks.insert(.longText)
    } else {
      bytes.append(characters, count: count)
      events.base[last].count += count
    }
    pass()
  }

  /// A CDATA section or a piece of one; the parser has not passed it yet.
  mutating func section(_ characters: InternedName, _ count: Int) {
    text(characters, count)
    guard failure == nil, let input = context?.pointee.input else { return }
    let end = characters + count
    let isEnd = input.pointee.end - end >= 3 && memcmp(end, "]]>", 3) == 0
    endOffset = offset(of: end, in: input) + (isEnd ? 3 : 0)
    endLine = Int(input.pointee.line) + lineBase + Self.newlines(characters, count)
  }

  /// Notes that what the parser has passed was reported.
  @inline(__always)
  mutating func pass() {
    guard let input = context?.pointee.input else { return }
    endOffset = offset(of: input.pointee.cur, in: input)
    endLine = Int(input.pointee.line) + lineBase
  }
}
