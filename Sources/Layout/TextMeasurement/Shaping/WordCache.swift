/// Shaped words by context and text, in two halves of limited size.
///
/// Each half is an open-addressing hash table over an arena of bytes, which grows up to its limit. A
/// word moves to the young half when it is used. When the young half is full, it becomes the old
/// half, and the words of the previous old half are removed. So the size of the cache is limited,
/// and it is never emptied at once. Its contents do not affect results.
final class WordCache {
  private var young: Generation
  private var old: Generation
  /// Maximum size of a cached word, in bytes, so that one text cannot remove all other words.
  let largestWord: Int

  /// Creates an empty cache.
  ///
  /// - Parameter bytes: Maximum size of the words in each half, at least 1,024. The hash table of a
  ///   half takes up to a third more.
  init(bytes: Int) {
    young = Generation(limit: bytes)
    old = Generation(limit: bytes)
    largestWord = bytes / 8
  }

  deinit {
    young.free()
    old.free()
  }

  /// Finds a word and moves it to the young half; `nil` if it is not cached.
  @inline(__always)
  func find(context: UInt64, hash: UInt64, _ text: PaddedText.Word) -> ShapedWord? {
    if let word = young.find(context: context, hash: hash, text) { return word }
    guard let word = old.find(context: context, hash: hash, text) else { return nil }
    return insert(word, hash: hash)
  }

  /// Copies a word into the young half and returns the copy.
  ///
  /// A word larger than `largestWord` is returned without being cached.
  func insert(_ word: ShapedWord, hash: UInt64) -> ShapedWord {
    let size = word.byteCount
    if size > largestWord { return word }
    while !young.hasRoom(for: size) {
      if young.grow() { continue }
      swap(&young, &old)
      young.clear()
    }
    return young.insert(word, size: size, hash: hash)
  }

  /// A 64-bit hash of a word's context and text.
  @inline(__always)
  static func hash(context: UInt64, _ text: PaddedText.Word) -> UInt64 {
    let bytes = UnsafeRawPointer(text.units)
    var hash = mix(context ^ 0x9e37_79b9_7f4a_7c15, UInt64(text.count) | 0xff51_afd7_0000_0001)
    var offset = 0
    var left = text.count
    while left >= 4 {
      hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), multiplier)
      offset &+= 8
      left &-= 4
    }
    if left > 0 {
      let mask = Self.lowMask(left)
      let rest = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & mask
      hash = mix(hash ^ rest, multiplier)
    }
    return mix(hash, 0xc4ce_b9fe_1a85_ec53)
  }

  /// A 64-bit hash of bytes.
  static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = mix(0x9e37_79b9_7f4a_7c15, UInt64(truncatingIfNeeded: bytes.count) | 1)
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), multiplier)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return mix(mix(hash ^ rest, multiplier), 0xc4ce_b9fe_1a85_ec53)
  }

  /// Mask of the first 0...3 UTF-16 units in eight bytes that are loaded as one number.
  @inline(__always)
  static func lowMask(_ units: Int) -> UInt64 {
    let end: UInt64 = 1 << UInt64(units &* 16)
    return end &- 1
  }

  private static let multiplier: UInt64 = 0xa076_1d64_78bd_642f

  @inline(__always)
  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}

/// The young or the old half of the word cache: a hash table over an arena of words.
private struct Generation {
  /// Mask of the bits of a slot that contain a part of the word's hash.
  private static let tagMask: UInt64 = 0xFFFF_FFFF_0000_0000

  /// Slots of the hash table; 0 is an empty slot.
  ///
  /// The upper half of a slot is a part of the word's hash. The lower half is 1 plus the word's
  /// offset in the arena, in units of 8 bytes.
  private var slots: UnsafeMutablePointer<UInt64>
  private var arena: UnsafeMutableRawPointer
  private var mask: Int
  private var arenaSize: Int
  /// Maximum size of the arena, in bytes.
  private let limit: Int
  private var count = 0
  private var used = 0

  /// Size of an arena at first, in bytes.
  private static let initialSize = 1 << 18

  init(limit: Int) {
    self.limit = limit
    arenaSize = min(limit, Self.initialSize)
    (slots, arena, mask) = Self.allocate(arenaSize)
  }

  private static func allocate(
    _ size: Int
  ) -> (UnsafeMutablePointer<UInt64>, UnsafeMutableRawPointer, mask: Int) {
    // A word of typical length takes about 72 bytes, and a slot for a word and a half is enough.
    var slots = 32
    while slots < size / 48 { slots *= 2 }
    let table = UnsafeMutablePointer<UInt64>.allocate(capacity: slots)
    table.initialize(repeating: 0, count: slots)
    return (table, .allocate(byteCount: size, alignment: 8), slots - 1)
  }

  /// Doubles the size of the arena and of the table; returns whether the limit allowed it.
  mutating func grow() -> Bool {
    guard arenaSize < limit else { return false }
    arenaSize = min(limit, arenaSize * 2)
    let (oldSlots, oldArena) = (slots, arena)
    (slots, arena, mask) = Self.allocate(arenaSize)
    arena.copyMemory(from: oldArena, byteCount: used)
    var offset = 0
    while offset < used {
      let word = ShapedWord(base: arena + offset)
      let text = PaddedText.Word(UnsafePointer(word.text), count: word.textCount)
      enter(offset, hash: WordCache.hash(context: word.context, text))
      offset += word.byteCount
    }
    oldSlots.deallocate()
    oldArena.deallocate()
    return true
  }

  func free() {
    slots.deallocate()
    arena.deallocate()
  }

  mutating func clear() {
    slots.update(repeating: 0, count: mask + 1)
    count = 0
    used = 0
  }

  func hasRoom(for size: Int) -> Bool {
    count * 4 < (mask + 1) * 3 && used + size <= arenaSize
  }

  @inline(__always)
  func find(context: UInt64, hash: UInt64, _ text: PaddedText.Word) -> ShapedWord? {
    let tag = hash & Self.tagMask
    var index = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[index]
      if slot == 0 { return nil }
      if slot & Self.tagMask == tag {
        let word = ShapedWord(base: arena + (Int(slot & 0xFFFF_FFFF) &* 8 &- 8))
        if word.context == context, word.textCount == text.count, Self.equal(word.text, text) {
          return word
        }
      }
      index = (index &+ 1) & mask
    }
  }

  mutating func insert(_ word: ShapedWord, size: Int, hash: UInt64) -> ShapedWord {
    let target = arena + used
    target.copyMemory(from: word.base, byteCount: size)
    enter(used, hash: hash)
    used += size
    count += 1
    return ShapedWord(base: target)
  }

  /// Writes the slot of a word at an offset in the arena.
  private func enter(_ offset: Int, hash: UInt64) {
    var index = Int(truncatingIfNeeded: hash) & mask
    while slots[index] != 0 { index = (index &+ 1) & mask }
    slots[index] = (hash & Self.tagMask) | UInt64(offset / 8 + 1)
  }

  /// Whether the text of a cached word, which zeros follow, equals another text.
  ///
  /// Eight bytes are compared at a time.
  @inline(__always)
  private static func equal(_ kept: UnsafePointer<UInt16>, _ text: PaddedText.Word) -> Bool {
    let left = UnsafeRawPointer(kept)
    let right = UnsafeRawPointer(text.units)
    var offset = 0
    var rest = text.count
    while rest >= 4 {
      let a = left.load(fromByteOffset: offset, as: UInt64.self)
      let b = right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if a != b { return false }
      offset &+= 8
      rest &-= 4
    }
    if rest == 0 { return true }
    let a = left.load(fromByteOffset: offset, as: UInt64.self)
    let b = right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return a == b & WordCache.lowMask(rest)
  }
}

/// UTF-16 units followed by padding, so that words can be hashed and compared eight bytes at a
/// time.
struct PaddedText {
  /// Number of units of padding, which can be read but are not a part of the text.
  static let padding = 4

  let units: UnsafePointer<UInt16>
  private let count: Int

  /// Creates a view of the first `count` units of a buffer.
  ///
  /// The buffer must have capacity for the padding. While the view is used, the buffer must neither
  /// grow nor be released.
  init(_ buffer: ScratchBuffer<UInt16>, count: Int) {
    precondition(count >= 0 && count + Self.padding <= buffer.capacity)
    units = UnsafePointer(buffer.base)
    self.count = count
  }

  /// A word in the padded text.
  struct Word {
    let units: UnsafePointer<UInt16>
    let count: Int

    @inline(__always)
    fileprivate init(_ units: UnsafePointer<UInt16>, count: Int) {
      self.units = units
      self.count = count
    }
  }

  /// The word of `count` units that begins at a UTF-16 offset.
  @inline(__always)
  func word(at start: Int, count: Int) -> Word {
    precondition(start >= 0 && count >= 0 && start <= self.count &- count)
    return Word(units + start, count: count)
  }
}
