public import StructuredDocuments
public import XMLDocuments

/// The inline styles of a part of a text, named after HTML elements.
public struct ContentTraits: OptionSet, Hashable, Sendable {
  /// One bit for each trait.
  public let rawValue: UInt16

  /// Creates traits from their bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Text in `em`, `i`, `cite`, `dfn` or `var`.
  public static let emphasis = ContentTraits(rawValue: 1)
  /// Text in `strong` or `b`.
  public static let strong = ContentTraits(rawValue: 2)
  /// Text in `code`, `kbd`, `samp`, `tt` or `pre`.
  public static let code = ContentTraits(rawValue: 4)
  /// Text in `del`, `s` or `strike`.
  public static let deleted = ContentTraits(rawValue: 8)
  /// Text in `ins` or `u`.
  public static let inserted = ContentTraits(rawValue: 16)
  /// Text in `sup`.
  public static let superscript = ContentTraits(rawValue: 32)
  /// Text in `sub`.
  public static let `subscript` = ContentTraits(rawValue: 64)
  /// Text in `mark`.
  public static let marked = ContentTraits(rawValue: 128)

  /// The names of the traits in this set, in a fixed order.
  public var names: [String] {
    Self.named.filter { contains($0.0) }.map(\.1)
  }

  private static let named: [(ContentTraits, String)] = [
    (.emphasis, "emphasis"), (.strong, "strong"), (.code, "code"), (.deleted, "deleted"),
    (.inserted, "inserted"), (.superscript, "superscript"), (.subscript, "subscript"),
    (.marked, "marked"),
  ]
}

/// A part of a text with inline styles, a link, or a heading, quote or list around it.
public struct ContentRun: Hashable, Sendable {
  /// Range of byte offsets in the text's UTF-8, at boundaries of characters.
  public var range: Range<Int>
  /// The inline styles of the run.
  public var traits: ContentTraits
  /// Number of block quotes around the run.
  public var quoteLevel: Int
  /// The level of the heading that contains the run, 1 to 6, or 0 outside of headings.
  public var headingLevel: Int
  /// Number of lists around the run; 0 outside of list items.
  ///
  /// The text of the run also contains the marks of its list items, such as `• `.
  public var listLevel: Int
  /// The URL of the link that contains the run; `nil` outside of links.
  public var link: String?

  /// Creates a run.
  public init(
    range: Range<Int>, traits: ContentTraits = [], quoteLevel: Int = 0, headingLevel: Int = 0,
    listLevel: Int = 0, link: String? = nil
  ) {
    self.range = range
    self.traits = traits
    self.quoteLevel = quoteLevel
    self.headingLevel = headingLevel
    self.listLevel = listLevel
    self.link = link
  }
}

// reason: a plain value
/// A text and its runs.
public struct AttributedContent: Hashable, Sendable {
  /// Plain text, the same as a record's `contentText`.
  public var text: String
  /// The runs in order; they are not empty and do not overlap.
  ///
  /// Adjacent runs differ. White space between different runs belongs to neither of them.
  public var runs: [ContentRun]
  /// Whether text and runs were truncated at a limit.
  public var isCut: Bool

  /// Creates attributed content.
  public init(text: String, runs: [ContentRun] = [], isCut: Bool = false) {
    self.text = text
    self.runs = runs
    self.isCut = isCut
  }

  /// Converts HTML of any quality.
  ///
  /// - Parameters:
  ///   - html: A document or a fragment of one.
  ///   - base: The base URL of relative links; without it they are unchanged.
  ///   - limits: The limits of the HTML.
  public init(html: String, base: String? = nil, limits: XMLLimits = XMLLimits()) {
    self.init(HTMLText(html, limits: limits, base: base, wantsRuns: true))
  }

  /// Converts Markdown of any quality: CommonMark with GitHub's extensions.
  ///
  /// Text and runs are those of the HTML that the Markdown stands for.
  ///
  /// - Parameters:
  ///   - markdown: A whole document, because its links may refer to definitions anywhere in it.
  ///   - base: The base URL of relative links; without it they are unchanged.
  ///   - limits: The limits of the Markdown and of its HTML.
  public init(markdown: String, base: String? = nil, limits: FeedLimits = FeedLimits()) {
    self.init(HTMLText(markdown, in: .markdown, limits: limits, base: base, wantsRuns: true))
  }

  private init(_ converted: HTMLText) {
    self.init(text: converted.text, runs: converted.runs, isCut: converted.isCut)
  }
}

extension FeedRecord {
  /// The record's content with its runs, converted from `contentHTML`, or without HTML from
  /// `contentMarkdown`, at each call.
  ///
  /// - Parameters:
  ///   - base: The base URL of relative links; without it they are unchanged.
  ///   - limits: The limits with which the record was read, so that its text is the same.
  /// - Returns: `nil` when the record has no content. Without HTML and Markdown there are no runs.
  public func attributedContent(
    base: String? = nil, limits: FeedLimits = FeedLimits()
  ) -> AttributedContent? {
    if let contentHTML {
      return AttributedContent(html: contentHTML, base: base, limits: limits.xml)
    }
    if let contentMarkdown {
      return AttributedContent(markdown: contentMarkdown, base: base, limits: limits)
    }
    return contentText.map { AttributedContent(text: $0) }
  }
}

extension AttributedContent {
  /// Writes the runs as an array, the value of a record's `content_runs`.
  ///
  /// Each run is an object: `start` and `end`, offsets in UTF-16 code units of the text; `traits`,
  /// an array of names; and, if present, `heading`, `quote` and `list`, levels from 1, and `link`,
  /// a URL.
  public func writeRuns(to writer: inout JSONWriter) {
    var offsets = UTF16Offsets(text)
    writer.beginArray()
    for run in runs {
      writer.beginObject()
      writer.key(plain: "start")
      writer.number(offsets.offset(of: run.range.lowerBound))
      writer.key(plain: "end")
      writer.number(offsets.offset(of: run.range.upperBound))
      writer.key(plain: "traits")
      writer.beginArray()
      for name in run.traits.names { writer.string(name) }
      writer.endArray()
      for (name, level) in [
        ("heading", run.headingLevel), ("quote", run.quoteLevel), ("list", run.listLevel),
      ] where level > 0 {
        writer.key(name)
        writer.number(level)
      }
      if let link = run.link {
        writer.key(plain: "link")
        writer.string(link)
      }
      writer.endObject()
    }
    writer.endArray()
  }
}

/// Converts increasing UTF-8 offsets into UTF-16 offsets, in one pass over the text.
private struct UTF16Offsets {
  private var rest: Substring.UTF8View
  private var bytes = 0
  private var units = 0

  init(_ text: String) { rest = text[...].utf8 }

  mutating func offset(of target: Int) -> Int {
    while bytes < target, let byte = rest.popFirst() {
      bytes += 1
      // A character is counted at its first byte. One of four bytes is two units.
      if byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
    }
    return units
  }
}
