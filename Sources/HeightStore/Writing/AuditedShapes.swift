import LayoutPrimitives
import SQLiteDatabase

/// The frames of an audited cell.
enum AuditedFrames: Hashable, Sendable {
  /// A failed cell, or a height alone.
  case none
  /// The hash of the frames, wherever they are.
  case hash(ContentHash)
}

/// The shapes of a staging file while its cells are read back.
struct AuditedShapes {
  private struct Shape {
    let template: TemplateID
    let hash: ContentHash
    var isUsed = false
  }

  /// Sizes of the templates' frames.
  private let sizes: [TemplateID: Int]
  /// Those that are intact.
  private var shapes: [Int64: Shape] = [:]
  private var damaged: [Int64] = []

  init(
    _ sizes: [TemplateID: Int], connection: Connection, errors: StoreErrors, _ bytes: RowBytes
  ) throws {
    self.sizes = sizes
    let rows = try PreparedStatement(
      "SELECT \(ShapeRow.columns) FROM shapes ORDER BY shape_id", on: connection, errors: errors)
    while try rows.step() {
      let number = rows.int(ShapeRow.id)
      let template = TemplateID(rawValue: rows.int(ShapeRow.template))
      let frames = rows.blob(ShapeRow.frames)
      guard ShapeRow.isWhole(rows, bytes), frames.count == sizes[template] else {
        damaged.append(number)
        continue
      }
      shapes[number] = Shape(template: template, hash: ContentHash(bytes: frames))
    }
  }

  /// The frames of a cell, whose shape is then used; nil for a shape that is damaged or of another
  /// template, and for frames of another size.
  mutating func frames(of row: PreparedStatement, _ template: TemplateID) -> AuditedFrames? {
    if let number = CellRow.shapeID(row) {
      guard let shape = shapes[number], shape.template == template else { return nil }
      if !shape.isUsed { shapes[number]?.isUsed = true }
      return .hash(shape.hash)
    }
    guard !row.isNull(CellRow.frames) else { return AuditedFrames.none }
    let frames = row.blob(CellRow.frames)
    return frames.count == sizes[template] ? .hash(ContentHash(bytes: frames)) : nil
  }

  /// The shapes that no cell uses, damaged ones included, in order.
  var unused: [Int64] {
    (shapes.filter { !$0.value.isUsed }.map(\.key) + damaged).sorted()
  }
}
