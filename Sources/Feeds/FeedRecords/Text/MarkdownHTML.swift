import XMLDocuments

/// Converts Markdown to HTML, which then becomes text in the same way as any HTML.
///
/// The HTML has the elements that CommonMark specifies, and the elements of GitHub's extensions.
/// Titles, classes and alternative texts are omitted, because they give no text. A span of md4c
/// that ends before it begins gives an end tag, which the HTML parser ignores.
package struct MarkdownHTML {
  /// The HTML.
  package let html: String
  /// Whether the Markdown was truncated at a limit.
  package let isCut: Bool
  /// Whether the Markdown has HTML of its own.
  package let hasRawHTML: Bool

  /// HTML of at most this many times the limit of the Markdown is written.
  private static let expansion = 16
  /// Number of bytes after the Markdown, because md4c may read a little beyond its end.
  private static let padding = 64

  /// Converts Markdown of any quality.
  package init(_ markdown: String, limits: FeedLimits) {
    var bytes = Array(markdown.utf8.prefix(limits.markdownBytes + 1))
    let start = MarkdownStart(bytes[...], bytes: limits.markdownBytes, depth: limits.xml.depth)
    bytes.removeSubrange(start.end...)
    bytes.append(contentsOf: repeatElement(0, count: Self.padding))
    let size = limits.markdownBytes.multipliedReportingOverflow(by: Self.expansion)
    let writer = MarkdownWriter(limit: size.overflow ? .max : size.partialValue)
    let isWhole = writer.write(bytes, count: start.end)
    html = writer.html
    isCut = start.isCut || !isWhole
    hasRawHTML = writer.hasRawHTML
  }
}

/// The part of a Markdown text that is converted.
private struct MarkdownStart {
  /// The byte offset of the end of the part.
  var end: Int
  /// Whether the part is not the whole text.
  var isCut: Bool

  /// Finds the part: at most `limit` bytes, and no line that opens more than `depth` quotes and
  /// lists.
  ///
  /// HTML of such a line is too deep, and md4c compares the lines after it with each of its quotes
  /// and lists.
  init(_ text: ArraySlice<UInt8>, bytes limit: Int, depth: Int) {
    end = text.count
    isCut = end > limit
    if isCut {
      end = limit
      // The text is never truncated inside a character.
      while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    }
    var line = 0
    while line < end {
      if Self.marks(text[line..<end]) > depth {
        (end, isCut) = (line, true)
        return
      }
      line = (text[line..<end].firstIndex(of: 0x0A) ?? end) + 1
    }
  }

  /// Number of quotes and lists that the first line of a text opens.
  private static func marks(_ text: ArraySlice<UInt8>) -> Int {
    var count = 0
    var index = text.startIndex
    /// The mark if all marks of the line are equal.
    var only: UInt8?
    while true {
      while index < text.endIndex, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
      guard index < text.endIndex, text[index] != 0x0A, text[index] != 0x0D else {
        // A line of dashes or asterisks is a thematic break.
        return only == UInt8(ascii: "-") || only == UInt8(ascii: "*") ? 0 : count
      }
      let mark = text[index]
      var next = index + 1
      switch mark {
      case UInt8(ascii: ">"): break
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        guard next == text.endIndex || isSpace(text[next]) else { return count }
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        while next < text.endIndex, text[next] >= 0x30, text[next] <= 0x39 { next += 1 }
        guard next < text.endIndex,
          text[next] == UInt8(ascii: ".") || text[next] == UInt8(ascii: ")")
        else { return count }
        next += 1
      default: return count
      }
      only = count == 0 || only == mark ? mark : nil
      count += 1
      index = next
    }
  }
}
