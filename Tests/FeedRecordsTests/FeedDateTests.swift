import FeedRecords
import Testing

@Suite struct FeedDateTests {
  /// Instants by `date -u -d`.
  @Test(arguments: [
    ("2026-01-31T08:00:00Z", "2026-01-31T08:00:00Z"),
    ("2026-01-31T09:00:00.123+01:00", "2026-01-31T08:00:00Z"),
    ("2020-01-04T01:00:00+0100", "2020-01-04T00:00:00Z"),
    ("2018-01-06T08:00", "2018-01-06T08:00:00Z"), ("2015.04.10", "2015-04-10T00:00:00Z"),
    ("2003-12", "2003-12-01T00:00:00Z"), ("20031231", "2003-12-31T00:00:00Z"),
    ("Sat, 31 Jan 2026 09:00:00 +0100", "2026-01-31T08:00:00Z"),
    ("31 Jan 26 03:00 EST", "2026-01-31T08:00:00Z"),
    ("Wed Sep 09 10:12:55 +0800 2015", "2015-09-09T02:12:55Z"),
    ("Thu, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
    ("January 5, 2024 3:07 PM", "2024-01-05T15:07:00Z"), ("1632582318", "2021-09-25T15:05:18Z"),
    ("1569791681000", "2019-09-29T21:14:41Z"), ("2024-02-29", "2024-02-29T00:00:00Z"),
  ])
  func usualFormsAreRead(_ text: String, _ instant: String) {
    #expect(FeedDate(text)?.description == instant)
  }

  @Test(arguments: [
    "", "yesterday", "2023-02-29", "2024-13-01", "99", "31 Foo 2026",
    "Mon, 01 Jan 0001 00:00:00 +0000", "2026-01-31Tx",
  ])
  func whatIsNoDateIsRefused(_ text: String) {
    #expect(FeedDate(text) == nil)
  }

  @Test func everyDayOfFourCenturiesReadsBack() {
    for day in stride(from: Int64(-25_567), to: 120_000, by: 13) {
      let date = FeedDate(secondsSince1970: day * 86_400 + 3_661)
      #expect(date.flatMap { FeedDate($0.description) } == date)
    }
  }
}
