/// A byte for each Unicode scalar; pages of 256 scalars are allocated when one is written.
struct PageTable {
  /// The value of a scalar that has not been set.
  static let unknown: UInt8 = 0xFF

  private var pages = ContiguousArray<UInt16>(repeating: 0, count: 0x1100)
  private var bytes = ContiguousArray<UInt8>(repeating: unknown, count: 256)

  /// The byte of a scalar up to U+10FFFF.
  subscript(scalar: UInt32) -> UInt8 {
    get {
      let page = Int(pages[Int(scalar >> 8)])
      return bytes[page << 8 | Int(scalar & 0xFF)]
    }
    set {
      let high = Int(scalar >> 8)
      if pages[high] == 0 {
        // Page 0 stays unknown; at most 0x1100 pages follow it.
        pages[high] = UInt16(bytes.count >> 8)
        bytes.append(contentsOf: repeatElement(Self.unknown, count: 256))
      }
      bytes[Int(pages[high]) << 8 | Int(scalar & 0xFF)] = newValue
    }
  }
}
