/// The columns of a row, valid until the next one; counted from 0.
protocol RowColumns {
  func int(_ column: Int32) -> Int64
  func double(_ column: Int32) -> Double
  func isNull(_ column: Int32) -> Bool
  func isBlob(_ column: Int32) -> Bool
  /// The bytes of a text; empty for NULL.
  func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>
  /// A blob; empty for NULL.
  func blob(_ column: Int32) -> UnsafeRawBufferPointer
}

extension RowColumns {
  /// The text; empty for NULL.
  func text(_ column: Int32) -> String { String(decoding: textBytes(column), as: UTF8.self) }
}

extension PreparedStatement: RowColumns {}
