/// Decodes records that come one a line, with the keys of the record document or of JSON Feed.
public final class RecordLineDecoder {
  private let decoder: JSONRecordDecoder
  private let imageSizes: ImageSizes?

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - limits: How large records may be.
  ///   - imageSizes: Sizes of pictures, for records that do not say them.
  public init(limits: FeedLimits = FeedLimits(), imageSizes: ImageSizes? = nil) {
    self.imageSizes = imageSizes
    decoder = JSONRecordDecoder(
      shape: .native(NativeRecord(limits: limits.xml)), path: "-", limits: limits,
      convertsHTML: true)
  }

  /// Decodes the record of a line.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line, without its line break.
  ///   - number: Number of the line, from 1.
  /// - Throws: `RecordFailure` when the line is not a record.
  public func record(_ line: [UInt8], number: Int) throws(RecordFailure) -> FeedRecord {
    switch decoder.decode(line[...], place: RecordPlace(number: number, line: number)) {
    case .record(var record):
      record.imageSizes = imageSizes
      return record
    case .failure(let failure): throw failure
    }
  }
}
