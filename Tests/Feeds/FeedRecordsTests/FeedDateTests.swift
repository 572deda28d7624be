import FeedRecords
import Testing

@Suite struct FeedDateTests {
  /// Instants by Python 3.11, `email.utils.parsedate_to_datetime`.
  @Test(arguments: [
    ("Thu, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
    ("01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
    ("Thu, 01 Jan 04 19:48:21 GMT", "2004-01-01T19:48:21Z"),
    ("Thu, 01 Jan 68 19:48:21 GMT", "2068-01-01T19:48:21Z"),
    ("Thu, 01 Jan 69 19:48:21 GMT", "1969-01-01T19:48:21Z"),
    ("Thu,  1 Jan 2004 9:48:21 +0000", "2004-01-01T09:48:21Z"),
    ("Thu, 01 Jan 2004 19:48 GMT", "2004-01-01T19:48:00Z"),
    ("Thu, 01 Jan 2004 19:48:21 EST", "2004-01-02T00:48:21Z"),
    ("Thu, 01 Jan 2004 19:48:21 PDT", "2004-01-02T02:48:21Z"),
    ("Thu, 01 Jan 2004 19:48:21 -0330", "2004-01-01T23:18:21Z"),
    ("Thu, 01 Jan 2004 19:48:21 UT", "2004-01-01T19:48:21Z"),
    ("Thu, 01 Jan 2004 19:48:21 Z", "2004-01-01T19:48:21Z"),
    ("Thu, 01 Jan 2004 19:48:21 A", "2004-01-01T19:48:21Z"),
    ("Thu, 01 Jan 2004 19:48:21 XYZ", "2004-01-01T19:48:21Z"),
    ("Thu, 01 Jan 2004 19:48:21 -0000", "2004-01-01T19:48:21Z"),
    ("Thu, 01 Jan 2004 19:48:21 +0100 (CET)", "2004-01-01T18:48:21Z"),
    ("Thu, Jan 01 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
    ("Thu, 01-Jan-2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
    ("Thursday, 01-Jan-04 19:48:21 GMT", "2004-01-01T19:48:21Z"),
    ("Thu Jan  1 19:48:21 2004", "2004-01-01T19:48:21Z"),
    ("Wed Sep 09 10:12:55 +0800 2015", "2015-09-09T02:12:55Z"),
    ("31 Dec 1999 23:59:59 -1200", "2000-01-01T11:59:59Z"),
    ("29 Feb 2000 00:00:00 +1400", "2000-02-28T10:00:00Z"),
    ("Thu, 01 January 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
  ])
  func mailDatesAreReadAsPythonReadsThem(_ text: String, _ instant: String) {
    #expect(FeedDate(text)?.description == instant)
    #expect(FeedDate(text, form: .rfc822)?.description == instant)
  }

  /// Instants by Python 3.11, `datetime.fromisoformat`; without a zone taken as UTC.
  @Test(arguments: [
    ("2026-01-31", "2026-01-31T00:00:00Z"),
    ("20260131", "2026-01-31T00:00:00Z"),
    ("2026-01-31T08:00:00Z", "2026-01-31T08:00:00Z"),
    ("2026-01-31T08:00", "2026-01-31T08:00:00Z"),
    ("2026-01-31T08", "2026-01-31T08:00:00Z"),
    ("2026-01-31T08:00:00.999999Z", "2026-01-31T08:00:00Z"),
    ("2026-01-31T08:00:00,5+01:00", "2026-01-31T07:00:00Z"),
    ("2026-01-31 08:00:00-05:30", "2026-01-31T13:30:00Z"),
    ("20260131T080000Z", "2026-01-31T08:00:00Z"),
    ("20260131T0800+0100", "2026-01-31T07:00:00Z"),
    ("2026-W05-6", "2026-01-31T00:00:00Z"),
    ("2026W056", "2026-01-31T00:00:00Z"),
    ("2026-W05", "2026-01-26T00:00:00Z"),
    ("2020-W53-5T10:00:00Z", "2021-01-01T10:00:00Z"),
    ("2025-W01-1", "2024-12-30T00:00:00Z"),
    ("2026-01-31T08:00:00+01", "2026-01-31T07:00:00Z"),
    ("2026-01-31T08:00:00+01:00:30", "2026-01-31T06:59:30Z"),
    ("2024-02-29T23:59:59-12:00", "2024-03-01T11:59:59Z"),
    ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"),
    ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
  ])
  func isoDatesAreReadAsPythonReadsThem(_ text: String, _ instant: String) {
    #expect(FeedDate(text)?.description == instant)
    #expect(FeedDate(text, form: .iso8601)?.description == instant)
  }

  /// Instants by `date -u -d` on the same date in ISO 8601.
  @Test(arguments: [
    ("2015.04.10", "2015-04-10T00:00:00Z"), ("2015/4/9 8:03:01", "2015-04-09T08:03:01Z"),
    ("2003-12", "2003-12-01T00:00:00Z"), ("2003", "2003-01-01T00:00:00Z"),
    ("2026-031", "2026-01-31T00:00:00Z"), ("2024366T0800Z", "2024-12-31T08:00:00Z"),
    ("20260131080000", "2026-01-31T08:00:00Z"),
    ("2026-01-31+01:00", "2026-01-30T23:00:00Z"), ("2026-01-31Z", "2026-01-31T00:00:00Z"),
    ("2026-01-31T24:00:00Z", "2026-02-01T00:00:00Z"),
    ("2026-01-31T08:00:60Z", "2026-01-31T08:01:00Z"),
    ("2026-01-31T08:00:00\u{2212}01:00", "2026-01-31T09:00:00Z"),
    ("2026-01-31 3:07 PM EST", "2026-01-31T20:07:00Z"), ("\n 2026-01-31 ", "2026-01-31T00:00:00Z"),
    ("31 Jan 26 03:00 EST", "2026-01-31T08:00:00Z"), ("Jan. 5, 2024", "2024-01-05T00:00:00Z"),
    ("January 5th, 2024 at 3:07 p.m.", "2024-01-05T15:07:00Z"),
    ("12:30 am, 5 January 2024", "2024-01-05T00:30:00Z"),
    ("5 Jan 2024 12:30PM", "2024-01-05T12:30:00Z"), ("5 Jan 2024 3pm", "2024-01-05T15:00:00Z"),
    ("Fri, 2006/09/15 08:19:53 EDT", "2006-09-15T12:19:53Z"),
    ("1 Jan 103 00:00:00 GMT", "2003-01-01T00:00:00Z"),
    ("Sat, 31 Jan (a (nested) comment) 2026 08:00:00 +0000", "2026-01-31T08:00:00Z"),
    ("Sat Jan 31 2026 09:00:00 GMT+0100 (CET)", "2026-01-31T08:00:00Z"),
    ("Seg, 15 Set 2014 10:00:00 -0300", "2014-09-15T13:00:00Z"),
    ("31 março 2026 08:00:00 GMT", "2026-03-31T08:00:00Z"),
    ("1/31/2026 8:00 AM", "2026-01-31T08:00:00Z"), ("31.1.2026 08:00", "2026-01-31T08:00:00Z"),
    ("1632582318", "2021-09-25T15:05:18Z"), ("1569791681000", "2019-09-29T21:14:41Z"),
    ("1632582318.9", "2021-09-25T15:05:18Z"), ("1.632582318e9", "2021-09-25T15:05:18Z"),
    ("-100000000", "1966-10-31T14:13:20Z"),
  ])
  func otherFormsAreRead(_ text: String, _ instant: String) {
    #expect(FeedDate(text)?.description == instant)
  }

  @Test func theDayComesFirstOnlyWhereThatIsSaid() {
    #expect(FeedDate("2/1/2026", form: .dayFirst)?.description == "2026-01-02T00:00:00Z")
    #expect(FeedDate("31-1-26", form: .dayFirst)?.description == "2026-01-31T00:00:00Z")
    #expect(FeedDate("2026-01-31", form: .dayFirst)?.description == "2026-01-31T00:00:00Z")
    #expect(FeedDate("2/1/2026")?.description == "2026-02-01T00:00:00Z")
    #expect(FeedDate("31/1/2026") == nil)
    #expect(FeedDate("2-1-2026") == nil)
  }

  @Test(arguments: [
    "", " ", "yesterday", "2023-02-29", "2024-13-01", "99", "31 Foo 2026", "0 Jan 2026",
    "Mon, 01 Jan 0001 00:00:00 +0000", "2026-01-31Tx", "2026-01-31T", "2026-01-31Tgarbage",
    "2026-01-31T24:01:00Z", "2026-01-31T25:00Z", "2026-01-31T08:61Z", "2026-W54-1", "2025-W53-1",
    "2026-W05-8", "2026-366", "2026-000", "200312", "2026-01-31T08:00:00+99:00",
    "31 Jan 2026 2027", "31 Jan 2026 08:00 09:00", "2026-01-",
    "2026-01-31T08:00:00+01:00+02:00", "99999999999999999999", "nan", "1e300",
    "Sat, 31 Jan 2026 08:00:00 +", "--------", "12:00", "Jan Feb Mar", "31 Jan 2026 (a comment",
    "31 Jan 2026)", "\0", "31 Jan 2026 garbage",
  ])
  func whatIsNoDateIsRefused(_ text: String) {
    #expect(FeedDate(text) == nil)
  }

  @Test func aLongTextIsNoDate() {
    #expect(FeedDate("31 Jan 2026 " + String(repeating: "(", count: 200)) == nil)
    #expect(FeedDate(String(repeating: " ", count: 200) + "31 Jan 2026") != nil)
  }

  @Test func everyDayOfFourCenturiesReadsBack() {
    for day in stride(from: Int64(-25_567), to: 120_000, by: 13) {
      let date = FeedDate(secondsSince1970: day * 86_400 + 3_661)
      #expect(date.flatMap { FeedDate($0.description) } == date)
    }
  }

  @Test func datesOutsideTheYears0To9999AreNone() {
    #expect(FeedDate(secondsSince1970: -62_167_219_200)?.description == "0000-01-01T00:00:00Z")
    #expect(FeedDate(secondsSince1970: 253_402_300_799)?.description == "9999-12-31T23:59:59Z")
    #expect(FeedDate(secondsSince1970: -62_167_219_201) == nil)
    #expect(FeedDate(secondsSince1970: 253_402_300_800) == nil)
    #expect(FeedDate(secondsSince1970: .min) == nil)
    #expect(FeedDate("9999-12-31T23:59:59-01:00") == nil)
    #expect(FeedDate(year: 0, month: 1, day: 1, offset: 3600) == nil)
    #expect(FeedDate(year: .max, month: .max, day: .max) == nil)
    #expect(FeedDate(year: 2026, month: 1, day: 1, offset: .min) == nil)
    #expect(FeedDate(number: .infinity) == nil)
    #expect(FeedDate(number: -62_167_219_201, form: .unix) == nil)
  }
}
