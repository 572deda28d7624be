import XMLDocuments

/// Plain text converted from HTML.
///
/// Line breaks and white space are those of `innerText` in a browser without scripts, with some
/// additions and differences, which `docs/html.md` lists.
struct HTMLText {
  /// The text without markup, one line or more for each block, trimmed.
  var text: String
  /// The first picture that is larger than one pixel.
  var image: FeedImage?
  /// Whether the text was cut at a limit.
  var isCut = false
  /// The runs of the text in order, empty unless requested.
  var runs: [ContentRun] = []

  /// Converts HTML of any quality.
  ///
  /// - Parameters:
  ///   - base: The base URL of relative pictures and links.
  ///   - wantsRuns: Whether to record the runs of the text.
  init(_ html: String, limits: XMLLimits, base: String? = nil, wantsRuns: Bool = false) {
    guard Self.isMarkup(html) else {
      text = html.collapsed
      return
    }
    var builder = HTMLTextBuilder(limits: limits, base: base, wantsRuns: wantsRuns)
    var isWhole = HTMLParser.parse(html, limits: limits, events: builder)
    if builder.countsBackward {
      // The first number of a list that counts backward is known at the list's end, so the HTML is
      // read again.
      let counts = builder.itemCounts
      builder = HTMLTextBuilder(
        limits: limits, base: base, wantsRuns: wantsRuns, itemCounts: counts)
      isWhole = HTMLParser.parse(html, limits: limits, events: builder)
    }
    (text, runs) = builder.finish()
    image = builder.image
    isCut = !isWhole
  }

  /// Converts HTML to one line, for titles and names.
  static func line(_ html: String, limits: XMLLimits) -> String {
    isMarkup(html) ? HTMLText(html, limits: limits).text.collapsed : html.collapsed
  }

  /// Whether a text contains `<`, `&` or NUL, and must be parsed as HTML.
  private static func isMarkup(_ text: String) -> Bool {
    // Without a copy: a text may be a megabyte long.
    text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") || $0 == 0 }
    } ?? true
  }
}
