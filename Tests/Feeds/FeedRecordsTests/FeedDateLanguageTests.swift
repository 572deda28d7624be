import FeedRecords
import Testing

/// Dates in words and digits of other languages than English.
///
/// The instants were computed by hand from the day, the month and the zone.
@Suite struct FeedDateLanguageTests {
  @Test(arguments: [
    // Spanish, Italian, French.
    ("mié, 12 ago 2026 10:00:00 -0300", "2026-08-12T13:00:00Z"),
    ("mar, 05 ene 2025 10:00:00 +0100", "2025-01-05T09:00:00Z"),
    ("29 dic 2022 11:13:20 +0100", "2022-12-29T10:13:20Z"),
    ("31 de enero de 2026, 9:00", "2026-01-31T09:00:00Z"),
    ("31 de enero del 2026 a las 09:00", "2026-01-31T09:00:00Z"),
    ("gio, 29 dic 2022 11:13:20 +0100", "2022-12-29T10:13:20Z"),
    ("05 gen 2025 10:00:00 +0200", "2025-01-05T08:00:00Z"),
    ("05 ott 2025 10:00:00 +0200", "2025-10-05T08:00:00Z"),
    ("31 gennaio 2026 alle 09:00", "2026-01-31T09:00:00Z"),
    ("mar. 5 août 2025 09:00:00 +0200", "2025-08-05T07:00:00Z"),
    ("lun., 3 mars 2025 08:00:00 +0100", "2025-03-03T07:00:00Z"),
    ("3 févr. 2025 08:00:00 +0100", "2025-02-03T07:00:00Z"),
    ("3 fevrier 2025 à 09h30", "2025-02-03T09:30:00Z"),
    ("MAR, 03 JUIL 2025 09:00:00 GMT", "2025-07-03T09:00:00Z"),
    ("1er décembre 2025", "2025-12-01T00:00:00Z"),
    ("1º de janeiro de 2026", "2026-01-01T00:00:00Z"),
    // German, Dutch, the Nordic languages.
    ("Mi, 05 März 2025 10:00:00 +0100", "2025-03-05T09:00:00Z"),
    ("Mi, 05 Mrz 2025 10:00:00 +0100", "2025-03-05T09:00:00Z"),
    ("05 Dez 2025 10:00:00 +0100", "2025-12-05T09:00:00Z"),
    ("05 Okt 2025 10:00:00 +0200", "2025-10-05T08:00:00Z"),
    ("Samstag, 31. Januar 2026 um 09:00 Uhr", "2026-01-31T09:00:00Z"),
    ("05 mei 2025 10:00:00 +0200", "2025-05-05T08:00:00Z"),
    ("05 mrt 2025 10:00:00 +0100", "2025-03-05T09:00:00Z"),
    ("31. januar 2026 kl. 09:00", "2026-01-31T09:00:00Z"),
    ("lör, 05 maj 2025 10:00:00 +0200", "2025-05-05T08:00:00Z"),
    ("31. tammikuuta 2026 klo 9.30", "2026-01-31T09:30:00Z"),
    // Slavic and Baltic languages, Hungarian, Romanian, Turkish, Greek.
    ("śr, 05 paź 2025 10:00:00 +0200", "2025-10-05T08:00:00Z"),
    ("31 stycznia 2026 r., 09:00", "2026-01-31T09:00:00Z"),
    ("31 января 2026 г. в 09:00", "2026-01-31T09:00:00Z"),
    ("Сб, 31 янв 2026 09:00:00 +0300", "2026-01-31T06:00:00Z"),
    ("15 июня 2025 09:00:00 +0300", "2025-06-15T06:00:00Z"),
    ("15 июля 2025 09:00:00 +0300", "2025-07-15T06:00:00Z"),
    ("5. října 2025 10:00", "2025-10-05T10:00:00Z"),
    ("31 січня 2026 09:00", "2026-01-31T09:00:00Z"),
    ("2026. január 31. 09:00", "2026-01-31T09:00:00Z"),
    ("2026 m. sausio 31 d. 09:00", "2026-01-31T09:00:00Z"),
    ("31 ianuarie 2026", "2026-01-31T00:00:00Z"),
    ("31 Ocak 2026 Cumartesi 09:00", "2026-01-31T09:00:00Z"),
    ("05 Ağu 2025 10:00:00 +0300", "2025-08-05T07:00:00Z"),
    ("Σάβ, 31 Ιαν 2026 09:00:00 +0200", "2026-01-31T07:00:00Z"),
    ("31 Δεκεμβρίου 2025", "2025-12-31T00:00:00Z"),
    // Portuguese, with the days of the week that have a dash.
    ("segunda-feira, 15 de setembro de 2014 10:00:00 -0300", "2014-09-15T13:00:00Z"),
    ("sex, 05 fev 2025 10:00:00 -0300", "2025-02-05T13:00:00Z"),
    // Numbers with units.
    ("2026年1月31日 09:00", "2026-01-31T09:00:00Z"),
    ("2026 年 1 月 31 日（土） 9時30分", "2026-01-31T09:30:00Z"),
    ("2026年1月31日 星期六 下午3:05", "2026-01-31T15:05:00Z"),
    ("2026年1月31日", "2026-01-31T00:00:00Z"),
    ("2026년 1월 31일 오전 9:00", "2026-01-31T09:00:00Z"),
    ("２０２６年１月３１日　０９：００", "2026-01-31T09:00:00Z"),
    // Other scripts and digits.
    ("السبت، 31 يناير 2026 09:00", "2026-01-31T09:00:00Z"),
    ("٣١ يناير ٢٠٢٦ ٠٩:٠٠", "2026-01-31T09:00:00Z"),
    ("٢٠٢٦-٠١-٣١", "2026-01-31T00:00:00Z"), ("31.1.2026 um 09:00 Uhr", "2026-01-31T09:00:00Z"),
    ("۳۱ ژانویه ۲۰۲۶", "2026-01-31T00:00:00Z"),
    ("שבת, 31 ינואר 2026", "2026-01-31T00:00:00Z"),
    ("31 जनवरी 2026 09:00", "2026-01-31T09:00:00Z"),
    ("31 ม.ค. 2569 09:00", "2026-01-31T09:00:00Z"),
    ("31 มกราคม 2026", "2026-01-31T00:00:00Z"),
    ("31 tháng 1, 2026", "2026-01-31T00:00:00Z"),
    ("Thứ Bảy, ngày 31 tháng 12 năm 2025", "2025-12-31T00:00:00Z"),
    ("31 thg 12, 2025", "2025-12-31T00:00:00Z"),
    // Other arrangements of words.
    ("Saturday, January 31, 2026 - 09:00", "2026-01-31T09:00:00Z"),
    ("Saturday, January 31, 2026 – 9:00 AM", "2026-01-31T09:00:00Z"),
    ("January 31, 2026 | 9:00\u{202F}PM", "2026-01-31T21:00:00Z"),
    ("31 January 2026 · 09:00", "2026-01-31T09:00:00Z"),
    ("\u{200E}1/31/2026 9:00 AM", "2026-01-31T09:00:00Z"),
    ("31-ene-2026 09:00", "2026-01-31T09:00:00Z"),
  ])
  func namesOfOtherLanguagesAreRead(_ text: String, _ instant: String) {
    #expect(FeedDate(text)?.description == instant, "\(text)")
  }

  @Test func theLanguageDecidesNamesOfTwoMonths() {
    let text = "05 lis 2025 10:00:00 +0100"
    #expect(FeedDate(text) == nil)
    #expect(FeedDate(text, language: "pl-PL")?.description == "2025-11-05T09:00:00Z")
    #expect(FeedDate(text, language: "hr")?.description == "2025-10-05T09:00:00Z")
    #expect(FeedDate("5 srpnja 2025", language: "hr")?.description == "2025-07-05T00:00:00Z")
    // English names do not depend on the language.
    #expect(FeedDate("05 Mar 2025", language: "fi")?.description == "2025-03-05T00:00:00Z")
    for (item, month) in [
      ("<channel><language>pl</language>", 11), ("<channel xml:lang='hr'>", 10),
    ] {
      let feed =
        "<rss>\(item)<item><guid>1</guid><pubDate>5 lis 2025</pubDate></item></channel></rss>"
      #expect(Reading(feed).records.first?.published == FeedDate(year: 2025, month: month, day: 5))
    }
    let json = #"[{"id":"1","content_text":"c","language":"pl","published":"5 lis 2025"}]"#
    #expect(Reading(json).records.first?.published == FeedDate(year: 2025, month: 11, day: 5))
  }

  @Test(arguments: [
    "yesterday", "5 foo 2025", "32 mars 2025", "31 février 2025", "令和8年1月31日", "2026年13月1日",
    "mars 2025", "5 jui 2025", "12345", "2026年", "31/Foo/2026",
  ])
  func otherTextsAreNoDates(_ text: String) { #expect(FeedDate(text) == nil) }

  @Test func aDateThatCannotBeReadIsSaidOnce() throws {
    let items = (1...3).map {
      "<item><guid>\($0)</guid><pubDate>the \($0)th moon</pubDate><updated></updated></item>"
    }
    let reading = Reading("<rss><channel>\(items.joined(separator: "\n"))</channel></rss>")
    #expect(reading.records.count == 3)
    let warning = try #require(reading.warnings.first)
    #expect(reading.warnings.count == 1)
    #expect(warning.code == .unreadDate)
    #expect(warning.count == 3)
    #expect(warning.location.number == 1)
    #expect(warning.message.contains("\"the 1th moon\""))
    for feed in [
      "<feed><entry><id>1</id><published>soon</published></entry></feed>",
      "<rss xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><item><dc:date>soon</dc:date></item></channel></rss>",
      #"[{"id":"1","content_text":"c","date_published":"soon"}]"#,
      #"[{"id":"1","content_text":"c","published":true}]"#,
      #"[{"key":1,"text":"c","created_at":"soon"},{"key":2,"text":"d"}]"#,
    ] {
      let reading = Reading(feed)
      #expect(reading.warnings.map(\.code) == [.unreadDate], "\(feed)")
      #expect(reading.records.first?.published == nil)
    }
    let other = #"[{"id":"1","content_text":"c","published":"soon","date_published":"2026-01-31"}]"#
    #expect(Reading(other).warnings.isEmpty)
    #expect(Reading(other).records.first?.published == FeedDate("2026-01-31"))
  }
}
