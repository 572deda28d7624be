/// A 128-bit hash of content: the same on every machine and in every run, not for secrets.
///
/// Source: MurmurHash3 x64 128 with seed 0, as published by its author.
enum ContentHash {
  /// The hash as 32 hexadecimal digits, the first word first.
  static func hex(_ bytes: UnsafeRawBufferPointer) -> String {
    let (first, second) = hash(bytes)
    return padded(first) + padded(second)
  }

  /// The hash of a text's UTF-8 bytes.
  static func hex(_ text: String) -> String {
    var text = text
    return text.withUTF8 { hex(UnsafeRawBufferPointer($0)) }
  }

  private static func padded(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
    let (c1, c2): (UInt64, UInt64) = (0x87c3_7b91_1142_53d5, 0x4cf5_ad43_2745_937f)
    var (h1, h2): (UInt64, UInt64) = (0, 0)
    func mixed1(_ word: UInt64) -> UInt64 { rotated(word &* c1, 31) &* c2 }
    func mixed2(_ word: UInt64) -> UInt64 { rotated(word &* c2, 33) &* c1 }

    let whole = bytes.count / 16 * 16
    var place = 0
    while place < whole {
      let k1 = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let k2 = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
      h1 = (rotated(h1 ^ mixed1(k1), 27) &+ h2) &* 5 &+ 0x52dc_e729
      h2 = (rotated(h2 ^ mixed2(k2), 31) &+ h1) &* 5 &+ 0x3849_5ab5
      place += 16
    }
    var (k1, k2): (UInt64, UInt64) = (0, 0)
    for index in whole..<bytes.count {
      let shift = UInt64(index - whole) * 8
      if shift < 64 {
        k1 |= UInt64(bytes[index]) << shift
      } else {
        k2 |= UInt64(bytes[index]) << (shift - 64)
      }
    }
    h2 ^= mixed2(k2)
    h1 ^= mixed1(k1)
    h1 ^= UInt64(bytes.count)
    h2 ^= UInt64(bytes.count)
    h1 &+= h2
    h2 &+= h1
    h1 = finished(h1)
    h2 = finished(h2)
    h1 &+= h2
    h2 &+= h1
    return (h1, h2)
  }

  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }

  private static func finished(_ word: UInt64) -> UInt64 {
    var word = word
    word ^= word >> 33
    word &*= 0xff51_afd7_ed55_8ccd
    word ^= word >> 33
    word &*= 0xc4ce_b9fe_1a85_ec53
    return word ^ word >> 33
  }
}
