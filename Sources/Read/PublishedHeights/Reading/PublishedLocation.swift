/// The location of published files.
public protocol PublishedLocation: AnyObject {
  /// The bytes of `current.json`.
  func pointer() throws -> [UInt8]

  /// The stored bytes of a file, which the caller verifies.
  ///
  /// - Parameters:
  ///   - path: A path of `PublishedPath`.
  ///   - bytes: The expected size; at most one byte more is read.
  func file(_ path: String, bytes: Int) throws -> [UInt8]

  /// Begins to read chunks.
  ///
  /// - Returns: A function that returns the stored bytes of the next chunk, in the order of the
  ///   references; the caller verifies them.
  func chunks(_ references: [FileReference]) -> () throws -> [UInt8]
}

extension PublishedLocation {
  /// The current manifest, verified.
  ///
  /// A publication may remove a manifest while it is read; then the pointer is read again.
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

/// How often a manifest is requested before it counts as missing.
private let manifestAttempts = 3

/// A published folder on this machine.
public final class PublishedFolder: PublishedLocation {
  private let path: String
  private let limits: FormatLimits

  /// Takes a folder, which may be a link; no link in it is followed.
  public init(_ path: String, limits: FormatLimits = FormatLimits()) {
    self.path = path
    self.limits = limits
  }

  /// The bytes of `current.json`.
  ///
  /// - Throws: `PublishedReadingError.missing` for any other folder; `PublishingError.unreadable`.
  public func pointer() throws -> [UInt8] {
    try file(PublishedPath.pointer, bytes: PublishedPointer.maximumBytes)
  }

  /// The stored bytes of a file.
  ///
  /// - Throws: `PublishedReadingError.missing`; `PublishingError.unreadable`.
  public func file(_ name: String, bytes: Int) throws -> [UInt8] {
    let limit = min(bytes, limits.maximumFileBytes)
    if let content = try OpenFolder.read(name, inPublished: path, limit: limit) { return content }
    let full = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    throw PublishedReadingError.missing(
      name == PublishedPath.pointer
        ? "\(full) is not there: \(path) is no folder that cellheights publish wrote"
        : "\(full) is not there; publish again")
  }

  /// Reads each chunk on request.
  public func chunks(_ references: [FileReference]) -> () throws -> [UInt8] {
    var rest = references[...]
    return {
      guard let reference = rest.popFirst() else { return [] }
      return try self.file(reference.path, bytes: reference.bytes)
    }
  }
}

/// The reason why published files cannot be read, other than invalid content.
public enum PublishedReadingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A request is ambiguous or impossible.
  case ambiguous(String)
  /// There is no feed, environment or list of that name.
  case unknown(String)
  /// A file is not there.
  case missing(String)

  /// One sentence.
  public var description: String {
    switch self {
    case .ambiguous(let sentence), .unknown(let sentence), .missing(let sentence): sentence
    }
  }
}
