/// The order of a list's chunks, as stored in `list_environments.chunks`.
///
/// A chunk is a little-endian Int64, its number, an Int32, the number of its cells, and an Int64,
/// the sum of their heights in steps.
struct ChunkOrder: Hashable, Sendable {
  /// One chunk.
  struct Entry: Hashable, Sendable {
    let chunk: Int64
    let cells: Int
    let heightSum: Int
  }

  /// Size of an entry, in bytes.
  static let entryBytes = 20

  private(set) var entries: [Entry] = []

  init() {}

  /// Decodes the stored form; nil for one that no build writes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count.isMultiple(of: Self.entryBytes) else { return nil }
    entries.reserveCapacity(bytes.count / Self.entryBytes)
    var all = 0
    let isWhole = bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: Self.entryBytes) {
        let chunk = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Int64.self))
        let cells = Int32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: start + 8, as: Int32.self))
        let sum = Int64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: start + 12, as: Int64.self))
        guard chunk > 0, cells > 0, cells <= StoreSchema.maximumRowBytes, sum >= 0,
          sum <= Int64(cells) * Int64(Int32.max)
        else { return false }
        entries.append(Entry(chunk: chunk, cells: Int(cells), heightSum: Int(sum)))
        // So that no sum over a list overflows.
        all += Int(cells)
        guard all <= Int(Int32.max) else { return false }
      }
      return true
    }
    guard isWhole else { return nil }
  }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// The stored form.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * Self.entryBytes)
    for entry in entries {
      withUnsafeBytes(of: entry.chunk.littleEndian) { bytes.append(contentsOf: $0) }
      // No chunk has more cells: their numbers, of 8 bytes each, are one value of a row that was
      // written before, and SQLite's values end at 2³¹ bytes.
      withUnsafeBytes(of: Int32(truncatingIfNeeded: entry.cells).littleEndian) {
        bytes.append(contentsOf: $0)
      }
      withUnsafeBytes(of: Int64(entry.heightSum).littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}
