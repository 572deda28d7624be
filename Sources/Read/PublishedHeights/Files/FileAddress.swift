/// The SHA-256 of a file's stored bytes, as 64 lowercase hexadecimal digits.
///
/// It is a part of the file's name; so no other text may become one.
public struct FileAddress: Hashable, Sendable, CustomStringConvertible {
  /// The digits.
  public let description: String

  /// The address of some bytes.
  public init(of bytes: [UInt8]) {
    var hash = FileHash()
    hash.update(bytes)
    self.init(hash)
  }

  /// The address of the bytes that a hash was taken of.
  init(_ hash: FileHash) { description = Hexadecimal.text(hash.value) }

  /// Reads an address; nil for any other text.
  public init?(_ text: String) {
    guard Hexadecimal.bytes(text.utf8)?.count == 32 else { return nil }
    description = text
  }
}

extension FileAddress: Codable {
  /// Reads the digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let address = FileAddress(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not a SHA-256 of 64 lowercase hexadecimal digits")
    }
    self = address
  }

  /// Writes the digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
