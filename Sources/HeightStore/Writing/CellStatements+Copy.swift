import LayoutPrimitives
import SQLiteDatabase

extension CellStatements {
  /// Copies the current row of a shard, without decoding it.
  func copy(
    _ source: ShardCells, feed: OpenFeed, environment: EnvironmentID, template: TemplateID,
    codec: FrameCodec, number: Int64, replacing: Bool
  ) throws {
    let cell = source.row
    let frames = try source.frames()
    guard frames.map({ $0.count == codec.byteCount }) ?? true else {
      throw source.corrupt("the frames of cell \(cell.int(CellRow.id))")
    }
    let isFailed = source.isFailed
    let isRange = feed.environments[environment]?.isRange ?? false
    guard isFailed == (frames == nil) || !feed.keepsFrames || isRange,
      isRange == !cell.isNull(CellRow.heightRuns) || isFailed
    else {
      throw source.corrupt("cell \(cell.int(CellRow.id)) has no frames")
    }
    var shape: Int64?
    if let frames, feed.keepsFrames { shape = try shapes.shape(of: frames, template) }
    let row = RowWriter(replacing ? update : insertion, bytes)
    try row.put(number)
    try row.put(feed.id)
    try row.put(environment.rawValue)
    try row.put(template.rawValue)
    try row.put(text: cell.textBytes(CellRow.recordID))
    if cell.isBlob(CellRow.version) {
      try row.put(blob: cell.blob(CellRow.version))
    } else {
      try row.put(text: cell.textBytes(CellRow.version))
    }
    try row.put(blob: cell.blob(CellRow.fingerprint))
    try row.put(cell.int(CellRow.caveats))
    if isFailed {
      for _ in CellRow.height...CellRow.heightRuns { try row.putNull() }
      try row.put(blob: cell.blob(CellRow.findings))
      try row.put(text: cell.textBytes(CellRow.errorCode))
      try row.put(text: cell.textBytes(CellRow.errorMessage))
    } else {
      try row.put(cell.int(CellRow.height))
      try row.put(cell.double(CellRow.exactHeight) + 0)
      if let frames, shape == nil, feed.keepsFrames {
        try row.put(blob: frames)
      } else {
        try row.putNull()
      }
      if let shape { try row.put(shape) } else { try row.putNull() }
      try row.putNull()
      if isRange { try row.put(blob: cell.blob(CellRow.heightRuns)) } else { try row.putNull() }
      try row.put(blob: cell.blob(CellRow.findings))
      try row.putNull()
      try row.putNull()
    }
    try row.run()
  }
}
