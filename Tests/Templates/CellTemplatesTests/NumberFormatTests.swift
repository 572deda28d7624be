import AutoLayout
import FeedRecords
import LayoutPrimitives
import TemplateDocuments
import Testing

@testable import CellTemplates

/// Expectations are CLDR's number formats and plural rules, by hand.
@Suite struct NumberFormatTests {
  private let record = Record(values: [
    "n": "1234567.8915", "k": "1234", "m": "1234567", "share": "0.256", "price": "1234.5",
    "zero": "0", "one": "1", "two": "2", "bad": "many", "name": "Ada",
  ])

  @Test(arguments: [
    ("{n, number}", "en", "1,234,567.892"), ("{n, number}", "de", "1.234.567,892"),
    ("{n, number}", "en-IN", "12,34,567.892"), ("{n, number, integer}", "en", "1,234,568"),
    ("{k, number, compact}", "en", "1.2K"), ("{m, number, compact}", "en", "1.2M"),
    ("{m, number, compact}", "de", "1,2\u{A0}Mio."), ("{share, number, percent}", "en", "26%"),
    ("{share, number, percent}", "de", "26\u{A0}%"),
    ("{price, number, '#,##0.00'}", "en", "1,234.50"),
    ("{price, number, '#,##0.00 ''net'''}", "de", "1.234,50 net"),
    ("{k, number}", "ar-EG", "١٬٢٣٤"),
    ("{k, number}", "xx", "1,234"), ("{bad, number}", "en", ""), ("{bad|0, number}", "en", "0"),
    ("{bad|'none', number}", "en", "none"), ("{bad|k, number}", "en", "1,234"),
  ]) func numbersAreWritten(text: String, locale: String, expected: String) throws {
    #expect(try FormattedText.text(text, record, locale: locale) == expected)
  }

  private static let likes = "{n, plural, =0 {none} one {# like} other {# likes}}"
  private static let russian =
    "{n, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}"
  private static let arabic =
    "{n, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}"

  @Test(arguments: [
    (likes, "0", "en", "none"), (likes, "1", "en", "1 like"), (likes, "2", "en", "2 likes"),
    (likes, "1234", "en", "1,234 likes"), (likes, "1.5", "en", "1.5 likes"),
    (likes, "-1", "en", "-1 like"), (likes, "", "en", ""), (likes, "1.0001", "en", "1 like"),
    (russian, "1", "ru", "1 файл"), (russian, "3", "ru", "3 файла"),
    (russian, "5", "ru", "5 файлов"), (russian, "11", "ru", "11 файлов"),
    (russian, "21", "ru", "21 файл"), (russian, "1.5", "ru", "1,5 файла"),
    (arabic, "0", "ar", "z"), (arabic, "1", "ar", "o"), (arabic, "2", "ar", "t"),
    (arabic, "3", "ar", "f"), (arabic, "11", "ar", "m"), (arabic, "100", "ar", "x"),
    // Japanese has one form; French counts 0 and 1.5 as one.
    (likes, "1", "ja", "1 likes"), (likes, "1.5", "fr", "1,5 like"),
    (
      "{n, plural, offset:1 =0 {nobody} =1 {you} one {you and # other} other {you and # others}}",
      "2", "en", "you and 1 other"
    ),
    ("{n, plural, offset:1 =1 {you} other {you and # others}}", "4", "en", "you and 3 others"),
  ]) func pluralsFollowTheLocale(
    text: String, number: String, locale: String, expected: String
  ) throws {
    #expect(
      try FormattedText.text(text, Record(values: ["n": number]), locale: locale) == expected)
  }

  @Test(arguments: [
    ("{two, plural, other {it's # for {name|'nobody'}}}!", "it's 2 for Ada!"),
    ("{two, plural, other {'{#}' is #, isn''t it}}", "{#} is 2, isn't it"),
    ("{two, plural, other {{one, plural, one {# of} other {x}} #}}", "1 of 2"),
    ("a {{b}} {one, plural, one{#}other{x}}{{c}}", "a {b} 1{c}"),
    ("{two, plural, other {'#'#}}", "#2"), ("{missing|3, plural, other {#}}", "3"),
    ("{missing|'no number', plural, other {#}}", "no number"),
  ]) func messagesNestAndQuote(text: String, expected: String) throws {
    #expect(try FormattedText.text(text, record) == expected)
  }

  @Test(arguments: [
    ("{n, plural, one {a}}", 19, "without 'other'"), ("{n, plural}", 10, "the end"),
    ("{n, plural, other {a} other {b}}", 22, "second message"),
    ("{n, plural, =1 {a} =1.0 {b} other {c}}", 19, "second message"),
    ("{n, plural, many other {b}}", 17, "'other'"), ("{n, plural, some {b}}", 12, "'some'"),
    ("{n, plural, other {{a b}}}", 22, "'b'"), ("{n, plural, = {b}}", 13, "' '"),
    ("{n, number, '0.0.0'}", 12, "ICU cannot read"), ("{n, number, ''}", 12, "ICU cannot read"),
    ("{n, number, hex}", 12, "'hex'"), ("{n, number, 00}", 12, "'0'"),
  ]) func brokenFormatsPointAtTheCharacter(text: String, offset: Int, found: String) throws {
    let problem = try #require(FormattedText.problem(text))
    #expect(problem.code == .bindingSyntax)
    #expect(problem.found.contains(found), "\(problem)")
    #expect(problem.mark?.offset == offset, "\(problem)")
  }

  @Test func pluralsInsideOneAnotherAreLimited() throws {
    func nested(_ depth: Int) -> String {
      depth == 0 ? "#" : "{n, plural, other {\(nested(depth - 1))}}"
    }
    #expect(try FormattedText.text(nested(4), Record(values: ["n": "2"])) == "2")
    #expect(FormattedText.problem(nested(5)) != nil)
  }

  @Test func listsAreCounted() throws {
    let record = try FormattedText.record(
      """
      {"id":"1","content_text":"x","tags":["a","b","c"],"media":[{"w":1},{"w":2}],"none":[],
       "single":"x","map":{"a":1,"b":2,"c":3,"d":4},"words":["a, b"]}
      """)
    let forms = "plural, one {# photo} other {# photos}"
    for (text, expected) in [
      ("{media, count}", "2"), ("{tags, count}", "3"), ("{none, count}", "0"), ("{x, count}", "0"),
      ("{single, count}", "1"), ("{map, count}", "4"), ("{words, count}", "1"),
      ("{none|media, count}", "2"), ("{x|7, count}", "7"), ("{media, \(forms)}", "2 photos"),
      ("{single, \(forms)}", "1 photo"), ("{none, \(forms)}", ""),
    ] {
      #expect(try FormattedText.text(text, record) == expected, "\(text)")
    }
  }

  @Test(arguments: [
    ("{media, count} > 2", false), ("{media, count} == 2", true), ("2 <= {media, count}", true),
    ("{x, count} == 0", true), ("{media, count} == {tags, count}", false), ("{none, count}", false),
    ("{published, date, 'yyyy'} == '2026'", true), ("{published, date, 'yyyy'} == '2025'", false),
  ]) func conditionsAskFormattedValues(condition: String, expected: Bool) throws {
    let record = try FormattedText.record(
      """
      {"id":"1","content_text":"x","tags":["a","b","c"],"media":[{"w":1},{"w":2}],"none":[],
       "date_published":"2026-01-31T08:00:00Z"}
      """)
    let template = try CellTemplate(
      text: """
        {"schema":"cellheights.template/1","template":"t","views":[],
         "groups":[{"when":"\(condition)","constraints":["cell.height >= 1"]}]}
        """, file: "t")
    var resolved = ResolvedRecord()
    resolved.resolve(record, template.paths)
    resolved.formatter = try ValueFormatter(
      locale: "en", settings: FormatSettings(), formats: template.paths.formats)
    let context = ConditionContext(record: resolved, environment: .init(width: 390))
    #expect(template.groups[0].condition.holds(in: context) == expected)
  }

  @Test(arguments: ["{a, count} == 'x'", "{a, date} > 3", "{a, number} == 3", "width < {a, date}"])
  func conditionsThatMixTextAndNumbersAreRefused(condition: String) {
    #expect(throws: ConditionError.self) {
      try ConditionParser.parse(condition, names: ConditionNames())
    }
  }

  @Test func constraintsTakeCountsAndNoOtherFormat() throws {
    let count = BoundRatio(numerator: .init(text: "media, count", offset: 0))
    #expect(try BoundNumber(count).value(in: Record(values: ["media": "x"])) == 1)
    let text = BoundRatio(numerator: .init(text: "media, number", offset: 0))
    #expect(throws: NotationError.self) { try BoundNumber(text) }
  }
}
