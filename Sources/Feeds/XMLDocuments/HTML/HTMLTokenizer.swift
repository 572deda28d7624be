/// A token of HTML: text, a tag, a comment or a document type.
enum HTMLToken {
  /// Characters in UTF-8.
  ///
  /// Adjacent text may be divided into several tokens. A NUL that the standard does not replace in
  /// the tokenizer is a separate token.
  case text(ArraySlice<UInt8>)
  case startTag(HTMLStartTag)
  case endTag(name: String)
  case comment(ArraySlice<UInt8>)
  case doctype(HTMLDoctype)
}

/// A start tag, with its name in lower case.
struct HTMLStartTag {
  var name: String
  var attributes = HTMLAttributes()
  var isSelfClosing = false
}

/// A document type, with its name in lower case.
struct HTMLDoctype {
  var name: String?
  var publicIdentifier: ArraySlice<UInt8>?
  var systemIdentifier: ArraySlice<UInt8>?
  var forcesQuirks = false
}

/// Divides HTML of any quality into tokens, in time proportional to its length.
///
/// Source: HTML standard, section 13.2.5. `State` lacks the states inside a tag, a comment or a
/// document type, because the functions that read these constructs never go back.
struct HTMLTokenizer {
  /// The standard's states between tags, and in elements whose text is not parsed as markup.
  enum State {
    case data, rcdata, rawText, scriptData, plainText, cdataSection
  }

  var state = State.data
  /// The name of the last start tag; its end tag ends raw text.
  var lastStartTag = ""
  /// Whether `<![CDATA[` begins a section, as in SVG and MathML.
  var allowsCDATA = false
  /// Whether attributes beyond the limit were omitted.
  private(set) var isCut = false
  /// The text in UTF-8; each CR LF and each lone CR is replaced by LF, as HTML requires.
  private let bytes: [UInt8]
  private let attributeLimit: Int
  private var offset = 0

  var count: Int { bytes.count }

  /// Creates a tokenizer at the start of a text.
  init(_ text: String, attributeLimit: Int = .max) {
    let written = Array(text.utf8)
    var last: UInt8 = 0
    bytes =
      written[...].firstIndex(ofByte: 0x0D) == nil
      ? written
      : written.compactMap { byte in
        defer { last = byte }
        if byte == 0x0D { return 0x0A }
        return byte == 0x0A && last == 0x0D ? nil : byte
      }
    self.attributeLimit = attributeLimit
  }

  /// The next token, or `nil` at the end.
  mutating func next() -> HTMLToken? {
    while offset < bytes.count {
      if let token = step() { return token }
    }
    return nil
  }

  /// Reads a token; returns `nil` after a construct that gives no token, such as `</>`.
  private mutating func step() -> HTMLToken? {
    let isOpen = bytes[offset] == UInt8(ascii: "<")
    switch state {
    case .data: if isOpen, beginsMarkup() { return markup() }
    case .rcdata, .rawText:
      if isOpen, isRawTextEnd(at: offset) {
        state = .data
        return tag()
      }
    case .scriptData:
      let end = scriptEnd()
      if end == offset {
        state = .data
        return tag()
      }
      defer { offset = end }
      return .text(Self.withoutNULs(bytes[offset..<end]))
    case .plainText:
      defer { offset = bytes.count }
      return .text(Self.withoutNULs(bytes[offset...]))
    case .cdataSection:
      if starts("]]>", at: offset) {
        state = .data
        offset += 3
        return nil
      }
    }
    return text()
  }

  /// Reads a character reference, a NUL, or a run of other characters.
  private mutating func text() -> HTMLToken {
    let start = offset
    switch bytes[offset] {
    case UInt8(ascii: "&") where state == .data || state == .rcdata:
      guard let reference = HTMLCharacterReference(bytes[offset...]) else { break }
      offset += reference.length
      return .text(ArraySlice(reference.text.utf8))
    case 0:
      offset += 1
      let isKept = state == .data || state == .cdataSection
      return .text(isKept ? bytes[start..<offset] : Self.replacement[...])
    default: break
    }
    // The first character is always text, even if it is a delimiter.
    if state == .cdataSection {
      repeat {
        offset += 1
      } while offset < bytes.count && bytes[offset] != UInt8(ascii: "]")
        && bytes[offset] != UInt8(ascii: "&") && bytes[offset] != 0
    } else {
      offset = bytes.withUnsafeBytes { $0.endOfHTMLText(from: start + 1) }
    }
    return .text(bytes[start..<offset])
  }

  // MARK: - Markup

  /// Whether the `<` at `offset` begins markup.
  private func beginsMarkup() -> Bool {
    switch byte(offset + 1) {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): true
    case UInt8(ascii: "/"): offset + 2 < bytes.count
    case let next?: Self.isLetter(next)
    case nil: false
    }
  }

  private mutating func markup() -> HTMLToken? {
    let isEnd = bytes[offset + 1] == UInt8(ascii: "/")
    if let first = byte(offset + (isEnd ? 2 : 1)), Self.isLetter(first) { return tag() }
    if starts("<!--", at: offset) {
      offset += 4
      return comment()
    }
    if starts("<!doctype", at: offset) {
      offset += 9
      return .doctype(doctype())
    }
    // `CDATA` must be written in capitals.
    if allowsCDATA, bytes[offset...].starts(with: "<![CDATA[".utf8) {
      offset += 9
      state = .cdataSection
      return nil
    }
    if starts("</>", at: offset) {
      offset += 3
      return nil
    }
    return bogusComment()
  }

  /// Reads a comment, from the bytes after `<!--`.
  private mutating func comment() -> HTMLToken {
    let start = offset
    for empty in [">", "->"] where starts(empty, at: start) {
      offset += empty.utf8.count
      return .comment([])
    }
    while let dashes = firstDashes() {
      for end in [">", "!>"] where starts(end, at: dashes + 2) {
        offset = dashes + 2 + end.utf8.count
        return .comment(Self.withoutNULs(bytes[start..<dashes]))
      }
      offset = dashes + 1
    }
    // At the end of the text, an incomplete `-->` or `--!>` is not part of the comment.
    offset = bytes.count
    var text = bytes[start...]
    if let end = ["--!", "--", "-"].first(where: {
      text.suffix($0.utf8.count).elementsEqual($0.utf8)
    }) {
      text.removeLast(end.utf8.count)
    }
    return .comment(Self.withoutNULs(text))
  }

  /// Reads a bogus comment, from its `<` through the next `>`.
  ///
  /// The comment's text begins after `<!` or `</`, or at the `?` of `<?`.
  private mutating func bogusComment() -> HTMLToken {
    offset += bytes[offset + 1] == UInt8(ascii: "?") ? 1 : 2
    let start = offset
    skip { $0 != UInt8(ascii: ">") }
    defer { offset += 1 }
    return .comment(Self.withoutNULs(bytes[start..<offset]))
  }

  /// Reads a tag, from its `<`; returns `nil` if the text ends inside the tag.
  private mutating func tag() -> HTMLToken? {
    let isEnd = bytes[offset + 1] == UInt8(ascii: "/")
    offset += isEnd ? 2 : 1
    let start = offset
    skip { !Self.isSpace($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
    var tag = HTMLStartTag(name: Self.name(bytes[start..<offset]))
    var names: Set<String> = []
    while true {
      skip { Self.isSpace($0) }
      guard let next = byte(offset) else { return nil }
      if next == UInt8(ascii: ">") { break }
      if next == UInt8(ascii: "/") {
        offset += 1
        tag.isSelfClosing = byte(offset) == UInt8(ascii: ">")
        continue
      }
      // The attributes of an end tag are ignored.
      let attribute = attribute()
      if !isEnd, !tag.attributes.add(attribute, limit: attributeLimit, names: &names) {
        isCut = true
      }
    }
    offset += 1
    if isEnd { return .endTag(name: tag.name) }
    lastStartTag = tag.name
    return .startTag(tag)
  }

  /// Reads an attribute, from the first character of its name, which may be `=`.
  private mutating func attribute() -> HTMLAttribute {
    let start = offset
    offset += 1
    skip {
      !Self.isSpace($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">")
        && $0 != UInt8(ascii: "=")
    }
    let name = Self.name(bytes[start..<offset])
    skip { Self.isSpace($0) }
    guard byte(offset) == UInt8(ascii: "=") else { return HTMLAttribute(name: name, value: []) }
    offset += 1
    skip { Self.isSpace($0) }
    switch byte(offset) {
    case UInt8(ascii: ">"): return HTMLAttribute(name: name, value: [])
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return HTMLAttribute(name: name, value: quoted().text)
    default:
      let start = offset
      skip { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
      return HTMLAttribute(name: name, value: Self.withoutNULs(bytes[start..<offset]))
    }
  }

  /// Reads a quoted text from its opening quotation mark.
  ///
  /// - Parameter end: A byte that also ends the text, and is not consumed.
  /// - Returns: The text, and whether its closing quotation mark was found.
  private mutating func quoted(
    orUntil end: UInt8? = nil
  ) -> (text: ArraySlice<UInt8>, isClosed: Bool) {
    let quote = bytes[offset]
    offset += 1
    let start = offset
    skip { $0 != quote && $0 != end }
    let text = Self.withoutNULs(bytes[start..<offset])
    guard byte(offset) == quote else { return (text, false) }
    offset += 1
    return (text, true)
  }

  /// Reads a document type after its keyword through its `>`.
  private mutating func doctype() -> HTMLDoctype {
    var doctype = HTMLDoctype()
    doctype.forcesQuirks = !readIdentifiers(of: &doctype)
    skip { $0 != UInt8(ascii: ">") }
    offset += 1
    return doctype
  }

  /// Reads the name and the identifiers of a document type.
  ///
  /// - Returns: `false` if the document type is incomplete or invalid.
  private mutating func readIdentifiers(of doctype: inout HTMLDoctype) -> Bool {
    skip { Self.isSpace($0) }
    let start = offset
    skip { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
    guard offset > start else { return false }
    doctype.name = Self.name(bytes[start..<offset])
    skip { Self.isSpace($0) }
    if byte(offset) == UInt8(ascii: ">") { return true }
    let isPublic = starts("public", at: offset)
    guard isPublic || starts("system", at: offset) else { return false }
    offset += 6
    skip { Self.isSpace($0) }
    guard beginsQuotation else { return false }
    if isPublic {
      let identifier = quoted(orUntil: UInt8(ascii: ">"))
      doctype.publicIdentifier = identifier.text
      guard identifier.isClosed else { return false }
      skip { Self.isSpace($0) }
      if byte(offset) == UInt8(ascii: ">") { return true }
      guard beginsQuotation else { return false }
    }
    let identifier = quoted(orUntil: UInt8(ascii: ">"))
    doctype.systemIdentifier = identifier.text
    skip { Self.isSpace($0) }
    return identifier.isClosed && offset < bytes.count
  }

  private var beginsQuotation: Bool {
    byte(offset) == UInt8(ascii: "\"") || byte(offset) == UInt8(ascii: "'")
  }

  // MARK: - Raw text

  /// Whether a `<`, at a byte index, begins the end tag of the element whose raw text is being
  /// read.
  private func isRawTextEnd(at offset: Int) -> Bool {
    byte(offset + 1) == UInt8(ascii: "/") && !lastStartTag.isEmpty
      && isTagName(lastStartTag, at: offset + 2)
  }

  /// Whether the tag name `name` begins at a byte index, in upper or lower case, and white space, `/`
  /// or `>` follows it.
  private func isTagName(_ name: String, at offset: Int) -> Bool {
    guard starts(name, at: offset), let next = byte(offset + name.utf8.count) else { return false }
    return Self.isSpace(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: ">")
  }

  /// The byte index at which the text of a script ends: at its end tag, or at the end of the
  /// document.
  ///
  /// End tags of nested scripts between `<!--` and `-->` are skipped.
  private func scriptEnd() -> Int {
    var isEscaped = false
    var isDoubleEscaped = false
    var index = offset
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"):
        if isDoubleEscaped {
          if byte(index + 1) == UInt8(ascii: "/"), isTagName("script", at: index + 2) {
            isDoubleEscaped = false
          }
        } else if isRawTextEnd(at: index) {
          return index
        } else if isEscaped {
          isDoubleEscaped = isTagName("script", at: index + 1)
        } else if starts("!--", at: index + 1) {
          isEscaped = true
          index += 3
        }
      case UInt8(ascii: ">") where isEscaped:
        if bytes[index - 1] == UInt8(ascii: "-"), bytes[index - 2] == UInt8(ascii: "-") {
          isEscaped = false
          isDoubleEscaped = false
        }
      default: break
      }
      index += 1
    }
    return index
  }

  // MARK: - Bytes

  private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Skips bytes until a condition is not met.
  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while offset < bytes.count, isSkipped(bytes[offset]) { offset += 1 }
  }

  /// Whether a word is at a byte index, in upper or lower case.
  ///
  /// - Parameter word: The word in lower case.
  private func starts(_ word: String, at offset: Int) -> Bool {
    guard offset + word.utf8.count <= bytes.count else { return false }
    var offset = offset
    for letter in word.utf8 {
      let byte = bytes[offset]
      guard letter == (byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) else { return false }
      offset += 1
    }
    return true
  }

  /// The byte index of the next two dashes; `nil` if there are none.
  private func firstDashes() -> Int? {
    var index = offset
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == UInt8(ascii: "-") { return index }
      index += 1
    }
    return nil
  }

  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// A name, with ASCII letters in lower case and each NUL replaced by U+FFFD.
  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    let isPlain = !bytes.contains { $0 == 0 || ($0 >= 0x41 && $0 <= 0x5A) }
    if isPlain { return String(decoding: bytes, as: UTF8.self) }
    let lower = withoutNULs(bytes).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return String(decoding: lower, as: UTF8.self)
  }

  /// A text, with each NUL replaced by U+FFFD.
  private static func withoutNULs(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.contains(0) else { return bytes }
    var result: [UInt8] = []
    for byte in bytes {
      if byte == 0 { result += replacement } else { result.append(byte) }
    }
    return result[...]
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0C
  }
}
