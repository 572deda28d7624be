import CMD4C
import XMLDocuments

/// Writes the blocks, spans and texts that md4c finds as HTML.
final class MarkdownWriter {
  private var bytes: [UInt8] = []
  private var strikes = MarkdownStrikes()
  private let limit: Int
  /// Total size of the addresses and titles of links and images, in bytes.
  private var addressBytes = 0
  /// Whether the text has HTML of its own.
  private(set) var hasRawHTML = false
  /// Number of open images, whose content is an alternative text.
  private var images = 0

  /// Creates a writer.
  ///
  /// - Parameter limit: Maximum size of the HTML, in bytes, and of all addresses and titles.
  init(limit: Int) { self.limit = limit }

  /// Writes a Markdown text.
  ///
  /// - Parameters:
  ///   - text: The text, and bytes after it.
  ///   - count: Number of bytes of the text.
  /// - Returns: Whether the whole text was written.
  func write(_ text: [UInt8], count: Int) -> Bool {
    var parser = MD_PARSER()
    parser.flags = UInt32(ch_md_github)
    parser.enter_block = { type, detail, writer in
      MarkdownWriter.handle(writer) { $0.enter(type, detail) }
    }
    parser.leave_block = { type, detail, writer in
      MarkdownWriter.handle(writer) { $0.leave(type, detail) }
    }
    parser.enter_span = { type, detail, writer in
      MarkdownWriter.handle(writer) { $0.enter(type, detail) }
    }
    parser.leave_span = { type, _, writer in MarkdownWriter.handle(writer) { $0.leave(type) } }
    parser.text = { type, text, size, writer in
      MarkdownWriter.handle(writer) {
        $0.text(type, UnsafeRawBufferPointer(start: text, count: Int(size)))
      }
    }
    guard let size = UInt32(exactly: count) else { return false }
    let result = text.withUnsafeBytes { bytes in
      md_parse(
        bytes.bindMemory(to: CChar.self).baseAddress, size, &parser,
        Unmanaged.passUnretained(self).toOpaque())
    }
    return result == 0
  }

  /// Handles an event of md4c.
  ///
  /// - Returns: 0, or 1 to stop md4c at the limit.
  private static func handle(
    _ writer: UnsafeMutableRawPointer?, _ event: (MarkdownWriter) -> Void
  ) -> Int32 {
    guard let writer else { return 1 }
    let own = Unmanaged<MarkdownWriter>.fromOpaque(writer).takeUnretainedValue()
    // md4c does not stop within a row of a table.
    if !own.isFull { event(own) }
    return own.isFull ? 1 : 0
  }

  private var isFull: Bool { max(bytes.count, addressBytes) > limit }

  /// The HTML of the text that was written.
  var html: String { String(decoding: strikes.applied(to: bytes), as: UTF8.self) }

  // MARK: - Blocks

  private func enter(_ block: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) {
    strikes.endBlock()
    switch block {
    case MD_BLOCK_OL:
      let start = detail?.load(as: MD_BLOCK_OL_DETAIL.self).start ?? 1
      add(start == 1 ? "<ol>\n" : "<ol start=\"\(start)\">\n")
    case MD_BLOCK_LI:
      guard let item = detail?.load(as: MD_BLOCK_LI_DETAIL.self), item.is_task != 0 else {
        return add("<li>")
      }
      // A checkbox gives no text. Every font has the characters of its Markdown.
      add("<li style=\"list-style: none\">\(item.task_mark == 0x20 ? "[ ]" : "[x]") ")
    default:
      if let name = Self.name(block, detail) { add("<\(name)>") }
      if block == MD_BLOCK_CODE { add("<code>") }
    }
  }

  private func leave(_ block: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) {
    // No image continues after its block, even if md4c did not report its end.
    images = 0
    strikes.endBlock()
    if block == MD_BLOCK_CODE { add("</code>") }
    if block != MD_BLOCK_HR, let name = Self.name(block, detail) { add("</\(name)>\n") }
  }

  /// The name of the element of a block, or `nil` for blocks without an element of their own.
  private static func name(_ block: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> String? {
    switch block {
    case MD_BLOCK_QUOTE: "blockquote"
    case MD_BLOCK_UL: "ul"
    case MD_BLOCK_OL: "ol"
    case MD_BLOCK_LI: "li"
    case MD_BLOCK_HR: "hr"
    case MD_BLOCK_H: "h\(detail?.load(as: MD_BLOCK_H_DETAIL.self).level ?? 1)"
    case MD_BLOCK_CODE: "pre"
    case MD_BLOCK_P: "p"
    case MD_BLOCK_TABLE: "table"
    case MD_BLOCK_THEAD: "thead"
    case MD_BLOCK_TBODY: "tbody"
    case MD_BLOCK_TR: "tr"
    case MD_BLOCK_TH: "th"
    case MD_BLOCK_TD: "td"
    default: nil
    }
  }

  // MARK: - Spans

  private func enter(_ span: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) {
    if span == MD_SPAN_IMG {
      if images == 0, let image = detail?.load(as: MD_SPAN_IMG_DETAIL.self) {
        addressBytes += Int(image.title.size)
        add("<img src=\"")
        add(address: image.src)
        add("\">")
      }
      images += 1
    }
    guard images == 0 else { return }
    strikes.enterSpan()
    if span == MD_SPAN_A, let link = detail?.load(as: MD_SPAN_A_DETAIL.self) {
      addressBytes += Int(link.title.size)
      add("<a href=\"")
      add(address: link.href)
      add("\">")
    } else if let name = Self.name(span) {
      add("<\(name)>")
    }
  }

  private func leave(_ span: MD_SPANTYPE) {
    if span == MD_SPAN_IMG {
      images = max(0, images - 1)
      strikes.consumeOther()
    } else if images == 0 {
      strikes.leaveSpan()
      if let name = Self.name(span) { add("</\(name)>") }
    }
  }

  private static func name(_ span: MD_SPANTYPE) -> String? {
    switch span {
    case MD_SPAN_EM: "em"
    case MD_SPAN_STRONG: "strong"
    case MD_SPAN_A: "a"
    case MD_SPAN_CODE: "code"
    default: nil
    }
  }

  // MARK: - Text

  private func text(_ type: MD_TEXTTYPE, _ text: UnsafeRawBufferPointer) {
    guard images == 0 else { return }
    switch type {
    case MD_TEXT_BR, MD_TEXT_SOFTBR: strikes.breakLine(at: bytes.count)
    case MD_TEXT_NORMAL: break
    default: strikes.consumeOther()
    }
    if type == MD_TEXT_HTML { hasRawHTML = true }
    switch type {
    case MD_TEXT_NULLCHAR: add("\u{FFFD}")
    case MD_TEXT_BR: add("<br>\n")
    case MD_TEXT_SOFTBR: add("\n")
    case MD_TEXT_ENTITY, MD_TEXT_HTML: bytes.append(contentsOf: text)
    default:
      for (index, byte) in text.enumerated() {
        if type == MD_TEXT_NORMAL { strikes.consume(text, at: index, written: bytes.count) }
        switch byte {
        case UInt8(ascii: "<"): add("&lt;")
        case UInt8(ascii: "&"): add("&amp;")
        case 0: add("\u{FFFD}")
        default: bytes.append(byte)
        }
      }
    }
  }

  /// Adds an address, with the characters that no address has written as `%` and their bytes.
  private func add(address: MD_ATTRIBUTE) {
    addressBytes += Int(address.size)
    guard let text = address.text, addressBytes <= limit else { return }
    let all = UnsafeRawBufferPointer(start: text, count: Int(address.size))
    var part = 0
    while address.substr_offsets[part] < address.size {
      let range = Int(address.substr_offsets[part])..<Int(address.substr_offsets[part + 1])
      let piece = UnsafeRawBufferPointer(rebasing: all[range])
      switch address.substr_types[part] {
      case MD_TEXT_NULLCHAR: addEncoded("\u{FFFD}".utf8)
      case MD_TEXT_ENTITY:
        addEncoded(HTMLCharacterReference.decode(String(decoding: piece, as: UTF8.self)).utf8)
      default: addEncoded(piece)
      }
      part += 1
    }
  }

  private func addEncoded(_ text: some Sequence<UInt8>) {
    for byte in text {
      if byte == UInt8(ascii: "&") {
        add("&amp;")
      } else if Self.isKept(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Self.digit(byte >> 4))
        bytes.append(Self.digit(byte & 15))
      }
    }
  }

  /// Whether an address may have a byte as it is: a letter, a digit, `%`, or punctuation of RFC 3986
  /// except brackets.
  private static func isKept(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "%"),
      UInt8(ascii: "'")...UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ";"),
      UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private func add(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
