/// The frames of cells in list order; cells with the same layout share a shape.
public struct FramesChunk: PublishedChunk {
  /// The first eight bytes.
  public static let magic: StaticString = "CHframes"

  /// For each cell the index of its template in the manifest.
  public private(set) var templates: [UInt16] = []
  /// For each cell the index of its shape.
  public private(set) var shapes: [UInt32] = []
  /// The bytes of all shapes, one after another.
  private var shapeBytes: [UInt8] = []
  /// Where each shape ends in the bytes.
  private var shapeEnds: [Int] = []

  /// Creates a chunk without cells.
  public init() {}

  /// Adds a shape and returns its index.
  ///
  /// - Parameter bytes: As `CellFrames` has them; none for a cell without frames.
  public mutating func append(shape bytes: some Collection<UInt8>) -> UInt32 {
    shapeBytes.append(contentsOf: bytes)
    shapeEnds.append(shapeBytes.count)
    return UInt32(truncatingIfNeeded: shapeEnds.count - 1)
  }

  /// Adds a cell.
  ///
  /// - Parameters:
  ///   - template: The index of its template in the manifest.
  ///   - shape: An index that `append(shape:)` returned.
  public mutating func append(template: UInt16, shape: UInt32) {
    templates.append(template)
    shapes.append(shape)
  }

  /// Number of cells.
  public var count: Int { shapes.count }

  /// Number of shapes.
  public var shapeCount: Int { shapeEnds.count }

  /// Size of all shapes, in bytes.
  public var shapeSize: Int { shapeBytes.count }

  /// The bytes of a cell's shape; nil for a cell that is not there.
  public func shape(ofCell index: Int) -> ArraySlice<UInt8>? {
    guard shapes.indices.contains(index), shapeEnds.indices.contains(Int(shapes[index])) else {
      return nil
    }
    let shape = Int(shapes[index])
    return shapeBytes[(shape == 0 ? 0 : shapeEnds[shape - 1])..<shapeEnds[shape]]
  }

  /// Writes the columns.
  public func encodeColumns(into bytes: inout ColumnWriter) {
    bytes.append(planes: templates)
    bytes.append(planes: shapes)
    bytes.append(UInt32(truncatingIfNeeded: shapeEnds.count))
    bytes.append(
      planes: shapeEnds.indices.map {
        UInt32(truncatingIfNeeded: shapeEnds[$0] - ($0 == 0 ? 0 : shapeEnds[$0 - 1]))
      })
    bytes.append(shapeBytes)
  }

  /// Reads the columns.
  public init(columns: inout ColumnReader, count: Int) throws(PublishedFormatError) {
    templates = try columns.planes(count, of: UInt16.self)
    shapes = try columns.planes(count, of: UInt32.self)
    let shapeCount = try columns.number()
    guard shapes.allSatisfy({ $0 < shapeCount }) else {
      throw columns.malformed("a cell has a shape that is not there")
    }
    var end = 0
    for length in try columns.planes(Int(shapeCount), of: UInt32.self) {
      guard Int(length) <= columns.remaining - end else {
        throw columns.malformed("its shapes are longer than the file")
      }
      end += Int(length)
      shapeEnds.append(end)
    }
    shapeBytes = Array(try columns.bytes(end))
  }
}
