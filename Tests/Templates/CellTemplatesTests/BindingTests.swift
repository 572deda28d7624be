import AutoLayout
import CellTemplates
import Testing

@Suite struct BindingTests {
  private let record = Record(values: [
    "title": "Hello", "empty": "", "n": "3", "w": "4", "zero": "0", "bad": "x", "inf": "inf",
    "a.b[0].c-d": "deep",
  ])

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("{title}", "Hello"), ("{title}!", "Hello!"),
    ("{title} — {author|'anonymous'}", "Hello — anonymous"), ("{empty|title}", "Hello"),
    ("{missing}", ""), ("{missing|empty|7}", "7"), ("{missing|1.50}", "1.50"),
    ("{{title}}", "{title}"), ("a}}b", "a}b"), ("{ missing | 'a|b}' }", "a|b}"),
    ("{a.b[0].c-d}", "deep"), ("{missing|''|'x'}", "x"), ("{n}/{w}", "3/4"),
  ]) func textIsBound(text: String, expected: String) throws {
    #expect(try BoundText(text).text(in: record) == expected)
  }

  @Test(arguments: [
    ("{", 0), ("{}", 1), ("a}", 1), ("{a", 0), ("{a|}", 3), ("{a b}", 3), ("{'x'}", 1),
    ("{5}", 1), ("x {a|'b}", 5), ("{a{b}}", 2),
  ]) func brokenBindingsPointAtTheCharacter(text: String, offset: Int) {
    let error = #expect(throws: NotationError.self) { try BoundText(text) }
    #expect(error?.offset == offset)
  }

  /// Ratios by hand; `nil` is missing.
  @Test(
    arguments: [
      ("n", nil, 3), ("bad", nil, nil), ("inf", nil, nil), ("missing", nil, nil),
      ("bad|9", nil, 9), ("missing|n", nil, 3), ("n", "w", 0.75), ("n", "zero", nil),
      ("n", "zero|6", 0.5), ("n", "missing", nil), ("n", "missing|-1", nil), ("bad", "w", nil),
      ("zero", "w", 0),
    ] as [(String, String?, Double?)])
  func numberIsBound(numerator: String, denominator: String?, expected: Double?) throws {
    let ratio = BoundRatio(
      numerator: .init(text: numerator, offset: 0),
      denominator: denominator.map { .init(text: $0, offset: 0) })
    #expect(try BoundNumber(ratio).value(in: record) == expected)
    var negated = ratio
    negated.isNegated = true
    #expect(try BoundNumber(negated).value(in: record) == expected.map { 0 - $0 })
  }

  /// Huge over tiny overflows; that is no finite number.
  @Test func overflowIsMissing() throws {
    let big = Record(values: ["h": "1e300", "w": "1e-300"])
    let ratio = BoundRatio(
      numerator: .init(text: "h", offset: 0), denominator: .init(text: "w", offset: 0))
    #expect(try BoundNumber(ratio).value(in: big) == nil)
  }

  @Test func textCannotStandForANumber() {
    let ratio = BoundRatio(numerator: .init(text: "h|'tall'", offset: 3))
    #expect(throws: NotationError.self) { try BoundNumber(ratio) }
  }
}
