import LayoutPrimitives
import SQLiteDatabase

/// Finds and creates shapes; a shape is a row of frames that several cells can share.
///
/// The choice of shapes depends only on the shapes in the file and on the order of a template's
/// cells. A resumed build therefore makes the same choice as an uninterrupted build.
final class ShapeStatements {
  private struct Template {
    /// The numbers of the shapes, by the hash of their frames.
    var ids: [ContentHash: Int64] = [:]
    /// The numbers of the intact shapes.
    var intact: Set<Int64> = []
    /// Number of cells that this build has written or reused.
    var cells = 0
  }

  /// Number of shapes that a template may have regardless of its number of cells.
  static let firstShapes = 64
  /// Minimum number of cells per shape of a template that has more than `firstShapes` shapes.
  static let cellsPerShape = 16

  private let insertion: PreparedStatement
  private let query: PreparedStatement
  private let greatest: PreparedStatement
  private let maximumShapes: Int
  private let bytes = RowBytes()
  private var templates: [TemplateID: Template] = [:]

  init(
    on connection: Connection, errors: StoreErrors, maximumShapes: Int
  ) throws {
    func prepare(_ sql: String) throws -> PreparedStatement {
      try connection.prepare(sql, errors: errors)
    }
    self.maximumShapes = maximumShapes
    insertion = try prepare("INSERT INTO shapes(\(ShapeRow.columns)) VALUES(?, ?, ?, ?)")
    query = try prepare("SELECT \(ShapeRow.columns) FROM shapes WHERE template_id = ?")
    greatest = try prepare("SELECT max(shape_id) FROM shapes")
  }

  /// Reads the intact shapes of a template, except if they were already read.
  func load(_ template: TemplateID, codec: FrameCodec) throws {
    guard templates[template] == nil else { return }
    var loaded = Template()
    try query.bind(template.rawValue, at: 1)
    defer { query.reset() }
    while try query.step() {
      let frames = query.blob(ShapeRow.frames)
      guard ShapeRow.isWhole(query, bytes), frames.count == codec.byteCount else { continue }
      loaded.ids[ContentHash(bytes: frames)] = query.int(ShapeRow.id)
      loaded.intact.insert(query.int(ShapeRow.id))
    }
    templates[template] = loaded
  }

  /// Whether a cell's shape is intact.
  ///
  /// - Returns: `true` for a template that was not loaded, because its cells are not reused.
  func isKnown(_ shape: Int64, of template: TemplateID) -> Bool {
    templates[template].map { $0.intact.contains(shape) } ?? true
  }

  /// Counts a reused cell of a template.
  func pass(_ template: TemplateID) {
    templates[template, default: Template()].cells += 1
  }

  /// Counts a cell, and finds or creates the shape of its frames.
  ///
  /// - Returns: The number of the shape; nil if the row of the cell must store the frames.
  func shape(of frames: UnsafeRawBufferPointer, _ template: TemplateID) throws -> Int64? {
    var entry = templates[template] ?? Template()
    // The dictionary entry is removed for a moment, so that changes to `entry` do not copy it.
    templates[template] = nil
    defer { templates[template] = entry }
    let hash = ContentHash(bytes: frames)
    let cells = entry.cells
    entry.cells += 1
    if let id = entry.ids[hash] { return id }
    guard entry.ids.count < max(Self.firstShapes, cells / Self.cellsPerShape),
      entry.ids.count < maximumShapes
    else { return nil }
    let id = try next()
    let row = RowWriter(insertion, bytes)
    try row.put(id)
    try row.put(template.rawValue)
    try row.put(blob: frames)
    try row.run()
    entry.ids[hash] = id
    entry.intact.insert(id)
    return id
  }

  private func next() throws -> Int64 {
    defer { greatest.reset() }
    return try greatest.step() ? greatest.int(0) + 1 : 1
  }
}
