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
  /// How many of them there are.
  var declaredAttributes = 0
  var repairs: [XMLRepair] = []
  /// Repairs made, those counted too that were not kept.
  var repairCount = 0
  var failure: XMLFailure?

  /// Elements open where the parser stands.
  var depth = 0
  /// Their names.
  var path = FlatBuffer<Int32>(capacity: 256)
  var hasRoot = false
  /// Added to libxml2's own counts.
  var offsetBase = 0
  var lineBase = 0
  /// Where the last piece of the document ended that was reported.
  var endOffset = 0
  var endLine = 1
  /// Where the last start tag starts, for the end of an empty element.
  var lastStart = (offset: 0, line: 0)
  /// Bytes of the text that the parser stands in.
  var runBytes = 0
  /// Whether start tags are those of elements already open.
  var isReopening = false
  var isFinishing = false
  /// Whether an element is parsed where it lies, which stops at its first error.
  var isInPlace = false
  /// Where the last piece of a section ended, if in a carriage return; else below 0.
  var returnEnd = -1
  /// Bytes of UTF-8's mark seen so far; negative where none is looked for.
  var markBytes = -1

  init(limits: XMLLimits, firstLine: Int) {
    self.limits = limits
    entities = XMLEntityTable(limits: limits)
    lineBase = firstLine - 1
    endLine = firstLine
    current = XMLEventRecord(kind: .none, depth: 0, line: firstLine, offset: 0)
  }

  /// The place of the parser in the bytes fed.
  var offset: Int {
    guard let input = context?.pointee.input else { return endOffset }
    return offset(of: input.pointee.cur, in: input)
  }

  /// The line of the parser.
  var line: Int { (context?.pointee.input).map { Int($0.pointee.line) + lineBase } ?? endLine }

  @inline(__always)
  func offset(of place: InternedName, in input: xmlParserInputPtr) -> Int {
    offsetBase &+ Int(bitPattern: input.pointee.consumed)
      &+ (Int(bitPattern: place) &- Int(bitPattern: input.pointee.base))
  }

  /// Forgets what was open and what went wrong, before a new context.
  mutating func reset() {
    removeEvents()
    names.removeAll()
    path.truncate(to: 0)
    depth = 0
    returnEnd = -1
    failure = nil
  }

  /// Stops at the first error; events before it are still delivered.
  mutating func fail(_ error: XMLError, at offset: Int? = nil) {
    guard failure == nil else { return }
    failure = XMLFailure(error: error, byteOffset: offset ?? self.offset)
    context?.pointee.disableSAX = 1
    haltInPlace()
  }

  /// Stops a parser that has failed in place; libxml2 goes on at some errors, without events, and
  /// what comes then is asked again.
  func haltInPlace() {
    if isInPlace, failure != nil { context?.pointee.instate = XML_PARSER_EOF }
  }

  /// Empties what the reader has pulled.
  mutating func removeEvents() {
    events.removeAll(keeping: 1 << 14)
    attributes.removeAll(keeping: 1 << 14)
    namespaces.removeAll(keeping: 1 << 10)
    bytes.removeAll(keeping: 1 << 21)
  }

  // MARK: - The reader's place

  /// What the reader stands on.
  var current: XMLEventRecord
  /// The event after it.
  var cursor = 0
  /// The elements open around the current event, and itself where it is one.
  var open = FlatBuffer<XMLOpenElement>(capacity: 64)
  /// The namespaces that they declare.
  var openNamespaces = FlatBuffer<XMLNamespaceRecord>(capacity: 64)
  /// Declarations of waiting events that are already taken.
  var namespacesTaken = 0
  /// Base URIs in force, the innermost last, each with the depth of the element that says it.
  var bases: [(depth: UInt16, value: String)] = []
  var languages: [(depth: UInt16, value: String)] = []
  /// The depth of the innermost element that says either; below 0 where none does.
  var scopeDepth = -1

  // MARK: - Events

  /// Where the tag starts whose end the parser has come to, and on which line.
  @inline(__always)
  func tagPlace(_ input: xmlParserInputPtr) -> (offset: Int, line: Int) {
    let current = input.pointee.cur
    guard let current, let base = input.pointee.base, current > base else {
      return (endOffset, endLine)
    }
    // As a rule it starts where the last piece ended.
    let distance = offset(of: current, in: input) &- endOffset
    if distance == 0 { return lastStart }
    var start = current
    if distance > 0, distance <= current - base, depth > 0,
      (current - distance).pointee == UInt8(ascii: "<")
    {
      // Most tags stand on one line.
      if Int(input.pointee.line) &+ lineBase == endLine { return (endOffset, endLine) }
      start -= distance
    } else {
      repeat { start -= 1 } while start > base && start.pointee != UInt8(ascii: "<")
    }
    let newlines = Self.newlines(start, current - start)
    return (offset(of: start, in: input), Int(input.pointee.line) &+ lineBase &- newlines)
  }

  @inline(__always)
  static func newlines(_ start: InternedName, _ count: Int) -> Int {
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
    // Elements opened again stand nowhere.
    let place = isReopening ? (offset: endOffset, line: endLine) : tagPlace(input)
    lastStart = place
    guard depth < limits.depth else {
      return fail(.tooDeep(line: place.line, limit: limits.depth), at: place.offset)
    }
    hasRoot = true
    var event = XMLEventRecord(
      kind: .start, depth: depth, line: place.line, offset: place.offset)
    event.name = name
    event.first = UInt32(truncatingIfNeeded: attributes.count)
    if declared.count > 0 { add(declared, to: &event) }
    if count > 0, let list {
      add(list, count: count, defaulted: defaulted, to: &event, context)
    }
    if names.longest > limits.nameBytes {
      return fail(.tooLong(line: place.line, limit: limits.nameBytes), at: place.offset)
    }
    guard failure == nil else { return }
    events.append(event)
    path.append(name)
    depth &+= 1
    runBytes = 0
    if isReopening { return }
    pass()
    endOffset &+= input.pointee.cur.pointee == UInt8(ascii: "/") ? 2 : 1
  }

  mutating func end() {
    guard failure == nil, depth > 0, let input = context?.pointee.input else { return }
    let place = tagPlace(input)
    depth &-= 1
    var event = XMLEventRecord(kind: .end, depth: depth, line: place.line, offset: place.offset)
    event.name = path[depth]
    path.truncate(to: depth)
    events.append(event)
    runBytes = 0
    pass()
  }

  mutating func text(_ characters: InternedName, _ count: Int) {
    guard failure == nil else { return }
    var last = events.count - 1
    if last < 0 || events[last].kind != .text {
      var event = XMLEventRecord(kind: .text, depth: depth, line: endLine, offset: endOffset)
      event.first = UInt32(truncatingIfNeeded: bytes.count)
      events.append(event)
      last += 1
    }
    runBytes &+= count
    if runBytes > limits.textBytes {
      events.base[last].marks.insert(.longText)
    } else {
      bytes.append(characters, count: count)
      events.base[last].count &+= UInt32(truncatingIfNeeded: count)
    }
    guard let input = context?.pointee.input, let current = input.pointee.cur else { return }
    // Where the text is a piece of the input, the parser has not passed it yet.
    endOffset = offset(of: current == characters ? characters + count : current, in: input)
    endLine = Int(input.pointee.line) &+ lineBase
  }

  /// Notes that what the parser has passed was reported.
  @inline(__always)
  mutating func pass() {
    guard let input = context?.pointee.input else { return }
    endOffset = offset(of: input.pointee.cur, in: input)
    endLine = Int(input.pointee.line) &+ lineBase
  }
}
