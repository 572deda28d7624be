import StructuredDocuments

/// Reads sizes of pictures, one a line: `{"url":"…","width":640,"height":480}`.
///
/// A line that is none is left out with a warning. A line with `failed` tells that the size could
/// not be found, and is passed over. Of several lines with one address the last counts.
public struct ImageSizeReader {
  /// What was passed over or repeated, one entry a kind, with its first place.
  public private(set) var warnings: [FeedWarning] = []
  /// Number of lines that are no size.
  public private(set) var badLines = 0

  private var entries: [ImageSizes.Entry] = []
  private var files: [String] = []
  private let decoder: JSONParser
  private let limit: Int

  /// Creates a reader within `FeedLimits.imageSizeEntries`.
  public init(limits: FeedLimits = FeedLimits()) {
    decoder = JSONParser(maxDepth: limits.jsonDepth)
    limit = limits.imageSizeEntries
  }

  /// Begins a file, whose path is used in messages.
  public mutating func begin(file path: String) { files.append(path) }

  /// Adds a line of the file begun last, which is not blank.
  ///
  /// - Parameters:
  ///   - bytes: The line without its line break.
  ///   - number: Number of the line, from 1.
  /// - Throws: `FeedError` beyond the limit.
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
        .tooLarge, path: path, place: RecordPlace(line: number),
        "more than \(limit) lines with sizes of pictures (limit image_size_entries)")
    }
    entries.append(
      ImageSizes.Entry(
        key: ImageSizes.key(of: url), size: size,
        place: UInt64(files.count) << 40 | UInt64(number) & 0xFF_FFFF_FFFF))
  }

  /// Counts a line that is longer than the reader of lines allows.
  public mutating func addLongLine(number: Int, limit: Int) {
    refuse(number, "the line is longer than \(limit) bytes")
  }

  /// The sizes of all lines; the reader is then empty.
  public mutating func finish() -> ImageSizes {
    entries.sort {
      $0.key == $1.key ? $0.place < $1.place : ImageSizes.precedes($0.key, $1.key)
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
        first = min(first, entries[index].place)
      }
      entries[kept - 1] = entries[index]
    }
    entries.removeLast(entries.count - kept)
    if conflicts > 0 {
      let file = Int(first >> 40) - 1
      warnings.append(
        FeedWarning(
          .imageSizeConflict, path: files.indices.contains(file) ? files[file] : path,
          place: RecordPlace(line: Int(first & 0xFF_FFFF_FFFF)),
          "the picture had another size in an earlier line; the last one counts",
          count: conflicts))
    }
    defer { entries = [] }
    return ImageSizes(sorted: entries)
  }

  private var path: String { files.last ?? "-" }

  private mutating func refuse(_ number: Int, _ found: String) {
    badLines += 1
    if let known = warnings.firstIndex(where: { $0.code == .imageSizeLine }) {
      warnings[known].count += 1
    } else {
      warnings.append(
        FeedWarning(
          .imageSizeLine, path: path, place: RecordPlace(line: number),
          "\(found); the line is left out"))
    }
  }
}
