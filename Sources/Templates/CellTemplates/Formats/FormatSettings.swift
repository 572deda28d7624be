import AutoLayout
import LayoutPrimitives
internal import CICU
import TextMeasurement
public import FeedRecords

/// The settings of formats, except the environment's locale.
public struct FormatSettings: Hashable, Sendable {
  /// The reason why settings cannot be used.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The time zone is unknown; the hint suggests another one.
    case timeZone(String, hint: String)
    /// The clock is not a date and time.
    case clock(String)
    /// A template has relative times, but no clock is set.
    case noClock(template: String)

    /// The error in one sentence, which also says what is expected.
    public var description: String {
      switch self {
      case .timeZone(let name, let hint):
        "there is no time zone '\(name)': write a name of the IANA database such as UTC or "
          + "Europe/Berlin" + hint
      case .clock(let text):
        "the clock '\(text)' is no date and time: write one such as 2026-01-31T08:00:00Z"
      case .noClock(let template):
        "template '\(template)' has relative dates and no clock is set: give --clock "
          + "2026-01-31T08:00:00Z, or 'clock' in cellheights.yaml"
      }
    }
  }

  /// The time zone in which dates are written, as an IANA name.
  public let timeZone: String
  /// The instant to which relative times refer; `nil` if none is set.
  public var clock: FeedDate?

  /// Creates settings in UTC.
  public init(clock: FeedDate? = nil) {
    timeZone = "UTC"
    self.clock = clock
  }

  /// Creates settings with a time zone.
  ///
  /// - Throws: `Failure.timeZone` for an unknown name.
  public init(timeZone: String, clock: FeedDate? = nil) throws(Failure) {
    guard cicu_zone_is_known(timeZone) != 0 else {
      throw .timeZone(timeZone, hint: NearestName(Self.knownTimeZones).suggestion(for: timeZone))
    }
    self.timeZone = timeZone
    self.clock = clock
  }

  /// Parses a clock such as `2026-01-31T08:00:00Z`; without a zone it is in UTC.
  ///
  /// - Throws: `Failure.clock` when the text is not a date and time.
  public static func clock(_ text: String) throws(Failure) -> FeedDate {
    guard let date = FeedDate(text, form: .iso8601) else { throw .clock(text) }
    return date
  }

  /// Checks that a clock is set if a template needs one.
  ///
  /// - Throws: `Failure.noClock` if it is not set.
  public func check(_ template: CellTemplate) throws(Failure) {
    if template.readsClock, clock == nil { throw .noClock(template: template.name) }
  }

  /// The names in ICU's time zone database.
  private static var knownTimeZones: [String] {
    ICUText.lines(cicu_zone_names)
  }
}

extension CellTemplate {
  /// Whether a format depends on the clock.
  ///
  /// Cells of such a template may change when their records do not. So cells of unchanged records
  /// are not reused.
  public var readsClock: Bool { paths.formats.contains { $0.readsClock } }

  /// The versions and settings on which formatted texts depend, as text; `nil` without formats.
  ///
  /// Stored cells also depend on the record, the template and the environment.
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
