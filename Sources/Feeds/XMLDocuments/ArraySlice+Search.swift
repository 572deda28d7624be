#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension ArraySlice<UInt8> {
  /// The index of the first occurrence of a byte, found with `memchr` of the C library; `nil` if
  /// there is none.
  package func firstIndex(ofByte byte: UInt8) -> Int? {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let match = memchr(start, Int32(byte), bytes.count)
      else { return nil }
      return startIndex + (UnsafeRawPointer(match) - start)
    }
  }
}
