import CRawReaders
import FeedRecords
import Foundation

/// A generated feed in memory, to be read again and again.
final class IngestedFeed: Sendable {
  private let source: FeedSource
  /// The feed with the bytes behind it that simdjson wants.
  private let padded: [UInt8]
  private let length: Int

  init(format: String, records: Int, _ input: BenchmarkInput) throws {
    let folder = try BenchmarkFolder()
    let path = try folder.generateFeed(records: records, format: format, root: input.root)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    source = FeedSource(bytes: bytes, name: "feed.\(format)")
    length = bytes.count
    padded = bytes + [UInt8](repeating: 0, count: raw_json_padding())
  }

  /// What the plain parser finds.
  func read(by plain: (UnsafePointer<UInt8>, Int, Int) -> raw_totals) -> raw_totals {
    padded.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return raw_totals() }
      return plain(start, length, buffer.count - length)
    }
  }

  /// What our reader finds.
  func totals(convertsHTML: Bool = false) throws -> raw_totals {
    var totals = raw_totals()
    var reader = try FeedReader(source: source, convertsHTML: convertsHTML)
    while let item = try reader.next() {
      guard case .record(let record) = item else {
        totals.failed = 1
        continue
      }
      totals.records += 1
      // The texts that the plain side has copied: some are only made when they are asked for. But
      // not the language, which an item of RSS or Atom has from its feed.
      totals.bytes += record.id.utf8.count + (record.title?.utf8.count ?? 0)
      totals.bytes += (record.contentHTML ?? record.contentText)?.utf8.count ?? 0
      totals.bytes += (record.author?.utf8.count ?? 0) + (record.url?.utf8.count ?? 0)
      totals.bytes += record.image?.url.utf8.count ?? 0
    }
    return totals
  }

  /// The HTML of all records.
  func markup() throws -> [String] {
    var texts: [String] = []
    var reader = try FeedReader(source: source, convertsHTML: false)
    while let item = try reader.next() {
      if case .record(let record) = item, let html = record.contentHTML { texts.append(html) }
    }
    return texts
  }
}

extension raw_totals {
  /// Whether both have the same records and bytes, and none failed.
  func agrees(with other: raw_totals) -> Bool {
    records == other.records && bytes == other.bytes && failed == 0 && other.failed == 0
  }
}
