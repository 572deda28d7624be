/// The limits of an XML or HTML document.
public struct XMLLimits: Hashable, Sendable {
  /// Maximum depth of nested elements, at most 250, because libxml2 itself stops at 256.
  public var depth: Int
  /// Maximum number of bytes that the document's entities and default attributes may add.
  ///
  /// In a feed it is counted for each record.
  public var expansion: Int
  /// Maximum number of bytes that entities and default attributes may add to a feed, in all its
  /// records and around them.
  public var documentExpansion: Int
  /// Maximum number of attributes to which the document type gives a default value.
  public var defaultAttributes: Int
  /// Maximum depth of entities inside the text of other entities.
  public var entityDepth: Int
  /// Maximum size of a document, in bytes.
  public var documentBytes: Int
  /// Maximum size of one run of text, in bytes; at most 9,000,000 if the run is one CDATA section.
  public var textBytes: Int
  /// Maximum number of attributes of one element.
  public var attributes: Int
  /// Maximum size of one attribute's value, in bytes.
  public var attributeBytes: Int
  /// Maximum length of one name, in bytes; at most 40,000, because libxml2 itself stops at 50,000.
  public var nameBytes: Int
  /// Maximum size of one tag, comment, processing instruction or document type, in bytes; at most
  /// 9,000,000, because libxml2 itself stops at 10,000,000.
  public var markupBytes: Int
  /// Maximum number of different names that are kept at once, and of KiB that they take.
  ///
  /// Beyond it, names are removed and numbered again. They cannot be removed inside one piece that
  /// is fed, nor in encodings other than UTF-8; there, more than 16 times as many are refused.
  public var names: Int

  /// Creates limits.
  ///
  /// The defaults are for feeds.
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

  /// Maximum number of attributes in a tag that libxml2 may compare with one another.
  ///
  /// Elements with more than `attributes`, but no more than these, are skipped and reading
  /// continues.
  var comparedAttributes: Int { max(2 * attributes, 2000) }
}
