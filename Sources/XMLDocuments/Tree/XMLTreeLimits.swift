/// The limits of a document that is read into a tree.
///
/// A document beyond any of them is refused.
public struct XMLTreeLimits: Hashable, Sendable {
  /// Maximum size of the document, in bytes.
  public var bytes: Int
  /// Maximum depth of nested elements.
  public var depth: Int
  /// Maximum number of elements and attributes together.
  public var nodes: Int

  /// Creates limits.
  ///
  /// The defaults are far above files of Interface Builder.
  public init(bytes: Int = 16 << 20, depth: Int = 240, nodes: Int = 500_000) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
  }
}
