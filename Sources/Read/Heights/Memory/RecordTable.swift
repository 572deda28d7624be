#if canImport(HeightStore)
import HeightStore
import LayoutPrimitives

/// The records of a feed with their cells, found by id.
///
/// A hash table with open addressing and linear probing. A record's id and its cell in the first
/// environment are one line of 64 bytes, so that a lookup reads memory twice: the slot and the
/// line. Ids of more than 24 bytes and all versions are in an arena. Hashes have the process's
/// random seed, so that ids cannot be chosen to collide.
struct RecordTable: Sendable {
  private struct Slot {
    var tag: UInt32 = 0
    /// The record's number plus 1; 0 if the slot is free.
    var number: UInt32 = 0
  }

  /// An id of up to 24 bytes, padded with zeros; of a longer one its start in the arena.
  private struct Key: Equatable {
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    var byteCount: UInt32

    static func == (left: Key, right: Key) -> Bool {
      left.words == right.words && left.byteCount == right.byteCount
    }
  }

  private struct Line {
    var key: Key
    /// The length of the version in the arena; 16 raw bytes for a hash, which `versionHash` marks.
    var versionBytes: UInt32
    var versionStart: UInt64
    var first: CellTable.Row
  }

  private static let versionHash = UInt32(1) << 31
  private static let inlineBytes = 24

  private var slots: [Slot]
  private var lines: [Line] = []
  private var arena: [UInt8] = []
  /// The cells in the environments after the first; shape `[records, environments - 1]`.
  private var others: [CellTable.Row] = []
  /// Number of environments.
  private let environments: Int
  /// Kept so that the compiler does not remove the reads.
  private var lastReadAhead: UInt32 = 0

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - count: The expected number of records.
  ///   - environments: Number of environments, at least 1.
  init(count: Int, environments: Int) {
    slots = Self.slots(for: count)
    lines.reserveCapacity(count)
    self.environments = max(1, environments)
    others.reserveCapacity(count * (self.environments - 1))
  }

  /// Number of records.
  var count: Int { lines.count }

  /// Memory that it takes, in bytes.
  var memoryBytes: Int {
    slots.capacity * MemoryLayout<Slot>.stride + lines.capacity * MemoryLayout<Line>.stride
      + others.capacity * MemoryLayout<CellTable.Row>.stride + arena.capacity
  }

  /// At most half of the slots are taken.
  private static func slots(for count: Int) -> [Slot] {
    var size = 16
    while size < count * 2 { size *= 2 }
    return [Slot](repeating: Slot(), count: size)
  }

  /// The key of a short id; nil for a long one.
  private static func key(_ id: UnsafeRawBufferPointer) -> Key? {
    guard id.count <= inlineBytes else { return nil }
    var key = Key(byteCount: UInt32(id.count))
    withUnsafeMutableBytes(of: &key.words) { $0.copyMemory(from: id) }
    return key
  }

  /// The number of a record; nil for none.
  func number(of id: UnsafeRawBufferPointer) -> Int? {
    let slot = slots[place(of: id, Self.key(id), CellBatch.hash(id))]
    return slot.number == 0 ? nil : Int(slot.number) - 1
  }

  /// The slot of an id, or the free slot for it.
  private func place(of id: UnsafeRawBufferPointer, _ key: Key?, _ hash: UInt64) -> Int {
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while true {
      let slot = slots[place]
      if slot.number == 0 { return place }
      if slot.tag == tag, matches(Int(slot.number) - 1, id, key) { return place }
      place = (place + 1) & (slots.count - 1)
    }
  }

  private func matches(_ number: Int, _ id: UnsafeRawBufferPointer, _ key: Key?) -> Bool {
    if let key { return lines[number].key == key }
    guard lines[number].key.byteCount == UInt32(id.count) else { return false }
    return withID(of: number) { $0.elementsEqual(id) }
  }

  /// Calls `body` with the bytes of a record's id.
  private func withID<Result>(
    of number: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let key = lines[number].key
    let count = Int(key.byteCount)
    if count <= Self.inlineBytes {
      return try withUnsafeBytes(of: key.words) {
        try body(UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
    }
    let start = Int(key.words.0)
    return try arena.withUnsafeBytes {
      try body(UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
    }
  }

  /// Reads the slots of hashes ahead of insertions.
  ///
  /// An insertion waits for its slot before the next can begin. Here the processor fetches many
  /// slots at once, so that they are in its cache for the insertions.
  mutating func readAhead(_ hashes: some Sequence<UInt64>) {
    var found: UInt32 = 0
    for hash in hashes { found |= slots[Int(truncatingIfNeeded: hash) & (slots.count - 1)].number }
    lastReadAhead = found
  }

  /// The number of a record; a new record is added with its version and without cells.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - hash: The hash of the id.
  ///   - version: The 16 bytes of a hash, or a text.
  ///   - isHash: Whether `version` is a hash.
  /// - Returns: nil beyond the largest number or size.
  mutating func insert(
    _ id: UnsafeRawBufferPointer, hash: UInt64, version: UnsafeRawBufferPointer, isHash: Bool
  ) -> Int? {
    if (lines.count + 1) * 2 > slots.count { grow() }
    let short = Self.key(id)
    let place = place(of: id, short, hash)
    if slots[place].number != 0 { return Int(slots[place].number) - 1 }
    guard lines.count < Int(UInt32.max) - 1, id.count < Int(Self.versionHash),
      version.count < Int(Self.versionHash)
    else { return nil }
    var key = short ?? Key(byteCount: UInt32(id.count))
    if short == nil {
      key.words.0 = UInt64(arena.count)
      arena.append(contentsOf: id)
    }
    let start = arena.count
    arena.append(contentsOf: version)
    lines.append(
      Line(
        key: key, versionBytes: UInt32(version.count) | (isHash ? Self.versionHash : 0),
        versionStart: UInt64(start), first: .absent))
    if environments > 1 {
      others.append(contentsOf: repeatElement(.absent, count: environments - 1))
    }
    slots[place] = Slot(
      tag: UInt32(truncatingIfNeeded: hash >> 32), number: UInt32(lines.count))
    return lines.count - 1
  }

  /// Whether a record has a version.
  ///
  /// - Parameters:
  ///   - number: The record's number.
  ///   - version: The 16 bytes of a hash, or a text.
  ///   - isHash: Whether `version` is a hash.
  func has(_ number: Int, version: UnsafeRawBufferPointer, isHash: Bool) -> Bool {
    let line = lines[number]
    let count = UInt32(truncatingIfNeeded: version.count)
    guard line.versionBytes == count | (isHash ? Self.versionHash : 0) else { return false }
    let start = Int(line.versionStart)
    return arena.withUnsafeBytes { arena in
      arena[start..<start + version.count].elementsEqual(version)
    }
  }

  private mutating func grow() {
    slots = Self.slots(for: slots.count)
    for number in lines.indices {
      let hash = withID(of: number, CellBatch.hash)
      var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[place].number != 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = Slot(
        tag: UInt32(truncatingIfNeeded: hash >> 32), number: UInt32(number + 1))
    }
  }

  /// The cell of a record in an environment, which is set once.
  subscript(number: Int, column: Int) -> CellTable.Row {
    get {
      column == 0
        ? lines[number].first : others[number * (environments - 1) + column - 1]
    }
    set {
      if column == 0 {
        lines[number].first = newValue
      } else {
        others[number * (environments - 1) + column - 1] = newValue
      }
    }
  }

  /// A record's id.
  func id(of number: Int) -> String { withID(of: number) { String(decoding: $0, as: UTF8.self) } }

  /// A record's version.
  func version(of number: Int) -> StoredVersion {
    let line = lines[number]
    let start = Int(line.versionStart)
    let end = start + Int(line.versionBytes & ~Self.versionHash)
    return arena.withUnsafeBytes { arena in
      StoredVersion(
        stored: UnsafeRawBufferPointer(rebasing: arena[start..<end]),
        isHash: line.versionBytes & Self.versionHash != 0)
    }
  }
}
#endif
