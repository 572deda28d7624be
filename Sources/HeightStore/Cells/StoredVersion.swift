package import LayoutPrimitives

/// The stored form of a record's version: 16 bytes for a hash, otherwise the text.
package enum StoredVersion: Hashable, Sendable {
  /// `hash:` and 32 lowercase hexadecimal digits.
  case hash(ContentHash)
  /// Any other text.
  case text(String)

  /// The beginning of a version that is a hash.
  static let prefix = "hash:"

  /// The version as a text.
  package var text: String {
    switch self {
    case .hash(let hash): Self.prefix + hash.description
    case .text(let text): text
    }
  }

  /// Reads the 16 bytes of a hash, or a text.
  package init(stored bytes: UnsafeRawBufferPointer, isHash: Bool) {
    if isHash, let hash = ContentHash(stored: bytes) {
      self = .hash(hash)
    } else {
      self = .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  init(_ version: String) {
    let digits = version.utf8.dropFirst(Self.prefix.utf8.count)
    guard digits.count == 32, version.hasPrefix(Self.prefix) else {
      self = .text(version)
      return
    }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for (place, digit) in digits.enumerated() {
      let value: UInt64
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt64(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = UInt64(digit - UInt8(ascii: "a")) + 10
      default:
        self = .text(version)
        return
      }
      if place < 16 {
        words.high = words.high << 4 | value
      } else {
        words.low = words.low << 4 | value
      }
    }
    self = .hash(ContentHash(high: words.high, low: words.low))
  }
}
