import XMLDocuments

/// The HTML of a title or name, in which tags that are not markup are text.
///
/// Many feeds escape a title once instead of twice, so that `The <video> element` arrives as HTML.
/// An element is markup only if it has an end tag. Other tags stay as they are written, because a
/// browser would drop them, and for some elements the rest of the title too.
struct TitleMarkup {
  /// The HTML, whose tags are all markup.
  let html: String

  /// A construct that begins with `<`.
  private struct Tag {
    let range: Range<Int>
    /// The name in lower case; empty for comments and sections.
    var name = ""
    var isEnd = false
    var hasAttributes = false
    /// Whether the tag is markup; otherwise it is text.
    var isMarkup = false
    /// Number of bytes that are neither white space nor in tags, from the start of the title to the
    /// tag.
    var textBefore = 0
    /// The index of the element's end tag, or `nil`.
    var end: Int?
  }

  /// Decides which tags of a title are markup, in time proportional to its length.
  init(_ title: String) {
    let bytes = Array(title.utf8)
    guard bytes.contains(UInt8(ascii: "<")), !Self.isDocument(title) else {
      html = title
      return
    }
    var scanner = Scanner(bytes)
    var tags = scanner.tags()
    Self.match(&tags)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    var offset = 0
    for tag in tags {
      result += bytes[offset..<tag.range.lowerBound]
      offset = tag.range.lowerBound
      if tag.isMarkup {
        // The marks of a CDATA section are omitted, because HTML does not know them.
        if tag.name != Scanner.section { result += bytes[tag.range] }
        offset = tag.range.upperBound
      } else {
        result += "&lt;".utf8
        offset += 1
      }
    }
    html = String(decoding: result + bytes[offset...], as: UTF8.self)
  }

  /// Whether a title is a whole page.
  private static func isDocument(_ title: String) -> Bool {
    let start = title.trimmed.prefix(256).lowercased()
    guard start.hasPrefix("<!doctype"), let end = start.firstIndex(of: ">") else { return false }
    return start[start.index(after: end)...].trimmed.hasPrefix("<html")
  }

  /// Finds the end tag of each start tag, and marks the tags that are markup.
  private static func match(_ tags: inout [Tag]) {
    var open: [String: [Int]] = [:]
    for index in tags.indices where !tags[index].isMarkup && !tags[index].name.isEmpty {
      let name = tags[index].name
      if !tags[index].isEnd {
        open[name, default: []].append(index)
      } else if let start = open[name]?.popLast() {
        tags[start].end = index
      }
    }
    var index = 0
    while index < tags.count {
      defer { index += 1 }
      guard let end = tags[index].end else { continue }
      if let tag = HTMLTag(rawValue: tags[index].name), ElementStyle(tag).isHidden {
        // HTML does not show the text of the element, so the title would lose it. With attributes, or
        // with elements only, it is not written to be read.
        let hasText = tags[end].textBefore > tags[index].textBefore
        guard tags[index].hasAttributes || (!hasText && end > index + 1) else { continue }
        for inner in index...end { tags[inner].isMarkup = true }
        index = end
      } else {
        tags[index].isMarkup = true
        tags[end].isMarkup = true
      }
    }
  }
}

extension TitleMarkup {
  /// Finds the constructs that HTML does not read as text.
  private struct Scanner {
    /// The name that stands for the start and the end of a CDATA section.
    static let section = "![CDATA["

    private let bytes: [UInt8]
    private var offset = 0
    private var textCount = 0
    /// Number of open CDATA sections.
    private var sections = 0
    /// Whether the rest of the title has no end of a comment; then it is not searched again.
    private var lacksCommentEnd = false
    /// The quotation marks that the rest of the title lacks.
    private var missingQuotes: Set<UInt8> = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func tags() -> [Tag] {
      var tags: [Tag] = []
      while offset < bytes.count {
        if var tag = tag() {
          tag.textBefore = textCount
          if tag.name.isEmpty, !tag.isMarkup { textCount += 1 }
          offset = tag.range.upperBound
          tags.append(tag)
        } else {
          if !isSpace(bytes[offset]) { textCount += 1 }
          offset += 1
        }
      }
      return tags
    }

    /// The construct that begins here, or `nil` for a character of the text.
    private mutating func tag() -> Tag? {
      let rest = bytes[offset...]
      if sections > 0, rest.starts(with: "]]>".utf8) {
        sections -= 1
        return Tag(range: offset..<offset + 3, name: Self.section, isEnd: true)
      }
      guard bytes[offset] == UInt8(ascii: "<"), offset + 1 < bytes.count else { return nil }
      let next = bytes[offset + 1]
      if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") { return declaration(rest) }
      let isEnd = next == UInt8(ascii: "/")
      guard isEnd || (next | 0x20) &- 0x61 < 26 else { return nil }
      let text = Tag(range: offset..<offset + 1)
      let name = bytes[(offset + (isEnd ? 2 : 1))...].prefix(while: Self.isName)
      guard let first = name.first, (first | 0x20) &- 0x61 < 26, name.endIndex < bytes.count,
        let end = tagEnd(from: name.endIndex)
      else { return text }
      var tag = Tag(range: offset..<end, name: String(decoding: name, as: UTF8.self).lowercased())
      tag.isEnd = isEnd
      tag.hasAttributes = bytes[name.endIndex..<(end - 1)].contains {
        !isSpace($0) && $0 != UInt8(ascii: "/")
      }
      switch HTMLTag(rawValue: tag.name) {
      case .br, .wbr: tag.isMarkup = true
      // Such an element has an address; without one, the title is about the element.
      case .img, .embed: tag.isMarkup = tag.hasAttributes
      default: break
      }
      return tag
    }

    /// A comment or the start of a CDATA section; other declarations are text.
    private mutating func declaration(_ rest: ArraySlice<UInt8>) -> Tag {
      if rest.starts(with: "<![CDATA[".utf8) {
        sections += 1
        return Tag(range: offset..<offset + 9, name: Self.section)
      }
      if rest.starts(with: "<!--".utf8), !lacksCommentEnd {
        var end = offset + 2
        while end + 2 < bytes.count {
          if bytes[end + 2] == UInt8(ascii: ">"), bytes[end] == 0x2D, bytes[end + 1] == 0x2D {
            return Tag(range: offset..<end + 3, isMarkup: true)
          }
          end += 1
        }
        lacksCommentEnd = true
      }
      return Tag(range: offset..<offset + 1)
    }

    /// The index after the `>` of a tag, or `nil` if the tag has none before the next `<`.
    private mutating func tagEnd(from start: Int) -> Int? {
      var offset = start
      while offset < bytes.count {
        let byte = bytes[offset]
        offset += 1
        if byte == UInt8(ascii: ">") { return offset }
        if byte == UInt8(ascii: "<") { return nil }
        guard byte == UInt8(ascii: "="), offset < bytes.count else { continue }
        let quote = bytes[offset]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
        guard !missingQuotes.contains(quote),
          let close = bytes[(offset + 1)...].firstIndex(of: quote)
        else {
          missingQuotes.insert(quote)
          return nil
        }
        offset = close + 1
      }
      return nil
    }

    private static func isName(_ byte: UInt8) -> Bool {
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "_")
    }
  }
}
