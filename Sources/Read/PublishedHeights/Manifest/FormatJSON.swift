#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The JSON of pointer and manifest: one line, sorted members, the same bytes for the same value.
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

  /// Checks the schema first, so that a document of another one is not called broken.
  static func check(
    _ schema: String, of bytes: [UInt8], file: String
  ) throws(PublishedFormatError) {
    let found = try decode(Schema.self, bytes, file: file).schema
    guard found == schema else { throw .unknownFormat(file: file, found: found) }
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
      "'\(place(context.codingPath + [key]))' is missing"
    case .valueNotFound(_, let context): "'\(place(context.codingPath))' is null"
    case .typeMismatch(_, let context): "'\(place(context.codingPath))' is of another type"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "it is no JSON"
        : "'\(place(context.codingPath))': \(context.debugDescription)"
    @unknown default: "it is no such document"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
}
