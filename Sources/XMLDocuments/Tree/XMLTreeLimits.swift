/// The limits of a document that is held as a tree, which is refused beyond any of them.
public struct XMLTreeLimits: Hashable, Sendable {
  /// Bytes of the document.
  public var bytes: Int
  /// Elements inside one another.
  public var depth: Int
  /// Elements and attributes together.
  public var nodes: Int

  /// Creates limits, whose defaults are far above files of Interface Builder.
  public init(bytes: Int = 16 << 20, depth: Int = 240, nodes: Int = 500_000) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
  }
}
