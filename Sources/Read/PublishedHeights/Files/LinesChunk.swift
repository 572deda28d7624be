import LayoutPrimitives

/// The lines of labels of cells, in list order.
///
/// A cell's bytes are the lines in the store. They can be read only with the frames of the cell.
public struct LinesChunk: PublishedChunk {
  /// The first eight bytes of the unpacked file.
  public static let magic: StaticString = "CHlines\0"

  /// The bytes of all cells, one after another.
  private var bytes: [UInt8] = []
  /// The end of each cell in `bytes`.
  private var ends: [Int] = []

  /// Creates a chunk without cells.
  public init() {}

  /// Adds a cell.
  ///
  /// - Parameter lines: The stored lines of the cell; empty if it has none.
  public mutating func append(_ lines: [UInt8]) {
    bytes += lines
    ends.append(bytes.count)
  }

  /// Number of cells.
  public var count: Int { ends.count }

  /// The lines of a cell.
  ///
  /// - Parameters:
  ///   - index: The index of the cell in the chunk.
  ///   - frames: The frames of the cell.
  ///   - views: The views of the cell's template.
  /// - Returns: The lines of each label in grid steps; nil if the index or the bytes are invalid.
  func lines(
    ofCell index: Int, _ frames: CellFrames, _ views: [PublishedManifest.View]
  ) -> [LabelFragments]? {
    guard ends.indices.contains(index) else { return nil }
    let own = bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    guard !own.isEmpty else { return frames.lines.map { _ in .none } }
    return own.withUnsafeBytes { bytes in
      LineCodec(labels: views.indices.filter { views[$0].label }).decode(
        bytes,
        frames: frames.frames.map {
          PixelRect(x: Int($0.x), y: Int($0.y), width: Int($0.width), height: Int($0.height))
        }, counts: frames.lines.map { LabelLines(encoded: $0) })
    }
  }

  /// Writes the columns of the chunk.
  public func encodeColumns(into columns: inout ColumnWriter) {
    columns.append(
      planes: ends.indices.map {
        UInt32(truncatingIfNeeded: ends[$0] - ($0 == 0 ? 0 : ends[$0 - 1]))
      })
    columns.append(bytes)
  }

  /// Reads the columns of the chunk.
  public init(columns: inout ColumnReader, count: Int) throws(PublishedFormatError) {
    var end = 0
    for length in try columns.planes(count, of: UInt32.self) {
      guard Int(length) <= columns.remaining - end else {
        throw columns.malformed("its lines are longer than the file")
      }
      end += Int(length)
      ends.append(end)
    }
    bytes = Array(try columns.bytes(end))
  }
}
