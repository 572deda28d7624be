internal import CRawICU
import FeedRecords

/// The dates of posts by ICU alone, as hand-written code writes them: one format, opened once.
final class PostDates {
  private let format: UnsafeMutableRawPointer
  private var units = [UInt16](repeating: 0, count: 64)

  /// - Throws: `BenchmarkError` when ICU cannot write dates of the locale.
  init(locale: String) throws {
    guard let format = raw_date_open(locale) else {
      throw BenchmarkError("ICU has no dates for \(locale)")
    }
    self.format = format
  }

  deinit { raw_date_close(format) }

  /// The day in UTC, of medium length.
  func text(_ date: FeedDate) -> String {
    let length = raw_date_write(
      format, Double(date.secondsSince1970) * 1000, &units, Int32(units.count))
    return String(decoding: units.prefix(Int(length)), as: UTF16.self)
  }
}
