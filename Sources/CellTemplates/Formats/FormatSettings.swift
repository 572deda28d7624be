import AutoLayout
import LayoutPrimitives
internal import CICU
public import FeedRecords

/// The settings of formats besides the environment's locale.
public struct FormatSettings: Hashable, Sendable {
  /// Why settings cannot be used.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// An unknown time zone, with a suggestion.
    case timeZone(String, hint: String)
    /// The clock is no date.
    case clock(String)
    /// A template has relative times and there is no clock.
    case noClock(template: String)

    /// One sentence: what was found and what to write.
    public var description: String {
      switch self {
      case .timeZone(let name, let hint):
        "there is no time zone '\(name)': write a name of the IANA database such as UTC or "
          + "Europe/Berlin" + hint
      case .clock(let text):
        "the clock '\(text)' is no date and time: write one such as 2026-01-31T08:00:00Z"
      case .noClock(let template):
        "template '\(template)' tells times relative to now and no clock is set: give --clock "
          + "2026-01-31T08:00:00Z, or 'clock' in cellheights.yaml"
      }
    }
  }

  /// The time zone of dates, an IANA name.
  public let timeZone: String
  /// The instant that times are relative to.
  public var clock: FeedDate?

  /// Creates settings in UTC.
  public init(clock: FeedDate? = nil) {
    timeZone = "UTC"
    self.clock = clock
  }

  /// Creates settings.
  ///
  /// - Throws: `Failure.timeZone` for an unknown name.
  public init(timeZone: String, clock: FeedDate? = nil) throws(Failure) {
    guard cicu_zone_is_known(timeZone) != 0 else {
      throw .timeZone(timeZone, hint: NearestName(Self.knownTimeZones).suggestion(for: timeZone))
    }
    self.timeZone = timeZone
    self.clock = clock
  }

  /// Reads a clock such as `2026-01-31T08:00:00Z`, in UTC by default.
  ///
  /// - Throws: `Failure.clock`.
  public static func clock(_ text: String) throws(Failure) -> FeedDate {
    guard let date = FeedDate(text, form: .iso8601) else { throw .clock(text) }
    return date
  }

  /// Checks that there is a clock if a template needs one.
  ///
  /// - Throws: `Failure.noClock`.
  public func check(_ template: CellTemplate) throws(Failure) {
    if template.readsClock, clock == nil { throw .noClock(template: template.name) }
  }

  /// The names of the time zone database.
  private static var knownTimeZones: [String] {
    ICUText.lines(cicu_zone_names)
  }
}

extension CellTemplate {
  /// Whether a format depends on the clock.
  ///
  /// A cell of such a template changes without its record, so an unchanged record is no reason to
  /// reuse it.
  public var readsClock: Bool { paths.formats.contains { $0.readsClock } }

  /// What a cell's text depends on besides record, template and environment, or `nil` for a
  /// template without formats.
  public func formatFingerprint(_ settings: FormatSettings) -> String? {
    guard !paths.formats.isEmpty else { return nil }
    var parts = ["ICU " + String(cString: cicu_version())]
    if paths.formats.contains(where: { $0.use == .date }) {
      parts.append("zone \(settings.timeZone) \(String(cString: cicu_zones_version()))")
    }
    if readsClock { parts.append("clock \(settings.clock?.description ?? "none")") }
    return parts.joined(separator: ", ")
  }
}
