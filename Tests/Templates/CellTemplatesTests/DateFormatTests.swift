import FeedRecords
import LayoutPrimitives
import TemplateDocuments
import Testing

@testable import CellTemplates

/// Expectations are CLDR's formats written out by hand; 2026-01-31 is a Saturday.
@Suite struct DateFormatTests {
  private let record = Record(values: [
    "published": "2026-01-31T08:05:09Z", "rfc": "Sat, 31 Jan 2026 08:05:09 GMT",
    "unix": "1769846709", "word": "soon", "empty": "",
  ])

  @Test(arguments: [
    ("{published, date}", "en", "Jan 31, 2026"), ("{published, date, short}", "en", "1/31/26"),
    ("{published, date, medium}", "en", "Jan 31, 2026"),
    ("{published,date,long}", "en", "January 31, 2026"),
    ("{published, date, full}", "en", "Saturday, January 31, 2026"),
    ("{published, date, medium}", "de", "31.01.2026"),
    ("{published, date, long}", "de", "31. Januar 2026"),
    ("{published, date, full}", "fr", "samedi 31 janvier 2026"),
    ("{published, date, long}", "ja", "2026年1月31日"),
    ("{published, date, long}", "zh-Hant-TW", "2026年1月31日"),
    ("{published, time, short}", "de", "08:05"), ("{published, time, medium}", "de", "08:05:09"),
    ("{published, time}", "fr", "08:05:09"),
  ]) func stylesAreThoseOfTheLocale(text: String, locale: String, expected: String) throws {
    #expect(try FormattedText.text(text, record, locale: locale) == expected)
  }

  @Test(arguments: [
    ("{published, date, 'd MMM yyyy'}", "en", "31 Jan 2026"),
    ("{published, date, 'EEEE'}", "de", "Samstag"),
    ("{published, date, 'd ''de'' MMMM'}", "es", "31 de enero"),
    ("{published, time, 'HH:mm:ss'}", "en", "08:05:09"),
    ("{published, date, 'h ''o''''clock'''}", "en", "8 o'clock"),
    ("on {published, date, 'yyyy'} {{x}}", "en", "on 2026 {x}"),
  ]) func patternsAreWritten(text: String, locale: String, expected: String) throws {
    #expect(try FormattedText.text(text, record, locale: locale) == expected)
  }

  /// The same instant: Berlin is an hour ahead of UTC in winter, Kathmandu 5:45, New York 5 behind.
  @Test(arguments: [
    ("UTC", "31 08:05"), ("Europe/Berlin", "31 09:05"), ("Asia/Kathmandu", "31 13:50"),
    ("America/New_York", "31 03:05"), ("Pacific/Honolulu", "30 22:05"), ("GMT+02:00", "31 10:05"),
  ]) func datesAreInTheTimeZone(zone: String, expected: String) throws {
    let settings = try FormatSettings(timeZone: zone)
    #expect(
      try FormattedText.text("{published, date, 'd HH:mm'}", record, settings: settings) == expected
    )
  }

  /// 2026-07-01 is in summer time, which New York and Berlin have.
  @Test func summerTimeCounts() throws {
    let record = Record(values: ["at": "2026-07-01T12:00:00Z"])
    let berlin = try FormatSettings(timeZone: "Europe/Berlin")
    #expect(try FormattedText.text("{at, time, 'H'}", record, settings: berlin) == "14")
  }

  @Test(arguments: [
    ("{rfc, date, 'yyyy-MM-dd HH:mm'}", "2026-01-31 08:05"),
    ("{unix, date, 'yyyy-MM-dd HH:mm:ss'}", "2026-01-31 08:05:09"),
    ("{word, date, short}", ""), ("{word|published, date, short}", "1/31/26"),
    ("{word|'never', date, short}", "never"), ("{missing|empty|'never', date}", "never"),
    ("{missing, date}", ""),
  ]) func whatIsNoDateIsAbsent(text: String, expected: String) throws {
    #expect(try FormattedText.text(text, record) == expected)
  }

  /// The same seconds before and after the epoch, and a far year.
  @Test func datesFarFromTodayAreWritten() throws {
    let record = Record(values: ["old": "1899-12-31T23:59:59Z", "far": "9999-12-31T00:00:00Z"])
    #expect(
      try FormattedText.text("{old, date, 'yyyy-MM-dd'} {far, date, 'yyyy'}", record)
        == "1899-12-31 9999")
  }

  /// An unknown language is written as in the root locale, never as in the machine's.
  @Test func unknownLanguagesAreWrittenLikeTheRoot() throws {
    #expect(
      try FormattedText.text("{published, date, 'MMM'}", record, locale: "xx")
        == FormattedText.text("{published, date, 'MMM'}", record, locale: "und"))
    #expect(try FormattedText.text("{published, date, 'MMM'}", record, locale: "xx") == "M01")
  }

  @Test(arguments: [
    ("{published, date, 'd MTM'}", 22, "the letter 'T'"), ("{published, dat}", 12, "'dat'"),
    ("{published, date, shrot}", 18, "'shrot'"), ("{published, date, ''}", 18, "without a field"),
    ("{published, date, 'ddd'}", 19, "'ddd'"), ("{published, date, d MMM}", 18, "'d'"),
    ("{published, date, ' ''of'''}", 18, "without a field"),
    ("{published, date, 'd ''of'}", 21, "never closed"), ("{published, date, short, x}", 23, "','"),
    ("{published,}", 11, "the end"), ("{published|5, date}", 14, "a number among"),
    ("{published, date, short} {x, tim}", 29, "'tim'"),
  ]) func brokenFormatsPointAtTheCharacter(text: String, offset: Int, found: String) throws {
    let problem = try #require(FormattedText.problem(text))
    #expect(problem.code == .bindingSyntax)
    #expect(problem.lines == [6])
    #expect(problem.found.contains(found), "\(problem)")
    #expect(problem.mark?.offset == offset, "\(problem)")
  }

  @Test func aSlipInAFormatIsAnsweredWithTheNearestWord() throws {
    #expect(try #require(FormattedText.problem("{a, dtae}")).expected.contains("'date'"))
    #expect(try #require(FormattedText.problem("{a, date, lnog}")).expected.contains("'long'"))
    #expect(
      try #require(FormattedText.problem("{a, plural, ohter {x}}")).expected.contains("'other'"))
  }

  @Test func unknownZonesAreRefusedWithTheNearest() {
    let error = #expect(throws: FormatSettings.Failure.self) {
      try FormatSettings(timeZone: "Europe/Berln")
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("Europe/Berlin'?"))
    #expect(throws: FormatSettings.Failure.self) { try FormatSettings(timeZone: "") }
    #expect(throws: FormatSettings.Failure.self) {
      try FormatSettings(timeZone: String(repeating: "x", count: 1000))
    }
    #expect(throws: FormatSettings.Failure.self) { try FormatSettings.clock("yesterday") }
  }
}
