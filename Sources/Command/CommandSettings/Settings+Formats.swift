package import CellTemplates
import FeedRecords

extension Settings {
  /// The time zone for formatted dates.
  package func timeZone(_ flag: String?) -> Resolved<String> {
    text(.timeZone, flag, file?.timeZone) ?? Resolved("", .standard)
  }

  /// The reference time for relative times; `nil` if none is set.
  package func clock(_ flag: String?) -> Resolved<String>? {
    text(.clock, flag, file?.clock)
  }

  /// The effective time zone and clock.
  ///
  /// - Parameters:
  ///   - timeZone: The value of the flag; nil if it is not set.
  ///   - clock: The value of the flag; nil if it is not set.
  /// - Throws: `Failure.usage` for an invalid value, with its origin.
  package func formats(timeZone: String?, clock: String?) throws(Failure) -> FormatSettings {
    let zone = self.timeZone(timeZone)
    let now = self.clock(clock)
    var origin = zone.origin
    do throws(FormatSettings.Failure) {
      var formats = try FormatSettings(timeZone: zone.value)
      if let now {
        origin = now.origin
        formats.clock = try FormatSettings.clock(now.value)
      }
      return formats
    } catch {
      throw Failure(.usage, "\(origin): \(error)")
    }
  }
}
