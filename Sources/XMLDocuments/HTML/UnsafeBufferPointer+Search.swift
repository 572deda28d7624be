#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension UnsafeBufferPointer<UInt8> {
  /// Where a byte is found first from some place on, at the speed of the system's library.
  package func firstPlace(of byte: UInt8, from place: Int = 0) -> Int? {
    guard let start = baseAddress, place < count,
      let found = memchr(start + place, Int32(byte), count - place)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }
}
