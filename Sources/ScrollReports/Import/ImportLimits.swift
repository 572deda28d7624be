/// Limits of device results.
public struct ImportLimits: Hashable, Sendable {
  /// Maximum size of a file, in bytes.
  public var bytes = 16 << 20
  /// Maximum number of tests of a file.
  public var runs = 1_000

  /// Creates limits with default values.
  public init() {}
}
