/// What a publication wrote.
public struct PublishingSummary: Hashable, Sendable {
  /// Files and their stored bytes.
  public struct Amount: Hashable, Sendable {
    /// Number of files.
    public internal(set) var files = 0
    /// Their stored size, in bytes.
    public internal(set) var bytes = 0

    mutating func add(_ bytes: Int) {
      files += 1
      self.bytes += bytes
    }
  }

  /// A kind of chunk.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case heights, ids, frames, versions, widths
  }

  /// Number of the generation.
  public internal(set) var generation = 0
  /// Number of shards that were published side by side; nil for a whole store.
  public internal(set) var shards: Int?
  /// Address of the manifest; nil until it is written.
  public internal(set) var manifest: FileAddress?
  /// Stored size of the manifest, in bytes.
  public internal(set) var manifestBytes = 0
  /// Number of cells in all lists and ranges; one that is in two lists counts twice.
  public internal(set) var cells = 0
  /// Chunks and manifest that were not there.
  public internal(set) var written = Amount()
  /// Chunks and manifest that were there already.
  public internal(set) var kept = Amount()
  /// Different chunks by kind, written and kept.
  public internal(set) var chunks: [Kind: Amount] = [:]
}
