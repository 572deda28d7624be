import CLibXML2
import Glibc

/// Numbers the names of a document, each read from libxml2 once.
struct XMLNameTable: ~Copyable {
  struct Key: BitwiseCopyable {
    let local: InternedName
    let prefix: InternedName?
    let uri: InternedName?

    @inline(__always)
    var hash: UInt {
      let parts = UInt(bitPattern: local) ^ (UInt(bitPattern: uri) &* 31)
      let mixed = (parts ^ (UInt(bitPattern: prefix) &* 131)) &* 0x9E37_79B9_7F4A_7C15
      return mixed >> 20
    }

    @inline(__always)
    static func == (left: Key, right: Key) -> Bool {
      left.local == right.local && left.prefix == right.prefix && left.uri == right.uri
    }
  }

  private var keys = FlatBuffer<Key>(capacity: 256)
  /// Index in `keys` plus one; 0 where a slot is free.
  private var slots = FlatBuffer<Int32>(capacity: 512)
  private var names: [XMLName] = []
  /// What a reader of names keeps with each, zero until it does.
  private var marks = FlatBuffer<UInt16>(capacity: 256)
  /// How many times all names were forgotten.
  private(set) var generation = 0
  /// Bytes of the longest name or prefix.
  private(set) var longest = 0

  init() { clear(512) }

  var count: Int { keys.count }

  /// The name of a number; an empty one for numbers that are not given.
  subscript(index: Int32) -> XMLName {
    guard index >= 0, Int(index) < names.count else {
      return XMLName(namespace: "", local: "", prefix: "")
    }
    return names[Int(index)]
  }

  /// Whether the local part of a name is a text.
  @inline(__always)
  func isLocal(_ index: Int32, _ local: StaticString) -> Bool {
    let name = keys[Int(index)].local
    // Most names differ in their first letter.
    guard name.pointee == local.utf8Start.pointee else { return false }
    let count = local.utf8CodeUnitCount
    return strncmp(Self.characters(name), Self.characters(local.utf8Start), count) == 0
      && name[count] == 0
  }

  private static func characters(_ bytes: UnsafePointer<UInt8>) -> UnsafePointer<CChar> {
    UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self)
  }

  /// What is kept with a name; zero for numbers that are not given.
  @inline(__always)
  func mark(_ index: Int32) -> UInt16 {
    index >= 0 && Int(index) < marks.count ? marks[Int(index)] : 0
  }

  /// Keeps something with a name until names are forgotten.
  mutating func setMark(_ mark: UInt16, of index: Int32) {
    if index >= 0, Int(index) < marks.count { marks[Int(index)] = mark }
  }

  /// The number of a name.
  @inline(__always)
  mutating func index(
    local: InternedName, prefix: InternedName?, uri: InternedName?
  ) -> Int32 {
    let key = Key(local: local, prefix: prefix, uri: uri)
    let mask = UInt(slots.count - 1)
    var slot = key.hash & mask
    while true {
      let found = slots[Int(slot)]
      if found == 0 { return add(key) }
      if keys[Int(found) - 1] == key { return found - 1 }
      slot = (slot + 1) & mask
    }
  }

  /// Forgets all names, because the strings they were known by are gone.
  mutating func removeAll() {
    keys.removeAll(keeping: 1024)
    names.removeAll(keepingCapacity: true)
    marks.removeAll(keeping: 1024)
    generation += 1
    slots.removeAll(keeping: 1024)
    clear(512)
    longest = 0
  }

  @inline(never)
  private mutating func add(_ key: Key) -> Int32 {
    keys.append(key)
    marks.append(0)
    let name = XMLName(
      namespace: key.uri.map { String(cString: $0) } ?? "", local: String(cString: key.local),
      prefix: key.prefix.map { String(cString: $0) } ?? "")
    names.append(name)
    longest = max(longest, name.local.utf8.count, name.prefix.utf8.count)
    if keys.count * 2 > slots.count {
      clear(slots.count * 2)
      for index in 0..<keys.count { place(index) }
    } else {
      place(keys.count - 1)
    }
    return Int32(keys.count - 1)
  }

  private mutating func clear(_ count: Int) {
    slots.truncate(to: 0)
    for _ in 0..<count { slots.append(0) }
  }

  private mutating func place(_ index: Int) {
    let mask = UInt(slots.count - 1)
    var slot = keys[index].hash & mask
    while slots[Int(slot)] != 0 { slot = (slot + 1) & mask }
    slots[Int(slot)] = Int32(index + 1)
  }
}
