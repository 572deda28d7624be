/// What an XML or HTML document may ask of its reader.
public struct XMLLimits: Hashable, Sendable {
  /// Elements inside one another; at most 250, because libxml2 itself stops at 256.
  public var depth: Int
  /// Bytes that references to the document's own entities may add in all.
  public var expansion: Int
  /// Bytes of a document.
  public var documentBytes: Int
  /// Bytes of one run of text; libxml2 itself stops at 10,000,000.
  public var textBytes: Int
  /// Attributes of one element.
  public var attributes: Int

  /// Creates limits; the defaults suit feeds.
  public init(
    depth: Int = 200, expansion: Int = 1 << 20, documentBytes: Int = 16 << 30,
    textBytes: Int = 9_000_000, attributes: Int = 1000
  ) {
    self.depth = min(depth, 250)
    self.expansion = expansion
    self.documentBytes = documentBytes
    self.textBytes = textBytes
    self.attributes = attributes
  }
}
