import CLibXML2

/// Parsing an element where it lies.
///
/// What is pushed is copied, and looked through for the end of each tag and text before it is
/// parsed, as more may have to follow. An element that is there as a whole needs neither, nor need
/// anybody know where it ends.
extension XMLContext {
  /// What parsing an element changes in the parser, to be put back where it fails.
  private struct State {
    let names: Int32
    let name: UnsafePointer<xmlChar>?
    let spaces: Int32
    let namespaces: Int32
    let isWellFormed: (Int32, Int32)
    let error: Int32

    init(_ context: xmlParserCtxtPtr) {
      names = context.pointee.nameNr
      name = context.pointee.name
      spaces = context.pointee.spaceNr
      namespaces = context.pointee.nsNr
      isWellFormed = (context.pointee.wellFormed, context.pointee.nsWellFormed)
      error = context.pointee.errNo
    }

    /// Whether the parser stands where it stood.
    func isSame(_ context: xmlParserCtxtPtr) -> Bool {
      context.pointee.nameNr == names && context.pointee.spaceNr == spaces
        && context.pointee.nsNr == namespaces
    }

    func putBack(_ context: xmlParserCtxtPtr) {
      context.pointee.nameNr = names
      context.pointee.name = name
      context.pointee.spaceNr = spaces
      context.pointee.space = spaces > 0 ? context.pointee.spaceTab + Int(spaces - 1) : nil
      context.pointee.nsNr = namespaces
      (context.pointee.wellFormed, context.pointee.nsWellFormed) = isWellFormed
      context.pointee.errNo = error
      context.pointee.disableSAX = 0
    }
  }

  /// Parses an element that lies in memory, without copying it.
  ///
  /// The parser must stand inside an element, with nothing waiting and no events to be pulled. It
  /// stops at the first thing that is wrong.
  /// - Parameters:
  ///   - bytes: The document from the element's first byte on, as far as the element may go; a zero
  ///     must follow, which no element holds, so that the parser goes no further.
  ///   - line: The line it starts in.
  ///   - byteOffset: Where it starts in the document.
  /// - Returns: How many bytes it has. `nil` where it is not well-formed or does not end in these
  ///   bytes: then everything is as it was before, and feeding it tells what is wrong.
  func parseElement(_ bytes: UnsafeRawBufferPointer, line: Int, byteOffset: Int) -> Int? {
    guard let context = sink.pointee.context, let pushed = context.pointee.input,
      context.pointee.instate == XML_PARSER_CONTENT, context.pointee.nameNr > 0,
      context.pointee.inputNr == 1, isUTF8, bytes.count <= Self.slice,
      sink.pointee.names.count <= Self.patience * sink.pointee.limits.names,
      let base = bytes.baseAddress?.assumingMemoryBound(to: xmlChar.self)
    else { return nil }
    let state = State(context)
    let mark = sink.pointee.mark
    var input = xmlParserInput()
    input.base = base
    input.cur = base
    input.end = base + bytes.count
    input.line = Int32(truncatingIfNeeded: line - sink.pointee.lineBase)
    input.col = 1
    input.consumed = CUnsignedLong(bitPattern: byteOffset &- sink.pointee.offsetBase)
    sink.pointee.standAt(line: line, byteOffset: byteOffset)
    sink.pointee.isInPlace = true
    let count = withUnsafeMutablePointer(to: &input) { input in
      context.pointee.input = input
      xmlParseElement(context)
      context.pointee.input = pushed
      return input.pointee.cur - UnsafePointer(base)
    }
    sink.pointee.isInPlace = false
    context.pointee.instate = XML_PARSER_CONTENT
    guard sink.pointee.failure == nil, state.isSame(context), sink.pointee.depth == mark.depth,
      count > 0, base[count - 1] == UInt8(ascii: ">")
    else {
      state.putBack(context)
      sink.pointee.goBack(to: mark)
      return nil
    }
    // As if it had been pushed.
    pushed.pointee.line = input.line
    let passed = Int(bitPattern: pushed.pointee.cur) - Int(bitPattern: pushed.pointee.base)
    pushed.pointee.consumed = CUnsignedLong(
      bitPattern: byteOffset &+ count &- sink.pointee.offsetBase &- passed)
    return count
  }
}
