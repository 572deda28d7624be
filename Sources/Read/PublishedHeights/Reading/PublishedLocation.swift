/// A location from which published files are read, such as a folder or a web server.
public protocol PublishedLocation: AnyObject {
  /// Reads the content of `current.json`.
  func pointer() throws -> [UInt8]

  /// Reads the stored bytes of a file; the caller verifies them.
  ///
  /// - Parameters:
  ///   - path: A path from `PublishedPath`.
  ///   - bytes: The expected size in bytes; at most one byte more is read.
  func file(_ path: String, bytes: Int) throws -> [UInt8]

  /// Prepares reading of several chunks.
  ///
  /// - Returns: A function that returns the stored bytes of the next chunk, in the order of the
  ///   references; the caller verifies them.
  func chunks(_ references: [FileReference]) -> () throws -> [UInt8]
}

extension PublishedLocation {
  /// Reads and verifies the current manifest.
  ///
  /// If a publication removes the manifest before it is read, the new pointer is read, and the
  /// manifest to which it leads.
  ///
  /// - Throws: `PublishedFormatError`, and errors of the location.
  public func manifest(limits: FormatLimits = FormatLimits()) throws -> PublishedManifest {
    var pointer = try PublishedPointer(decoding: try self.pointer())
    for _ in 1..<manifestAttempts {
      do {
        return try manifest(of: pointer, limits)
      } catch {
        let current = try PublishedPointer(decoding: try self.pointer())
        guard current != pointer else { throw error }
        pointer = current
      }
    }
    return try manifest(of: pointer, limits)
  }

  private func manifest(
    of pointer: PublishedPointer, _ limits: FormatLimits
  ) throws -> PublishedManifest {
    let path = PublishedPath.manifest(pointer.manifest)
    guard pointer.bytes <= limits.maximumFileBytes else {
      throw PublishedFormatError.tooLarge(
        file: path, bytes: pointer.bytes, limit: limits.maximumFileBytes)
    }
    return try pointer.open(try file(path, bytes: pointer.bytes), limits: limits)
  }
}

/// Maximum number of attempts to read the current manifest.
private let manifestAttempts = 3

/// A published folder on a file system of this machine.
public final class PublishedFolder: PublishedLocation {
  private let path: String
  private let limits: FormatLimits

  /// Creates a location for a folder; the folder may be a link, but links inside it are not
  /// followed.
  public init(_ path: String, limits: FormatLimits = FormatLimits()) {
    self.path = path
    self.limits = limits
  }

  /// Reads the content of `current.json`.
  ///
  /// - Throws: `PublishedReadingError.missing` if the folder contains no published files;
  ///   `PublishingError.unreadable`.
  public func pointer() throws -> [UInt8] {
    try file(PublishedPath.pointer, bytes: PublishedPointer.maximumBytes)
  }

  /// Reads the stored bytes of a file.
  ///
  /// - Throws: `PublishedReadingError.missing` if there is no such file;
  ///   `PublishingError.unreadable`.
  public func file(_ name: String, bytes: Int) throws -> [UInt8] {
    let limit = min(bytes, limits.maximumFileBytes)
    if let content = try OpenFolder.read(name, inPublished: path, limit: limit) { return content }
    let full = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    throw PublishedReadingError.missing(
      name == PublishedPath.pointer
        ? "\(full) is not there: \(path) is no folder that cellheights publish wrote"
        : "\(full) is not there; publish again")
  }

  /// Prepares reading of several chunks; each chunk is read when the returned function is called.
  public func chunks(_ references: [FileReference]) -> () throws -> [UInt8] {
    var rest = references[...]
    return {
      guard let reference = rest.popFirst() else { return [] }
      return try self.file(reference.path, bytes: reference.bytes)
    }
  }
}

/// The reason why published files cannot be read, if their content is not the reason.
public enum PublishedReadingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The request matches several feeds, environments or lists, or an environment without lists.
  case ambiguous(String)
  /// There is no feed, environment or list with the requested name.
  case unknown(String)
  /// A file is missing.
  case missing(String)

  /// One sentence that describes the error.
  public var description: String {
    switch self {
    case .ambiguous(let sentence), .unknown(let sentence), .missing(let sentence): sentence
    }
  }
}
