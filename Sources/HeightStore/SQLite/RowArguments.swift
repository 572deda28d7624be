import GRDBSQLite

/// The arguments of a call of an SQL function: the columns of a row.
struct RowArguments: RowColumns {
  private let values: UnsafeMutablePointer<OpaquePointer?>

  fileprivate init(_ values: UnsafeMutablePointer<OpaquePointer?>) { self.values = values }

  func int(_ column: Int32) -> Int64 { sqlite3_value_int64(values[Int(column)]) }

  func double(_ column: Int32) -> Double { sqlite3_value_double(values[Int(column)]) }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_value_type(values[Int(column)]) == SQLITE_NULL
  }

  func isBlob(_ column: Int32) -> Bool {
    sqlite3_value_type(values[Int(column)]) == SQLITE_BLOB
  }

  func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let value = values[Int(column)]
    guard let base = sqlite3_value_text(value) else { return .init(start: nil, count: 0) }
    return UnsafeBufferPointer(start: base, count: Int(sqlite3_value_bytes(value)))
  }

  func blob(_ column: Int32) -> UnsafeRawBufferPointer {
    let value = values[Int(column)]
    guard let base = sqlite3_value_blob(value) else { return .init(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_value_bytes(value)))
  }
}

extension ReadConnection {
  /// Calls `body` with each row of a table whose numbers are in a range, in their order.
  ///
  /// The rows are the arguments of an aggregate function. Results of a statement would cost a step
  /// a row and a lock a column: with some forty reads a row, a third of the time.
  ///
  /// - Parameters:
  ///   - columns: The columns, separated by commas.
  ///   - count: Number of columns.
  ///   - source: The table and the condition, with two parameters for the ends of the range.
  ///   - numbers: The range.
  /// - Throws: The first error of `body`, which ends the run; `StoreError`.
  func forEachRow(
    _ columns: String, count: Int32, from source: String, _ numbers: ClosedRange<Int64>,
    _ body: (RowArguments) throws -> Void
  ) throws {
    try withoutActuallyEscaping(body) { body in
      let visit = RowVisit(body)
      try define(visit, arguments: count)
      defer { undefine(arguments: count) }
      let statement = try prepare("SELECT \(RowVisit.name)(\(columns)) FROM \(source)")
      try statement.bind(numbers.lowerBound, at: 1)
      try statement.bind(numbers.upperBound, at: 2)
      do { try statement.run() } catch { throw visit.error ?? error }
    }
  }

  /// Defines the function, which is not retained.
  private func define(_ visit: RowVisit, arguments: Int32) throws {
    let code = sqlite3_create_function_v2(
      handle, RowVisit.name, arguments, SQLITE_UTF8 | SQLITE_DIRECTONLY,
      Unmanaged.passUnretained(visit).toOpaque(), nil,
      { context, _, values in
        guard let data = sqlite3_user_data(context), let values else { return }
        let visit = Unmanaged<RowVisit>.fromOpaque(data).takeUnretainedValue()
        if !visit.call(RowArguments(values)) { sqlite3_result_error(context, "stopped", -1) }
      }, { _ in }, nil)
    guard code == SQLITE_OK else { throw errors.error(code: code, connection: handle) }
  }

  private func undefine(arguments: Int32) {
    sqlite3_create_function_v2(
      handle, RowVisit.name, arguments, SQLITE_UTF8, nil, nil, nil, nil, nil)
  }
}

/// What the function does with a row; a class because C keeps a pointer to it.
private final class RowVisit {
  static let name = "cellheights_visit"

  private let body: (RowArguments) throws -> Void
  private(set) var error: (any Error)?

  init(_ body: @escaping (RowArguments) throws -> Void) { self.body = body }

  /// Whether to go on.
  func call(_ row: RowArguments) -> Bool {
    do {
      try body(row)
      return true
    } catch {
      self.error = error
      return false
    }
  }
}
