#if canImport(CryptoKit)
import CryptoKit
#else
import CNettle
#endif

/// The SHA-256 of a file's stored bytes, as 64 lowercase hexadecimal digits.
///
/// It is a part of the file's name, so that no other text is allowed.
public struct FileAddress: Hashable, Sendable, CustomStringConvertible {
  /// The 64 hexadecimal digits.
  public let description: String

  /// Computes the address of stored bytes.
  public init(of bytes: [UInt8]) {
    var hash = FileHash()
    hash.update(bytes)
    self.init(hash)
  }

  /// Creates the address from a hash of the stored bytes.
  init(_ hash: FileHash) { description = Hexadecimal.text(hash.value) }

  /// Parses an address; nil if the text does not consist of 64 lowercase hexadecimal digits.
  public init?(_ text: String) {
    guard Hexadecimal.bytes(text.utf8)?.count == 32 else { return nil }
    description = text
  }
}

extension FileAddress: Codable {
  /// Decodes the hexadecimal digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let address = FileAddress(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not a SHA-256 of 64 lowercase hexadecimal digits")
    }
    self = address
  }

  /// Encodes the hexadecimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// Computes the SHA-256 of bytes that may arrive in pieces.
struct FileHash {
  #if canImport(CryptoKit)
  private var state = SHA256()
  #else
  private var state = sha256_ctx()
  #endif

  /// Size of a hash, in bytes.
  static let size = 32

  init() {
    #if !canImport(CryptoKit)
    nettle_sha256_init(&state)
    #endif
  }

  mutating func update(_ bytes: [UInt8]) {
    #if canImport(CryptoKit)
    state.update(data: bytes)
    #else
    nettle_sha256_update(&state, bytes.count, bytes)
    #endif
  }

  /// The hash of all bytes added so far.
  var value: [UInt8] {
    #if canImport(CryptoKit)
    return Array(state.finalize())
    #else
    // The library resets its state when it returns the hash, so that a copy of the state is used.
    var last = state
    return [UInt8](unsafeUninitializedCapacity: Self.size) { hash, count in
      nettle_sha256_digest(&last, Self.size, hash.baseAddress)
      count = Self.size
    }
    #endif
  }
}

/// Converts between bytes and lowercase hexadecimal digits.
enum Hexadecimal {
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses lowercase hexadecimal digits; nil if the text contains anything else.
  static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
