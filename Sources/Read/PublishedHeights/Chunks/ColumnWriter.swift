/// Writes the columns of a chunk.
public struct ColumnWriter: Sendable {
  /// What was written.
  public private(set) var bytes: [UInt8] = []

  /// Creates a writer that has written nothing.
  public init() {}

  /// Appends bytes as they are.
  public mutating func append(_ raw: some Sequence<UInt8>) {
    bytes.append(contentsOf: raw)
  }

  /// Appends a little-endian number.
  public mutating func append(_ number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends numbers as byte planes: the lowest bytes of all, then the next.
  public mutating func append<Number: FixedWidthInteger>(planes numbers: [Number]) {
    bytes.reserveCapacity(bytes.count + numbers.count * Number.bitWidth / 8)
    for plane in 0..<(Number.bitWidth / 8) {
      for number in numbers { bytes.append(UInt8(truncatingIfNeeded: number >> (plane * 8))) }
    }
  }
}
