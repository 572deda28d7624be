/// The limits of an XML or HTML document.
public struct XMLLimits: Hashable, Sendable {
  /// Elements inside one another, at most 250, because libxml2 itself stops at 256.
  public var depth: Int
  /// Bytes that references to the document's own entities, and default values of attributes, may
  /// add in all; in a feed, in one record.
  public var expansion: Int
  /// Bytes that they may add to a feed, in all its records and around them.
  public var documentExpansion: Int
  /// Attributes to which the document type gives a default value, of all elements together.
  public var defaultAttributes: Int
  /// Entities inside the text of one another.
  public var entityDepth: Int
  /// Bytes of a document.
  public var documentBytes: Int
  /// Bytes of one run of text, at most 9,000,000 where the run is one CDATA section.
  public var textBytes: Int
  /// Attributes of one element.
  public var attributes: Int
  /// Bytes of the value of one attribute.
  public var attributeBytes: Int
  /// Bytes of one name, at most 40,000, because libxml2 itself stops at 50,000.
  public var nameBytes: Int
  /// Bytes of one tag, comment, processing instruction or document type, at most 9,000,000,
  /// because libxml2 itself stops at 10,000,000.
  public var markupBytes: Int
  /// Different names and namespaces that are remembered at once, and KiB of them.
  ///
  /// A document with more is read on, but they are forgotten and learned again. Where that cannot be, inside one
  /// piece that is fed and in other encodings than UTF-8, 16 times as many are refused.
  public var names: Int

  /// Creates limits, by default for feeds.
  public init(
    depth: Int = 200, expansion: Int = 1 << 20, documentBytes: Int = 16 << 30,
    textBytes: Int = 9_000_000, attributes: Int = 1000, attributeBytes: Int = 1 << 20,
    nameBytes: Int = 1000, markupBytes: Int = 4 << 20, entityDepth: Int = 8, names: Int = 4096,
    documentExpansion: Int = 64 << 20, defaultAttributes: Int = 100
  ) {
    self.depth = min(depth, 250)
    self.expansion = expansion
    self.documentExpansion = documentExpansion
    self.defaultAttributes = defaultAttributes
    self.entityDepth = entityDepth
    self.documentBytes = documentBytes
    self.textBytes = textBytes
    self.attributes = attributes
    self.attributeBytes = attributeBytes
    self.nameBytes = min(nameBytes, 40_000)
    self.markupBytes = min(markupBytes, 9_000_000)
    self.names = names
  }

  /// Attributes that libxml2 may compare with one another; up to so many, the reader goes on behind
  /// an element that has more than `attributes`.
  var comparedAttributes: Int { max(2 * attributes, 2000) }
}
