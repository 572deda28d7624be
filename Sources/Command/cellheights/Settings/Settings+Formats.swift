import CellTemplates
import FeedRecords

extension Settings {
  /// The time zone of formatted dates.
  func timeZone(_ flag: String?) -> Resolved<String> {
    flag.map { Resolved($0, .flag("--time-zone")) } ?? variables.text(.timeZone) ?? file?.timeZone
      ?? Resolved("UTC", .standard)
  }

  /// The reference time of relative times.
  func clock(_ flag: String?) -> Resolved<String>? {
    flag.map { Resolved($0, .flag("--clock")) } ?? variables.text(.clock) ?? file?.clock
  }

  /// The effective time zone and clock.
  func formats(timeZone: String?, clock: String?) throws(Failure) -> FormatSettings {
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
