#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ArraySlice<UInt8> {
  /// The first index of a byte, by the C library's search: most bytes of a document are passed over.
  package func place(of byte: UInt8) -> Int? {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count)
      else { return nil }
      return startIndex + (UnsafeRawPointer(found) - start)
    }
  }
}
