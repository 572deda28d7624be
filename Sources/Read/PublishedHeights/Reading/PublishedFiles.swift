/// Fetches published files and keeps the stored bytes of chunks, which are small.
///
/// It is an actor because many lists may ask at a time.
public actor PublishedFiles {
  /// Fetches a file by its path; it throws for anything but its whole content.
  public typealias Fetch = @Sendable (_ path: String) async throws -> [UInt8]

  nonisolated let limits: FormatLimits
  private let get: Fetch
  private var kept: [String: [UInt8]] = [:]
  private var bytes = 0

  /// Maximum size of all chunks that are kept, in bytes; beyond it they are fetched again.
  private static let maximumKeptBytes = 64 << 20

  /// Creates a store of chunks.
  ///
  /// - Parameters:
  ///   - limits: Bounds on the files.
  ///   - get: Fetches a file.
  public init(limits: FormatLimits = FormatLimits(), get: @escaping Fetch) {
    self.limits = limits
    self.get = get
  }

  /// Fetches a file that may change.
  nonisolated func fetch(_ path: String) async throws -> [UInt8] { try await get(path) }

  /// The stored bytes of a chunk, which the caller verifies.
  func chunk(_ reference: FileReference) async throws -> [UInt8] {
    if let known = kept[reference.path] { return known }
    let stored = try await get(reference.path)
    // Only what is right is kept. Another task may have been faster.
    _ = try reference.unpack(stored, limits: limits)
    if kept[reference.path] == nil, bytes + stored.count <= Self.maximumKeptBytes {
      kept[reference.path] = stored
      bytes += stored.count
    }
    return stored
  }

  /// Forgets all chunks but these.
  func keep(only references: Set<FileReference>) {
    let paths = Set(references.map(\.path))
    kept = kept.filter { paths.contains($0.key) }
    bytes = kept.values.reduce(0) { $0 + $1.count }
  }
}
