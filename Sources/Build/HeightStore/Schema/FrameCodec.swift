import LayoutPrimitives
import SQLiteDatabase

/// The stored form of a cell's frames and line counts.
///
/// First four little-endian Int32 per view: x, y, width and height in steps. Then one little-endian
/// Int16 per label: the number of lines, negative if truncated, 0 if not measured.
package struct FrameCodec: Hashable, Sendable {
  package let views: Int
  package let labels: Int

  package init(template: StoredTemplate) {
    views = template.views.count
    labels = template.views.reduce(0) { $0 + ($1.isLabel ? 1 : 0) }
  }

  /// Size of one cell, in bytes.
  package var byteCount: Int { views * 16 + labels * 2 }

  /// Encodes a layout into a buffer, whose capacity is kept.
  ///
  /// - Throws: `StoreError.invalid` if the shape differs or a value exceeds Int32.
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

  /// Decodes the frames of a blob of the right size.
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

  /// Decodes the line counts of a blob of the right size.
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

/// The columns of a row of `shapes`, and its validation.
enum ShapeRow {
  /// The columns of a query, in the order of the table.
  static let columns = "shape_id, template_id, frames, checksum"

  static let id: Int32 = 0
  static let template: Int32 = 1
  static let frames: Int32 = 2
  static let checksum: Int32 = 3

  /// Whether the checksum of the current row is valid.
  ///
  /// - Parameter bytes: A scratch buffer.
  static func isWhole(_ row: PreparedStatement, _ bytes: RowBytes) -> Bool {
    row.matchesChecksum(at: checksum, bytes)
  }
}
