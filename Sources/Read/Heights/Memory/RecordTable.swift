#if canImport(HeightStore)
import HeightStore
import LayoutPrimitives

/// The records of a feed with their cells, found by id.
///
/// It is a hash table with open addressing and linear probing. The id of a record and its cell in
/// the first environment are in one line of 64 bytes. A lookup therefore reads memory only twice:
/// the slot and the line. Ids of more than 24 bytes and all versions are in the array `arena`.
/// Hashes use the random seed of the process, so that an attacker cannot choose ids with equal
/// hashes.
struct RecordTable: Sendable {
  private struct Slot {
    var tag: UInt32 = 0
    /// The number of the record plus 1; 0 if the slot is free.
    var number: UInt32 = 0
  }

  /// An id of at most 24 bytes, padded with zeros; for a longer id, its start in `arena`.
  private struct Key: Equatable {
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    var byteCount: UInt32

    static func == (left: Key, right: Key) -> Bool {
      left.words == right.words && left.byteCount == right.byteCount
    }
  }

  private struct Line {
    var key: Key
    /// The length of the version in `arena`; the bit `versionHash` marks a hash of 16 bytes.
    var versionBytes: UInt32
    var versionStart: UInt64
    var first: CellTable.Row
  }

  private static let versionHash = UInt32(1) << 31
  private static let inlineBytes = 24

  private var slots: [Slot]
  private var lines: [Line] = []
  private var arena: [UInt8] = []
  /// The cells in all environments except the first; shape `[records, environments - 1]`.
  private var others: [CellTable.Row] = []
  private let environments: Int
  /// A result of `readAhead`, stored so that the compiler does not remove the reads.
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

  var count: Int { lines.count }

  /// Size of the table in memory, in bytes.
  var memoryBytes: Int {
    slots.capacity * MemoryLayout<Slot>.stride + lines.capacity * MemoryLayout<Line>.stride
      + others.capacity * MemoryLayout<CellTable.Row>.stride + arena.capacity
  }

  /// Creates free slots, at least two per record.
  private static func slots(for count: Int) -> [Slot] {
    var size = 16
    while size < count * 2 { size *= 2 }
    return [Slot](repeating: Slot(), count: size)
  }

  /// The key of a short id; nil for an id of more than 24 bytes.
  private static func key(_ id: UnsafeRawBufferPointer) -> Key? {
    guard id.count <= inlineBytes else { return nil }
    var key = Key(byteCount: UInt32(id.count))
    withUnsafeMutableBytes(of: &key.words) { $0.copyMemory(from: id) }
    return key
  }

  /// The number of the record with an id; nil if there is none.
  func number(of id: UnsafeRawBufferPointer) -> Int? {
    let slot = slots[slotIndex(of: id, Self.key(id), CellBatch.hash(id))]
    return slot.number == 0 ? nil : Int(slot.number) - 1
  }

  /// The index of the slot of an id, or of the free slot in which to insert it.
  private func slotIndex(of id: UnsafeRawBufferPointer, _ key: Key?, _ hash: UInt64) -> Int {
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    var slotIndex = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while true {
      let slot = slots[slotIndex]
      if slot.number == 0 { return slotIndex }
      if slot.tag == tag, matches(Int(slot.number) - 1, id, key) { return slotIndex }
      slotIndex = (slotIndex + 1) & (slots.count - 1)
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

  /// Reads the slots of hashes before their records are inserted.
  ///
  /// Each insertion waits for its slot before the next insertion can begin. This function lets the
  /// processor fetch many slots at once, so that they are in its cache during the insertions.
  mutating func readAhead(_ hashes: some Sequence<UInt64>) {
    var numbers: UInt32 = 0
    for hash in hashes {
      numbers |= slots[Int(truncatingIfNeeded: hash) & (slots.count - 1)].number
    }
    lastReadAhead = numbers
  }

  /// Returns the number of a record; adds the record, without cells, if it is new.
  ///
  /// - Parameters:
  ///   - id: Id of the record.
  ///   - hash: The hash of the id.
  ///   - version: The version of the record: the 16 bytes of a hash, or a text.
  ///   - isHash: Whether `version` is a hash.
  /// - Returns: nil if there are too many records, or if the id or the version is too long.
  mutating func insert(
    _ id: UnsafeRawBufferPointer, hash: UInt64, version: UnsafeRawBufferPointer, isHash: Bool
  ) -> Int? {
    if (lines.count + 1) * 2 > slots.count { grow() }
    let short = Self.key(id)
    let slotIndex = slotIndex(of: id, short, hash)
    if slots[slotIndex].number != 0 { return Int(slots[slotIndex].number) - 1 }
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
    slots[slotIndex] = Slot(
      tag: UInt32(truncatingIfNeeded: hash >> 32), number: UInt32(lines.count))
    return lines.count - 1
  }

  /// Whether a record has a given version.
  ///
  /// - Parameters:
  ///   - number: The number of the record.
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
      var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[index].number != 0 { index = (index + 1) & (slots.count - 1) }
      slots[index] = Slot(
        tag: UInt32(truncatingIfNeeded: hash >> 32), number: UInt32(number + 1))
    }
  }

  /// The cell of a record in an environment; it is set only once.
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

  func id(of number: Int) -> String { withID(of: number) { String(decoding: $0, as: UTF8.self) } }

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
