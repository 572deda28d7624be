/// Bounds on what a reader of published files takes into memory.
public struct FormatLimits: Hashable, Sendable {
  /// Maximum size of one file, stored and unpacked, in bytes.
  public var maximumFileBytes: Int

  /// Creates limits; a bound below 1 counts as 1.
  public init(maximumFileBytes: Int = 64 << 20) {
    self.maximumFileBytes = max(1, maximumFileBytes)
  }
}
