#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The content of `current.json`: the reference to the current manifest.
public struct PublishedPointer: Hashable, Sendable, Codable {
  /// The schema that this program writes and reads.
  public static let schema = "cellheights.current/1"
  /// Maximum size of the file, in bytes.
  public static let maximumBytes = 65_536

  /// The schema of the document.
  public let schema: String
  /// Number of the generation.
  public let generation: Int
  /// Digest of the generation's cells.
  public let digest: String
  /// Digest of the generation's lists.
  public let listDigest: String
  /// Address of the manifest.
  public let manifest: FileAddress
  /// Stored size of the manifest, in bytes.
  public let bytes: Int

  /// Creates a pointer to a manifest.
  ///
  /// - Parameters:
  ///   - manifest: The manifest.
  ///   - address: The address of the manifest's file.
  ///   - bytes: Size of the stored manifest, in bytes.
  public init(to manifest: PublishedManifest, address: FileAddress, bytes: Int) {
    schema = Self.schema
    generation = manifest.generation
    digest = manifest.digest
    listDigest = manifest.listDigest
    self.manifest = address
    self.bytes = bytes
  }

  /// Encodes the pointer as the file `current.json`.
  ///
  /// - Throws: `PublishedFormatError.malformed` if a text cannot be encoded.
  public func file() throws(PublishedFormatError) -> PublishedFile {
    PublishedFile(
      path: PublishedPath.pointer,
      bytes: try FormatJSON.encode(self, file: PublishedPath.pointer) + [UInt8(ascii: "\n")])
  }

  /// Decodes the content of the file `current.json`.
  ///
  /// - Throws: `PublishedFormatError` if the content is too large or invalid.
  public init(decoding bytes: [UInt8]) throws(PublishedFormatError) {
    let file = PublishedPath.pointer
    guard bytes.count <= Self.maximumBytes else {
      throw .tooLarge(file: file, bytes: bytes.count, limit: Self.maximumBytes)
    }
    try FormatJSON.check(Self.schema, of: bytes, file: file)
    self = try FormatJSON.decode(Self.self, bytes, file: file)
    guard self.bytes > 0, generation >= 0 else {
      throw .malformed(file: file, detail: "a number in it is negative")
    }
  }

  /// Verifies and decodes the manifest to which this pointer refers.
  ///
  /// - Throws: `PublishedFormatError`, also if the manifest is of another generation.
  public func open(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> PublishedManifest {
    let path = PublishedPath.manifest(manifest)
    guard stored.count == bytes else {
      throw .altered(file: path, detail: "it has \(stored.count) of \(bytes) bytes")
    }
    let opened = try PublishedManifest(stored: stored, address: manifest, limits: limits)
    guard opened.generation == generation, opened.digest == digest,
      opened.listDigest == listDigest
    else { throw .altered(file: path, detail: "it is of another generation than the pointer") }
    return opened
  }
}

/// Encodes and decodes pointers and manifests as JSON.
///
/// The JSON is one line with sorted members, so that equal values give equal bytes.
enum FormatJSON {
  private struct Schema: Decodable {
    let schema: String
  }

  static func encode(
    _ value: some Encodable, file: String
  ) throws(PublishedFormatError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return [UInt8](try encoder.encode(value)) } catch {
      throw .malformed(file: file, detail: "it cannot be written: \(error)")
    }
  }

  /// Checks the schema; call it first, so that a document of another schema is not reported as
  /// malformed.
  static func check(
    _ schema: String, of bytes: [UInt8], file: String
  ) throws(PublishedFormatError) {
    let version = try decode(Schema.self, bytes, file: file).schema
    guard version == schema else { throw .unknownFormat(file: file, found: version) }
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], file: String
  ) throws(PublishedFormatError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let error as DecodingError {
      throw .malformed(file: file, detail: sentence(error))
    } catch {
      throw .malformed(file: file, detail: "\(error)")
    }
  }

  private static func sentence(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "'\(dottedPath(context.codingPath + [key]))' is missing"
    case .valueNotFound(_, let context): "'\(dottedPath(context.codingPath))' is null"
    case .typeMismatch(_, let context): "'\(dottedPath(context.codingPath))' is of another type"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "it is no JSON"
        : "'\(dottedPath(context.codingPath))': \(context.debugDescription)"
    @unknown default: "it is no such document"
    }
  }

  private static func dottedPath(_ path: [any CodingKey]) -> String {
    path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
}
