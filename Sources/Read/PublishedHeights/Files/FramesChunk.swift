/// The frames of cells, in list order; cells with equal frames share a shape.
public struct FramesChunk: PublishedChunk {
  /// The first eight bytes of the unpacked file.
  public static let magic: StaticString = "CHframes"

  /// The index of each cell's template in the manifest.
  public private(set) var templates: [UInt16] = []
  /// The index of each cell's shape.
  public private(set) var shapes: [UInt32] = []
  /// The bytes of all shapes, one after another.
  private var shapeBytes: [UInt8] = []
  /// The end of each shape in `shapeBytes`.
  private var shapeEnds: [Int] = []

  /// Creates a chunk without cells.
  public init() {}

  /// Adds a shape and returns its index.
  ///
  /// - Parameter bytes: The encoded `CellFrames`; empty for a cell without frames.
  public mutating func append(shape bytes: some Collection<UInt8>) -> UInt32 {
    shapeBytes.append(contentsOf: bytes)
    shapeEnds.append(shapeBytes.count)
    return UInt32(truncatingIfNeeded: shapeEnds.count - 1)
  }

  /// Adds a cell.
  ///
  /// - Parameters:
  ///   - template: The index of the cell's template in the manifest.
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

  /// The bytes of a cell's shape, empty for a cell without frames; nil if the index is invalid.
  public func shape(ofCell index: Int) -> ArraySlice<UInt8>? {
    guard shapes.indices.contains(index), shapeEnds.indices.contains(Int(shapes[index])) else {
      return nil
    }
    let shape = Int(shapes[index])
    return shapeBytes[(shape == 0 ? 0 : shapeEnds[shape - 1])..<shapeEnds[shape]]
  }

  /// Writes the columns of the chunk.
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

  /// Reads the columns of the chunk.
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

/// The frames of the views and the line counts of the labels of one cell.
public struct CellFrames: Hashable, Sendable {
  /// The frame of a view relative to the top-left corner of the cell, in grid steps.
  public struct Frame: Hashable, Sendable {
    /// Left edge, in grid steps.
    public let x: Int32
    /// Top edge, in grid steps.
    public let y: Int32
    /// Width, in grid steps.
    public let width: Int32
    /// Height, in grid steps.
    public let height: Int32

    /// Creates a frame.
    public init(x: Int32, y: Int32, width: Int32, height: Int32) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// The frames, in the order of the template's views.
  public let frames: [Frame]
  /// The line counts, in the order of the template's labels.
  ///
  /// A count is negative if the text is truncated, and 0 if the label was not measured.
  public let lines: [Int16]

  /// Creates frames.
  public init(frames: [Frame], lines: [Int16]) {
    self.frames = frames
    self.lines = lines
  }

  /// The bytes of a shape: four little-endian Int32 per frame, then one little-endian Int16 per
  /// label.
  public var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frames.count * 16 + lines.count * 2)
    for frame in frames {
      for number in [frame.x, frame.y, frame.width, frame.height] {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
    for count in lines { withUnsafeBytes(of: count.littleEndian) { bytes.append(contentsOf: $0) } }
    return bytes
  }

  /// Decodes a shape.
  ///
  /// - Parameters:
  ///   - shape: The bytes of the shape.
  ///   - views: Number of views of the template.
  ///   - labels: Number of labels among these views.
  /// - Returns: nil if the size does not fit the template; the shape of a cell without frames is
  ///   empty.
  public init?(_ shape: ArraySlice<UInt8>, views: Int, labels: Int) {
    guard views >= 0, labels >= 0, views <= shape.count / 16,
      shape.count - views * 16 == labels * 2
    else { return nil }
    func number(_ offset: Int, _ width: Int) -> UInt32 {
      let start = shape.startIndex + offset
      return shape[start..<start + width].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    func edge(_ offset: Int) -> Int32 { Int32(bitPattern: number(offset, 4)) }
    frames = (0..<views).map {
      Frame(
        x: edge($0 * 16), y: edge($0 * 16 + 4), width: edge($0 * 16 + 8),
        height: edge($0 * 16 + 12))
    }
    lines = (0..<labels).map {
      Int16(bitPattern: UInt16(truncatingIfNeeded: number(views * 16 + $0 * 2, 2)))
    }
  }
}
