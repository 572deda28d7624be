import Testing

@testable import CellTemplates

@Suite struct RewriterTests {
  @Test(arguments: [
    ("{title}", "{r.title}"),
    ("a {title|author|'x, {y}'|5} b", "a {r.title|r.author|'x, {y}'|5} b"),
    ("{ a . b }", "{ r.a . b }"), ("{{title}}", "{{title}}"),
    ("{media[0].url}", "{r.media[0].url}"),
    ("{sizes[kinds[0]]}", "{r.sizes[r.kinds[0]]}"), ("{[\"a.b\"].c}", "{r[\"a.b\"].c}"),
    ("{x[\"a]b\"][*]}", "{r.x[\"a]b\"][*]}"),
    ("{published, date, 'd MMM'}", "{r.published, date, 'd MMM'}"),
    (
      "{n, plural, =0 {no {a}} one {'{'#} other {it's {b|c, number}}}",
      "{r.n, plural, =0 {no {r.a}} one {'{'#} other {it's {r.b|r.c, number}}}"
    ),
    ("{broken", "{broken"), ("", ""), ("{a}{b}", "{r.a}{r.b}"),
  ]) func pathsGoBelowAnother(text: String, expected: String) {
    #expect(PathRewriter(below: "r").text(text) == expected)
  }

  @Test(arguments: [
    ("{item}", "{media[2]}"), ("{item.url|title}", "{media[2].url|title}"),
    ("{items}", "{items}"), ("{item[0]}", "{media[2][0]}"), ("{a.item}", "{a.item}"),
    ("{x[item.kind]}", "{x[media[2].kind]}"), ("{title|'item'}", "{title|'item'}"),
  ]) func aNameStandsForAnElement(text: String, expected: String) {
    #expect(PathRewriter(name: "item", standsFor: "media[2]").text(text) == expected)
  }

  private let names = NameRewriter(
    ids: ["cell": "q", "a": "q.a", "b": "q.b", "x y": "q.x y"], constants: ["gap": "q_gap"],
    paths: PathRewriter(below: "r"))

  @Test(arguments: [
    ("a.top == b.bottom + gap @750", "\"q.a\".top == \"q.b\".bottom + q_gap @750"),
    ("a.height == {h|9}/{w} * cell.width", "\"q.a\".height == {r.h|9}/{r.w} * q.width"),
    ("\"x y\".top == cell.top - 1e2", "\"q.x y\".top == q.top - 1e2"),
    ("gap.top == a . leading", "gap.top == \"q.a\" . leading"),
    ("a.width == gap", "\"q.a\".width == q_gap"),
    (
      "H:|-gap-[a(gap)]-(>=8)-[b(==a,<={w})]|",
      "H:|-q_gap-[\"q.a\"(q_gap)]-(>=8)-[\"q.b\"(==\"q.a\",<={r.w})]|"
    ),
    ("V:[\"x y\"]-8-[a(44@750)]", "V:[\"q.x y\"]-8-[\"q.a\"(44@750)]"),
    ("|[a]|", "|[\"q.a\"]|"), ("a.top == 'oops", "a.top == 'oops"), ("", ""),
  ]) func constraintsGetNewNames(text: String, expected: String) {
    #expect(names.constraint(text) == expected)
  }

  @Test(arguments: [
    ("a.truncated and not {x} == 'a.b'", "\"q.a\".truncated and not {r.x} == 'a.b'"),
    ("b.lines > 3 or width < 375", "\"q.b\".lines > 3 or width < 375"),
    ("state == a and {media, count} >= 2", "state == a and {r.media, count} >= 2"),
  ]) func conditionsGetNewNames(text: String, expected: String) {
    #expect(names.condition(text) == expected)
  }
}
