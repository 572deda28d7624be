import XMLDocuments

/// HTML as plain text.
///
/// Line breaks and white space are those of `innerText` in a browser without scripts, with some
/// additions and differences, which `docs/html.md` lists.
struct HTMLText {
  /// The text without markup, with lines for blocks, trimmed.
  var text: String
  /// The first picture that is more than a dot.
  var image: FeedImage?
  /// Whether a limit was met: the text is what there was until then.
  var isCut = false
  /// The runs of the text in order, if requested.
  var runs: [ContentRun] = []

  /// Converts HTML of any quality.
  ///
  /// - Parameters:
  ///   - base: What relative addresses of pictures and links are relative to.
  ///   - wantsRuns: Whether to find out what is special in the text.
  init(_ html: String, limits: XMLLimits, base: String? = nil, wantsRuns: Bool = false) {
    guard Self.isMarkup(html) else {
      text = html.collapsed
      return
    }
    var builder = HTMLTextBuilder(limits: limits, base: base, wantsRuns: wantsRuns)
    var isWhole = HTMLParser.parse(html, limits: limits, events: builder)
    if builder.countsBackward {
      // How far a list counts backward is known at its end: read again with that.
      let counts = builder.itemCounts
      builder = HTMLTextBuilder(
        limits: limits, base: base, wantsRuns: wantsRuns, itemCounts: counts)
      isWhole = HTMLParser.parse(html, limits: limits, events: builder)
    }
    (text, runs) = builder.finish()
    image = builder.image
    isCut = !isWhole
  }

  /// Converts HTML and keeps one line of it, for titles and names.
  static func line(_ html: String, limits: XMLLimits) -> String {
    isMarkup(html) ? HTMLText(html, limits: limits).text.collapsed : html.collapsed
  }

  /// Whether a text needs the parser at all.
  private static func isMarkup(_ text: String) -> Bool {
    // Where they lie: a text may be a megabyte long.
    text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") || $0 == 0 }
    } ?? true
  }
}
