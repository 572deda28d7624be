/// The named characters of HTML, all 2,125 of them; libxml2 knows the 253 of HTML 4, and is
/// not asked.
struct HTMLEntityNames: Sendable {
  /// What a name stands for.
  struct Entity {
    /// Where its name stands among the bytes of all names.
    fileprivate var start: Int32
    fileprivate var count: Int32
    /// Whether a reference may lack its semicolon.
    var isLegacy: Bool
    var scalar: Unicode.Scalar
    /// Some names stand for two characters.
    var second: Unicode.Scalar?
  }

  /// The longest name, in bytes.
  static let longest = 31
  /// The longest name that may lack its semicolon.
  static let longestLegacy = 6
  /// All of them; made when the first is asked for.
  static let all = HTMLEntityNames()

  private var names: [UInt8] = []
  private var entities: [Entity] = []
  /// Places in `entities`, by hash; -1 is free.
  private var slots: [Int16] = Array(repeating: -1, count: 8192)

  private init() {
    for source in [Self.first, Self.second] {
      source.withUTF8Buffer { bytes in
        for line in bytes.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) { add(line) }
      }
    }
  }

  /// The entity of a name without `&` and `;`.
  func find(_ name: UnsafeBufferPointer<UInt8>) -> Entity? {
    var slot = Self.hash(name)
    while slots[slot] >= 0 {
      let entity = entities[Int(slots[slot])]
      if Int(entity.count) == name.count {
        let start = Int(entity.start)
        var index = 0
        while index < name.count, names[start + index] == name[index] { index += 1 }
        if index == name.count { return entity }
      }
      slot = (slot + 1) & 8191
    }
    return nil
  }

  private mutating func add(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
    guard
      let mark = line.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "!") })
    else { return }
    let name = UnsafeBufferPointer(rebasing: line[..<mark])
    let scalars = line[(mark + 1)...].split(separator: UInt8(ascii: "+")).compactMap {
      UInt32(String(decoding: $0, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init)
    }
    guard let scalar = scalars.first else { return }
    var slot = Self.hash(name)
    while slots[slot] >= 0 { slot = (slot + 1) & 8191 }
    slots[slot] = Int16(entities.count)
    entities.append(
      Entity(
        start: Int32(names.count), count: Int32(name.count),
        isLegacy: line[mark] == UInt8(ascii: "!"), scalar: scalar,
        second: scalars.count > 1 ? scalars[1] : nil))
    names.append(contentsOf: name)
  }

  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int((hash ^ (hash >> 15)) & 8191)
  }
}
