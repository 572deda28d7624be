import LayoutPrimitives

extension ContentHash {
  /// `hash:` and the 32 hexadecimal digits: an id or version for what has none of its own.
  var identity: String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 37) { text in
      let bytes = UnsafeMutableRawBufferPointer(text)
      // The first five bytes are "hash:"; the digits go over the rest.
      bytes.storeBytes(of: UInt64(0x3A_6873_6168).littleEndian, as: UInt64.self)
      func put(_ half: UInt64, at place: Int) {
        bytes.storeBytes(of: Self.digits(half).bigEndian, toByteOffset: place, as: UInt64.self)
      }
      put(high >> 32, at: 5)
      put(high & 0xFFFF_FFFF, at: 13)
      put(low >> 32, at: 21)
      put(low & 0xFFFF_FFFF, at: 29)
      return String(decoding: UnsafeBufferPointer(text), as: UTF8.self)
    }
  }

  /// The eight hexadecimal digits of 32 bits, the first in the highest byte.
  private static func digits(_ value: UInt64) -> UInt64 {
    // Each half byte to a byte of its own; then 0x30 to all, and 0x27 more to those above 9.
    var bytes = (value << 16 | value) & 0x0000_FFFF_0000_FFFF
    bytes = (bytes << 8 | bytes) & 0x00FF_00FF_00FF_00FF
    bytes = (bytes << 4 | bytes) & 0x0F0F_0F0F_0F0F_0F0F
    let letters = (bytes &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return bytes &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
  }
}
