import FeedRecords
package import Foundation

extension Date {
  /// The time in ISO 8601 and UTC, in whole seconds, as in `2026-01-31T08:00:00Z`.
  ///
  /// Foundation's own format would read the time zone of the machine and load the data of its ICU.
  package var utcText: String {
    FeedDate(secondsSince1970: Int64(timeIntervalSince1970.rounded(.down)))?.description
      ?? ISO8601Format()
  }
}
