import LayoutPrimitives
import SQLiteDatabase

/// The stored form of a cell's frames and line counts.
///
/// It begins with four little-endian Int32 values per view: x, y, width and height in grid steps.
/// One little-endian Int16 per label follows: the number of lines, which is negative if the text is
/// truncated, and 0 if the label was not measured.
package struct FrameCodec: Hashable, Sendable {
  package let views: Int
  package let labels: Int

  package init(template: StoredTemplate) {
    views = template.views.count
    labels = template.views.reduce(0) { $0 + ($1.isLabel ? 1 : 0) }
  }

  /// Size of the stored form of one cell, in bytes.
  package var byteCount: Int { views * 16 + labels * 2 }

  /// Encodes a layout into a buffer, and keeps the capacity of the buffer.
  ///
  /// - Throws: `StoreError.invalid` if the number of frames or labels differs, or if a value
  ///   of a frame exceeds Int32.
  func encode(
    frames: [PixelRect], lines: [LabelLines], into bytes: inout [UInt8]
  ) throws(StoreError) {
    guard frames.count == views, lines.count == labels else {
      throw .invalid(
        "a layout has \(frames.count) frames and \(lines.count) labels, "
          + "its template \(views) and \(labels)")
    }
    bytes.removeAll(keepingCapacity: true)
    for frame in frames {
      try Self.append(frame.x, to: &bytes)
      try Self.append(frame.y, to: &bytes)
      try Self.append(frame.width, to: &bytes)
      try Self.append(frame.height, to: &bytes)
    }
    for line in lines {
      withUnsafeBytes(of: line.encoded.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  /// Decodes the frames; the buffer must have `byteCount` bytes.
  func frames(_ bytes: UnsafeRawBufferPointer) -> [PixelRect] {
    [PixelRect](unsafeUninitializedCapacity: views) { frames, count in
      for view in 0..<views {
        let start = view * 16
        frames.initializeElement(
          at: view,
          to: PixelRect(
            x: Self.int32(bytes, start), y: Self.int32(bytes, start + 4),
            width: Self.int32(bytes, start + 8), height: Self.int32(bytes, start + 12)))
      }
      count = views
    }
  }

  /// Decodes the line counts; the buffer must have `byteCount` bytes.
  func lines(_ bytes: UnsafeRawBufferPointer) -> [LabelLines] {
    (0..<labels).map { label in
      let stored = bytes.loadUnaligned(fromByteOffset: views * 16 + label * 2, as: Int16.self)
      return LabelLines(encoded: Int16(littleEndian: stored))
    }
  }

  private static func append(_ value: Int, to bytes: inout [UInt8]) throws(StoreError) {
    guard let stored = Int32(exactly: value) else {
      throw .invalid("a frame reaches to \(value), beyond what the store can hold")
    }
    withUnsafeBytes(of: stored.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func int32(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
    Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
  }
}

/// The columns of the table `shapes`, by their indices in a query, and the validation of a row.
enum ShapeRow {
  /// The columns of a query, in the order of the table.
  static let columns = "shape_id, template_id, frames, checksum"

  static let id: Int32 = 0
  static let template: Int32 = 1
  static let frames: Int32 = 2
  static let checksum: Int32 = 3

  /// Whether the checksum of the current row is valid.
  ///
  /// - Parameter bytes: A buffer that is reused.
  static func isWhole(_ row: PreparedStatement, _ bytes: RowBytes) -> Bool {
    row.matchesChecksum(at: checksum, bytes)
  }
}
