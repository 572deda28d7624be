/// The generation that all answers of a value come from.
public struct PinnedGeneration: Hashable, Sendable {
  /// Number of the generation.
  public let number: Int
  /// Digest of its cells.
  public let digest: String
  /// Digest of its lists.
  public let listDigest: String
}
