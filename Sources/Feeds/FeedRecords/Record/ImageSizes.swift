package import LayoutPrimitives
import StructuredDocuments

/// A table of the sizes of pictures by URL, for records without these sizes.
///
/// A URL is stored as a hash of 128 bits. An entry takes `entryBytes` bytes.
public struct ImageSizes: Sendable {
  /// A width and a height in pixels, both in `range`.
  public struct Size: Hashable, Sendable {
    /// The width in pixels.
    public let width: Double
    /// The height in pixels.
    public let height: Double

    /// Creates a size; `nil` when a side is outside `range`.
    public init?(width: Double, height: Double) {
      guard Self.range.contains(width), Self.range.contains(height) else { return nil }
      self.width = width
      self.height = height
    }

    /// The sides that a picture may have, in pixels.
    public static let range = 0x1p-10...1e9

    /// The message for a size whose sides are not in `range`.
    public static let refusal = "a side is not positive, or beyond 1,000,000,000 pixels"
  }

  /// The size of the picture at one URL, and the line that declares the size.
  struct Entry {
    let key: ContentHash
    let size: Size
    /// Number of the file in the upper bits, and of the line in the lower 40 bits, both from 1.
    let position: UInt64
  }

  /// Memory of an entry, in bytes.
  public static let entryBytes = MemoryLayout<Entry>.stride

  /// The entries in ascending order of their keys; no key occurs twice.
  private let entries: [Entry]

  /// Creates a table of entries whose keys ascend and differ.
  init(sorted entries: [Entry]) { self.entries = entries }

  /// Number of URLs.
  public var count: Int { entries.count }

  /// Hash of all URLs and their sizes.
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

  /// The size of the picture at a URL, or `nil` if the table lacks the URL.
  ///
  /// White space at the ends of the URL is ignored.
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

  /// The hash by which URLs are compared, without regard to white space at their ends.
  package static func key(of url: String) -> ContentHash { ContentHash(of: url.trimmed) }

  static func precedes(_ left: ContentHash, _ right: ContentHash) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// Reads the sizes of pictures, one per line: `{"url":"…","width":640,"height":480}`.
///
/// An invalid line is skipped with a warning. A line with `failed` means that the size could not be
/// found; it is skipped too. If several lines have the same URL, the last one counts.
public struct ImageSizeReader {
  /// The warnings, one per kind, each with the location of its first occurrence.
  public private(set) var warnings: [FeedWarning] = []
  /// Number of invalid lines.
  public private(set) var badLines = 0

  private var entries: [ImageSizes.Entry] = []
  private var files: [String] = []
  private let decoder: JSONParser
  private let limit: Int

  /// Creates a reader that accepts `FeedLimits.imageSizeEntries` lines with sizes.
  public init(limits: FeedLimits = FeedLimits()) {
    decoder = JSONParser(maxDepth: limits.jsonDepth)
    limit = limits.imageSizeEntries
  }

  /// Begins a file, whose path is used in messages.
  public mutating func begin(file path: String) { files.append(path) }

  /// Adds a line to the file that was begun last; the line must not be blank.
  ///
  /// - Parameters:
  ///   - bytes: The line without its line break.
  ///   - number: Number of the line, from 1.
  /// - Throws: `FeedError` with code `tooLarge` when there are more sizes than the limit.
  public mutating func add(line bytes: [UInt8], number: Int) throws(FeedError) {
    guard let value = decoder.value(bytes[...]) else {
      return refuse(number, "the line is not one JSON value")
    }
    guard let url = value["url"]?.string?.trimmed.nonEmpty else {
      return refuse(number, "there is no \"url\" that is a text")
    }
    if value["failed"]?.string != nil { return }
    guard let width = value["width"]?.number, let height = value["height"]?.number else {
      return refuse(number, "\"width\" and \"height\" are not both numbers")
    }
    guard let size = ImageSizes.Size(width: width, height: height) else {
      return refuse(number, ImageSizes.Size.refusal)
    }
    guard entries.count < limit else {
      throw FeedError(
        .tooLarge, path: path, location: RecordLocation(line: number),
        "more than \(limit) lines with sizes of pictures (limit image_size_entries)")
    }
    entries.append(
      ImageSizes.Entry(
        key: ImageSizes.key(of: url), size: size,
        position: UInt64(files.count) << 40 | UInt64(number) & 0xFF_FFFF_FFFF))
  }

  /// Counts a line as invalid because it has more than `limit` bytes.
  public mutating func addLongLine(number: Int, limit: Int) {
    refuse(number, "the line is longer than \(limit) bytes")
  }

  /// Returns the sizes of all lines, and removes them from the reader.
  public mutating func finish() -> ImageSizes {
    entries.sort {
      $0.key == $1.key ? $0.position < $1.position : ImageSizes.precedes($0.key, $1.key)
    }
    var kept = 0
    var conflicts = 0
    var first = UInt64.max
    for index in entries.indices {
      guard kept > 0, entries[kept - 1].key == entries[index].key else {
        entries[kept] = entries[index]
        kept += 1
        continue
      }
      if entries[kept - 1].size != entries[index].size {
        conflicts += 1
        first = min(first, entries[index].position)
      }
      entries[kept - 1] = entries[index]
    }
    entries.removeLast(entries.count - kept)
    if conflicts > 0 {
      let file = Int(first >> 40) - 1
      warnings.append(
        FeedWarning(
          .imageSizeConflict, path: files.indices.contains(file) ? files[file] : path,
          location: RecordLocation(line: Int(first & 0xFF_FFFF_FFFF)),
          "the picture had another size in an earlier line; the last one counts",
          count: conflicts))
    }
    defer { entries = [] }
    return ImageSizes(sorted: entries)
  }

  private var path: String { files.last ?? "-" }

  private mutating func refuse(_ number: Int, _ found: String) {
    badLines += 1
    if let index = warnings.firstIndex(where: { $0.code == .imageSizeLine }) {
      warnings[index].count += 1
    } else {
      warnings.append(
        FeedWarning(
          .imageSizeLine, path: path, location: RecordLocation(line: number),
          "\(found); the line is left out"))
    }
  }
}
