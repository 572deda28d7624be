/// The positions of a feed's records without a height in the first environment.
///
/// With the list in feed order they give the order of all records.
struct FailedPlaces: Hashable, Sendable {
  /// Size of an entry: a little-endian Int64 position and an Int64 cell number.
  static let entryBytes = 16

  /// The entries in ascending order of positions; nil for too many.
  private(set) var bytes: [UInt8]? = []
  private let maximum: Int
  private var records: Int64 = 0

  /// - Parameter maximum: Maximum number of entries.
  init(maximum: Int) { self.maximum = maximum }

  /// Adds the next record, by its cell in the first environment.
  mutating func add(_ cell: CellReference) {
    defer { records += 1 }
    guard cell.height == nil, let count = bytes?.count else { return }
    guard count / Self.entryBytes < maximum else {
      bytes = nil
      return
    }
    for number in [records, cell.cellID] {
      withUnsafeBytes(of: number.littleEndian) { bytes?.append(contentsOf: $0) }
    }
  }

  /// Decodes entries; nil unless positions ascend and there are whole entries.
  static func entries(_ bytes: [UInt8]) -> [(position: Int64, cell: Int64)]? {
    guard bytes.count % entryBytes == 0 else { return nil }
    var entries: [(position: Int64, cell: Int64)] = []
    entries.reserveCapacity(bytes.count / entryBytes)
    var last: Int64 = -1
    for start in stride(from: 0, to: bytes.count, by: entryBytes) {
      let (position, cell) = bytes.withUnsafeBytes {
        (
          Int64(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Int64.self)),
          Int64(littleEndian: $0.loadUnaligned(fromByteOffset: start + 8, as: Int64.self))
        )
      }
      guard position > last else { return nil }
      last = position
      entries.append((position, cell))
    }
    return entries
  }
}
