import CellTemplates
import FeedRecords

extension Settings {
  /// The time zone of formatted dates.
  func timeZone(_ flag: String?) -> Resolved<String> {
    flag.map { Resolved($0, .flag("--time-zone")) } ?? variables.text(.timeZone) ?? file?.timeZone
      ?? Resolved("UTC", .standard)
  }

  /// The moment that relative times are told from; `nil` when nobody names one.
  func clock(_ flag: String?) -> Resolved<String>? {
    flag.map { Resolved($0, .flag("--clock")) } ?? variables.text(.clock) ?? file?.clock
  }

  /// What formats of dates need.
  ///
  /// - Throws: `Failure` for a zone or a clock that cannot be, with where it comes from.
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
