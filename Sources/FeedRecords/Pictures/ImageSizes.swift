package import LayoutPrimitives

/// Sizes of pictures by their addresses, for records that do not say them.
///
/// An address is kept as a hash of 128 bits. An entry takes `entryBytes` bytes.
public struct ImageSizes: Sendable {
  /// A width and a height in pixels, both positive and finite.
  public struct Size: Hashable, Sendable {
    /// The width in pixels.
    public let width: Double
    /// The height in pixels.
    public let height: Double

    /// Creates a size, or `nil` unless both sides are in `range`.
    public init?(width: Double, height: Double) {
      guard Self.range.contains(width), Self.range.contains(height) else { return nil }
      self.width = width
      self.height = height
    }

    /// The sides that a picture may have, in pixels.
    public static let range = 0x1p-10...1e9

    /// What is said of a size whose sides are not in `range`.
    public static let refusal = "a side is not positive, or beyond 1,000,000,000 pixels"
  }

  /// An address with its size, and where it was read.
  struct Entry {
    let key: ContentHash
    let size: Size
    /// Number of the file and of the line, in the order of reading.
    let place: UInt64
  }

  /// Memory of an entry, in bytes.
  public static let entryBytes = MemoryLayout<Entry>.stride

  /// In ascending order of the keys, each once.
  private let entries: [Entry]

  /// Takes entries whose keys ascend.
  init(sorted entries: [Entry]) { self.entries = entries }

  /// Number of addresses.
  public var count: Int { entries.count }

  /// Hash of all addresses with their sizes.
  package var fingerprint: ContentHash {
    var hasher = ContentHasher()
    for entry in entries {
      let words = [
        entry.key.high, entry.key.low, entry.size.width.bitPattern, entry.size.height.bitPattern,
      ]
      words.withUnsafeBytes { hasher.update($0) }
    }
    return hasher.finish()
  }

  /// The size of the picture at an address; white space at its ends is ignored.
  public func size(of url: String) -> Size? {
    let key = Self.key(of: url)
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if Self.precedes(entries[middle].key, key) { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].key == key else { return nil }
    return entries[low].size
  }

  /// The hash that addresses are compared by, after removing white space at the ends.
  package static func key(of url: String) -> ContentHash { ContentHash(of: url.trimmed) }

  static func precedes(_ left: ContentHash, _ right: ContentHash) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
