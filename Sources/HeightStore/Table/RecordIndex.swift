import LayoutPrimitives

/// The ids of a feed's records with their numbers, found by hashing.
///
/// Open addressing with linear probing; ids and versions are kept in one arena. It takes about 40
/// bytes a record besides the texts. Hashes have the process's random seed, so that ids cannot be
/// chosen to collide.
struct RecordIndex: Sendable {
  /// Where a record's id and version are in the arena.
  private struct Entry {
    let start: UInt64
    let idBytes: UInt32
    /// Of the version, which follows the id; 16 raw bytes if `isHash`.
    let versionBytes: UInt32
    let isHash: Bool
  }

  private struct Slot {
    var tag: UInt32 = 0
    /// The record's number plus 1; 0 where the slot is free.
    var number: UInt32 = 0
  }

  private var slots: [Slot]
  private var entries: [Entry] = []
  private var arena: [UInt8] = []

  /// Creates an index.
  ///
  /// - Parameter count: The expected number of records.
  init(count: Int) {
    slots = Self.slots(for: count)
    entries.reserveCapacity(count)
  }

  /// Number of records.
  var count: Int { entries.count }

  /// Memory that it takes, in bytes.
  var memoryBytes: Int {
    slots.capacity * MemoryLayout<Slot>.stride + entries.capacity * MemoryLayout<Entry>.stride
      + arena.capacity
  }

  /// At most half of the slots are taken.
  private static func slots(for count: Int) -> [Slot] {
    var size = 16
    while size < count * 2 { size *= 2 }
    return [Slot](repeating: Slot(), count: size)
  }

  private static func hash(_ id: UnsafeRawBufferPointer) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: id)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  /// The number of a record; nil for none.
  func number(of id: UnsafeRawBufferPointer) -> Int? {
    let slot = slots[place(of: id, Self.hash(id))]
    return slot.number == 0 ? nil : Int(slot.number) - 1
  }

  /// The slot of an id, or the free one where it belongs.
  private func place(of id: UnsafeRawBufferPointer, _ hash: UInt64) -> Int {
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while true {
      let slot = slots[place]
      if slot.number == 0 { return place }
      if slot.tag == tag, hasID(id, entries[Int(slot.number) - 1]) { return place }
      place = (place + 1) & (slots.count - 1)
    }
  }

  private func hasID(_ id: UnsafeRawBufferPointer, _ entry: Entry) -> Bool {
    guard id.count == Int(entry.idBytes) else { return false }
    return arena.withUnsafeBytes { bytes in
      bytes[Int(entry.start)..<Int(entry.start) + id.count].elementsEqual(id)
    }
  }

  /// The number of a record, which is added with its version where it is new.
  ///
  /// - Returns: nil beyond the largest number.
  mutating func insert(_ id: UnsafeRawBufferPointer, version: StoredVersion) -> Int? {
    if (entries.count + 1) * 2 > slots.count { grow() }
    let hash = Self.hash(id)
    let place = place(of: id, hash)
    if slots[place].number != 0 { return Int(slots[place].number) - 1 }
    guard entries.count < Int(UInt32.max) - 1 else { return nil }
    let start = arena.count
    arena.append(contentsOf: id)
    let isHash: Bool
    switch version {
    case .hash(let hash):
      isHash = true
      withUnsafeBytes(of: hash.stored) { arena.append(contentsOf: $0) }
    case .text(let text):
      isHash = false
      arena.append(contentsOf: text.utf8)
    }
    entries.append(
      Entry(
        start: UInt64(start), idBytes: UInt32(id.count),
        versionBytes: UInt32(arena.count - start - id.count), isHash: isHash))
    slots[place] = Slot(
      tag: UInt32(truncatingIfNeeded: hash >> 32), number: UInt32(entries.count))
    return entries.count - 1
  }

  private mutating func grow() {
    slots = Self.slots(for: slots.count)
    for (number, entry) in entries.enumerated() {
      let hash = arena.withUnsafeBytes { bytes in
        let start = Int(entry.start)
        return Self.hash(
          UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(entry.idBytes)]))
      }
      var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[place].number != 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = Slot(
        tag: UInt32(truncatingIfNeeded: hash >> 32), number: UInt32(number + 1))
    }
  }

  /// A record's id.
  func id(of number: Int) -> String {
    let entry = entries[number]
    let start = Int(entry.start)
    return String(decoding: arena[start..<start + Int(entry.idBytes)], as: UTF8.self)
  }

  /// A record's version.
  func version(of number: Int) -> StoredVersion {
    let entry = entries[number]
    let start = Int(entry.start) + Int(entry.idBytes)
    let bytes = arena[start..<start + Int(entry.versionBytes)]
    if entry.isHash, let hash = bytes.withUnsafeBytes({ ContentHash(stored: $0) }) {
      return .hash(hash)
    }
    return .text(String(decoding: bytes, as: UTF8.self))
  }
}
