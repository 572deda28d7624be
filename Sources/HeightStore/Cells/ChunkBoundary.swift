import LayoutPrimitives

/// Decides where a chunk of a list ends, by the ids of its records.
///
/// Boundaries do not depend on positions, so that an insertion or a deletion changes the chunks
/// around it only. Source: Muthitacharoen et al., A Low-Bandwidth Network File System, SOSP 2001.
package struct ChunkBoundary: Hashable, Sendable {
  /// Minimum number of cells of a chunk, except the last of a list.
  let minimum: Int
  /// Maximum number of cells.
  let maximum: Int
  /// The bits of a record's hash that are zero at a boundary.
  private let mask: UInt64

  package init(cellsPerChunk: Int) {
    minimum = max(1, cellsPerChunk / 4)
    maximum = cellsPerChunk * 4
    // The greatest power of two up to the number.
    let bits = Int.bitWidth - 1 - max(1, cellsPerChunk).leadingZeroBitCount
    mask = (1 << UInt64(bits)) - 1
  }

  /// Whether a chunk ends after a record.
  ///
  /// - Parameter cells: Number of its cells, this one included.
  package func isAfter(_ recordID: String, cells: Int) -> Bool {
    if cells >= maximum { return true }
    return cells >= minimum && ContentHash(of: recordID).low & mask == 0
  }
}
