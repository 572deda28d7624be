/// The columns of a cell's row, in the order of the table, and what a whole row is.
enum CellRow {
  /// The columns as a query names them; `checksum` is the last.
  static let columns =
    "cell_id, feed_id, environment_id, template_id, record_id, version, fingerprint, trust, "
    + "height, exact_height, frames, findings, error_code, error_message, checksum"

  static let id: Int32 = 0
  static let feed: Int32 = 1
  static let environment: Int32 = 2
  static let template: Int32 = 3
  static let recordID: Int32 = 4
  static let version: Int32 = 5
  static let fingerprint: Int32 = 6
  static let trust: Int32 = 7
  static let height: Int32 = 8
  static let exactHeight: Int32 = 9
  static let frames: Int32 = 10
  static let findings: Int32 = 11
  static let errorCode: Int32 = 12
  static let errorMessage: Int32 = 13
  static let checksum: Int32 = 14

  /// Whether the current row is what was written: its checksum holds, and it is either a layout
  /// within the range of heights or a failure.
  ///
  /// - Parameter bytes: A buffer, written over.
  static func isWhole(_ row: PreparedStatement, _ bytes: RowBytes) -> Bool {
    guard row.matchesChecksum(at: checksum, bytes) else { return false }
    // Beyond what a checksum says, for rows that somebody made: a row of sane types and ranges.
    guard row.type(of: fingerprint) == .blob, row.blob(fingerprint).count == 16,
      row.type(of: trust) == .integer, row.int(trust) >= 0
    else { return false }
    guard row.isNull(errorCode) else { return row.isNull(height) && row.isNull(frames) }
    return row.type(of: height) == .integer && row.int(height) >= 0
      && row.int(height) <= Int64(Int32.max) && row.type(of: exactHeight) == .real
      && row.double(exactHeight).isFinite && row.type(of: frames) == .blob
  }
}

extension Fingerprint {
  /// The fingerprint of a cell's row.
  init?(_ row: PreparedStatement) {
    self.init(stored: row.blob(CellRow.fingerprint))
  }
}

extension CellFailure {
  /// Why the cell of a row has no layout; nil when it has one.
  init?(_ row: PreparedStatement) {
    guard !row.isNull(CellRow.errorCode) else { return nil }
    self.init(code: row.text(CellRow.errorCode), message: row.text(CellRow.errorMessage))
  }
}
