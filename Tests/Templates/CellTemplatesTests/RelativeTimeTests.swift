import FeedRecords
import Testing

@testable import CellTemplates

/// Expectations are CLDR's relative times and a calendar, by hand.
@Suite struct RelativeTimeTests {
  private func text(
    _ date: String, _ format: String = "relative", locale: String = "en",
    clock: String = "2026-01-31T08:00:00Z", zone: String = "UTC"
  ) throws -> String {
    let settings = try FormatSettings(timeZone: zone, clock: FormatSettings.clock(clock))
    return try FormattedText.text(
      "{at, \(format)}", Record(values: ["at": date]), locale: locale, settings: settings)
  }

  @Test(arguments: [
    ("2026-01-31T08:00:00Z", "now"), ("2026-01-31T07:59:59Z", "1 second ago"),
    ("2026-01-31T07:59:01Z", "59 seconds ago"), ("2026-01-31T07:59:00Z", "1 minute ago"),
    ("2026-01-31T07:00:01Z", "59 minutes ago"), ("2026-01-31T07:00:00Z", "1 hour ago"),
    ("2026-01-30T08:00:01Z", "23 hours ago"), ("2026-01-30T08:00:00Z", "1 day ago"),
    ("2026-01-24T08:00:01Z", "6 days ago"), ("2026-01-24T08:00:00Z", "1 week ago"),
    // 30 days are no whole month of January.
    ("2026-01-01T08:00:00Z", "4 weeks ago"), ("2025-12-31T08:00:00Z", "1 month ago"),
    ("2025-12-31T08:00:01Z", "4 weeks ago"), ("2025-03-01T08:00:00Z", "10 months ago"),
    ("2025-01-31T08:00:01Z", "11 months ago"), ("2025-01-31T08:00:00Z", "1 year ago"),
    ("2000-01-31T08:00:00Z", "26 years ago"), ("2026-01-31T08:00:30Z", "in 30 seconds"),
    ("2026-02-03T08:00:00Z", "in 3 days"), ("2026-03-01T08:00:00Z", "in 1 month"),
    ("2028-02-01T08:00:00Z", "in 2 years"),
  ]) func theLargestWholeUnitIsTold(date: String, expected: String) throws {
    #expect(try text(date) == expected)
  }

  /// A month back from March 31 is the last day of February, one on from February 29 its 28th.
  @Test(arguments: [
    ("2026-03-31T08:00:00Z", "2026-02-28T08:00:00Z", "UTC", "1 month ago"),
    ("2026-03-31T08:00:00Z", "2026-02-28T08:00:01Z", "UTC", "4 weeks ago"),
    ("2026-01-31T08:00:00Z", "2026-02-28T08:00:00Z", "UTC", "in 1 month"),
    ("2026-01-31T08:00:00Z", "2026-02-28T07:59:59Z", "UTC", "in 3 weeks"),
    ("2024-02-29T08:00:00Z", "2025-02-28T08:00:00Z", "UTC", "in 1 year"),
    ("2025-12-15T08:00:00Z", "2026-01-15T08:00:00Z", "UTC", "in 1 month"),
    // In New York these are February 28 and January 31, in the evening.
    ("2026-03-01T00:30:00Z", "2026-01-31T23:45:00Z", "UTC", "1 month ago"),
    ("2026-03-01T00:30:00Z", "2026-01-31T23:45:00Z", "America/New_York", "4 weeks ago"),
  ]) func monthsAreThoseOfTheCalendar(
    clock: String, date: String, zone: String, expected: String
  ) throws {
    #expect(try text(date, clock: clock, zone: zone) == expected)
  }

  @Test(arguments: [
    ("relative", "de", "vor 2 Stunden"), ("relative, short", "en", "2 hr. ago"),
    ("relative, long", "fr", "il y a 2 heures"), ("relative", "ja", "2 時間前"),
    ("relative", "ru", "2 часа назад"), ("relative, narrow", "en", "2h ago"),
  ]) func wordsAreThoseOfTheLocale(format: String, locale: String, expected: String) throws {
    #expect(try text("2026-01-31T06:00:00Z", format, locale: locale) == expected)
  }

  @Test func theClockIsPartOfTheFingerprint() throws {
    let relative = try FormattedText.template("{at, relative}")
    let nested = try FormattedText.template("{n, plural, other {# {at, relative}}}")
    let plain = try FormattedText.template("{at}")
    let dated = try FormattedText.template("{at, date}")
    let first = FormatSettings(clock: try FormatSettings.clock("2026-01-31T08:00:00Z"))
    let second = FormatSettings(clock: try FormatSettings.clock("2026-01-31T08:00:01Z"))
    for template in [relative, nested] {
      #expect(template.readsClock)
      #expect(template.formatFingerprint(first) != template.formatFingerprint(second))
    }
    #expect(!plain.readsClock && !dated.readsClock)
    #expect(plain.formatFingerprint(first) == nil)
    #expect(dated.formatFingerprint(first) == dated.formatFingerprint(second))
    let berlin = try FormatSettings(timeZone: "Europe/Berlin")
    #expect(dated.formatFingerprint(FormatSettings()) != dated.formatFingerprint(berlin))
  }

  @Test func aTemplateThatNeedsAClockIsRefusedWithoutOne() throws {
    let template = try FormattedText.template("{at, relative}")
    #expect(throws: FormatSettings.Failure.noClock(template: "t")) {
      try FormatSettings().check(template)
    }
    try FormatSettings(clock: FormatSettings.clock("2026-01-31T08:00:00Z")).check(template)
  }
}
