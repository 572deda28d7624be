public import XMLDocuments

/// What may be special about a part of a text.
public struct ContentTraits: OptionSet, Hashable, Sendable {
  /// One bit for each trait.
  public let rawValue: UInt16

  /// Creates traits from their bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// `em`, `i`, `cite`, `dfn`, `var`.
  public static let emphasis = ContentTraits(rawValue: 1)
  /// `strong`, `b`.
  public static let strong = ContentTraits(rawValue: 2)
  /// `code`, `kbd`, `samp`, `tt`, `pre`.
  public static let code = ContentTraits(rawValue: 4)
  /// `del`, `s`, `strike`.
  public static let deleted = ContentTraits(rawValue: 8)
  /// `ins`, `u`.
  public static let inserted = ContentTraits(rawValue: 16)
  /// `sup`.
  public static let superscript = ContentTraits(rawValue: 32)
  /// `sub`.
  public static let `subscript` = ContentTraits(rawValue: 64)
  /// `mark`.
  public static let marked = ContentTraits(rawValue: 128)

  /// Names of the traits that hold, in a fixed order.
  public var names: [String] {
    Self.named.filter { contains($0.0) }.map(\.1)
  }

  private static let named: [(ContentTraits, String)] = [
    (.emphasis, "emphasis"), (.strong, "strong"), (.code, "code"), (.deleted, "deleted"),
    (.inserted, "inserted"), (.superscript, "superscript"), (.subscript, "subscript"),
    (.marked, "marked"),
  ]
}

/// A part of a text that has something special.
public struct ContentRun: Hashable, Sendable {
  /// Where it is: offsets in the text's UTF-8, at boundaries of characters.
  public var range: Range<Int>
  /// What is special about its letters.
  public var traits: ContentTraits
  /// Block quotes around it, or 0 for none.
  public var quoteLevel: Int
  /// 1 to 6 in a heading, else 0.
  public var headingLevel: Int
  /// The nesting of lists around it, whose marks belong to it.
  public var listLevel: Int
  /// Where a link leads.
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
/// A text and what is special in its parts.
public struct AttributedContent: Hashable, Sendable {
  /// Plain text, the same as a record's `contentText`.
  public var text: String
  /// The runs in order, none empty or overlapping.
  ///
  /// Neighbours differ; white space between texts of different kinds belongs to neither.
  public var runs: [ContentRun]
  /// Whether a limit was met: text and runs are what there was until then.
  public var isCut: Bool

  /// Creates a content.
  public init(text: String, runs: [ContentRun] = [], isCut: Bool = false) {
    self.text = text
    self.runs = runs
    self.isCut = isCut
  }

  /// Converts HTML of any quality.
  ///
  /// - Parameters:
  ///   - html: A document or a fragment of one.
  ///   - base: What relative addresses of links are relative to; without it they stay as they are.
  ///   - limits: How long and how deep the HTML may be.
  public init(html: String, base: String? = nil, limits: XMLLimits = XMLLimits()) {
    let converted = HTMLText(html, limits: limits, base: base, wantsRuns: true)
    self.init(text: converted.text, runs: converted.runs, isCut: converted.isCut)
  }
}

extension FeedRecord {
  /// The record's content with what is special in it, found in `contentHTML` each time.
  ///
  /// - Parameters:
  ///   - base: What relative addresses of links are relative to.
  ///   - limits: Those that the record was read with, so that its text is the same.
  /// - Returns: `nil` where the record has no content. Without HTML there are no runs.
  public func attributedContent(
    base: String? = nil, limits: FeedLimits = FeedLimits()
  ) -> AttributedContent? {
    if let contentHTML {
      return AttributedContent(html: contentHTML, base: base, limits: limits.xml)
    }
    return contentText.map { AttributedContent(text: $0) }
  }
}
