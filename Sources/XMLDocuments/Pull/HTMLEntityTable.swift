import CLibXML2

/// The characters of HTML's named entities, by libxml2's table, which it searches from its start at
/// every call; here each name is looked up once.
struct HTMLEntityTable: ~Copyable {
  /// A name of at most eight letters in one number, and its character plus one; 1 for none.
  struct Slot: BitwiseCopyable {
    var name: UInt64 = 0
    var scalar: UInt32 = 0
  }

  private static let size = 1024
  private var slots: FlatBuffer<Slot>

  init() {
    slots = FlatBuffer(capacity: Self.size)
    for _ in 0..<Self.size { slots.append(Slot()) }
  }

  /// The character that a name stands for, if it is HTML's.
  mutating func scalar(_ name: InternedName) -> UInt32? {
    var packed: UInt64 = 0
    var length = 0
    while name[length] != 0 {
      // The longest name of HTML 4 has eight letters.
      if length == 8 { return nil }
      packed = packed << 8 | UInt64(name[length])
      length += 1
    }
    let index = Int(truncatingIfNeeded: (packed &* 0x9E37_79B9_7F4A_7C15) >> 54)
    if slots[index].name != packed {
      let found = htmlEntityLookup(name).map { $0.pointee.value + 1 } ?? 1
      slots[index] = Slot(name: packed, scalar: found)
    }
    let found = slots[index].scalar
    return found > 1 ? found - 1 : nil
  }
}
