/// The limits of a document that is held as a tree, which is refused beyond any of them.
public struct XMLTreeLimits: Hashable, Sendable {
  /// Bytes of the document.
  public var bytes: Int
  /// Elements inside one another.
  public var depth: Int
  /// Elements and attributes together.
  public var nodes: Int

  /// Creates limits; the defaults are far above any document that people edit: an Interface Builder
  /// file has two elements for each view inside another.
  public init(bytes: Int = 16 << 20, depth: Int = 240, nodes: Int = 500_000) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
  }
}
