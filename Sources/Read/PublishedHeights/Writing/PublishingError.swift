/// Why a folder of published files cannot be written.
public enum PublishingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder or a file in it cannot be made.
  case cannotCreate(path: String, reason: String)
  /// A write failed: a full disk, a limit, a device error.
  case writeFailed(path: String, reason: String)
  /// A file or folder is there and cannot be read.
  case unreadable(path: String, reason: String)
  /// Another program publishes into the folder.
  case locked(path: String)

  /// One sentence.
  public var description: String {
    switch self {
    case .cannotCreate(let path, let reason):
      "cannot create \(path): \(reason); name another folder"
    case .writeFailed(let path, let reason):
      "writing \(path) failed: \(reason); what was published before is unchanged"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .locked(let path):
      "another program publishes into \(path); try again when it has ended"
    }
  }
}
