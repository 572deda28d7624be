import LayoutPrimitives

/// The stored form of heights by width.
///
/// A run is two little-endian Int32: the first width in device pixels, and the height in steps.
extension HeightRuns {
  private static let runBytes = 8

  /// Size of the stored form, in bytes.
  var storedBytes: Int { runs.count * Self.runBytes }

  /// Encodes the runs into a buffer, whose capacity is kept.
  func encode(into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    for run in runs {
      for value in [run.width, run.height] {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
  }

  /// Decodes runs; nil for bytes that are no function.
  init?(stored bytes: UnsafeRawBufferPointer) {
    guard bytes.count % Self.runBytes == 0 else { return nil }
    func int32(_ offset: Int) -> Int32 {
      Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
    }
    let runs = stride(from: 0, to: bytes.count, by: Self.runBytes).map {
      Run(width: int32($0), height: int32($0 + 4))
    }
    guard runs.allSatisfy({ $0.height >= 0 }) else { return nil }
    self.init(runs: runs)
  }
}
