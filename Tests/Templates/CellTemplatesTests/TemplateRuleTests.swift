import FeedRecords
import LayoutPrimitives
import Testing

@testable import CellTemplates

@Suite struct TemplateRuleTests {
  private func plan(_ name: String, states: String = "[]") throws -> TemplatePlan {
    TemplatePlan(
      try CellTemplate(
        text: Composed.document("states: \(states)\nviews: []", name: name), file: "\(name).yaml"))
  }

  @Test(arguments: [
    ("{reblog}", true), ("not {reblog}", false), ("{media, count} > 1", true),
    ("{media, count} > 2", false), ("{kind} == 'retweet' and {likes} >= 3", true),
    ("{absent}", false),
  ]) func aRuleAsksTheRecord(text: String, expected: Bool) throws {
    let record = try FormattedText.record(
      #"{"id":"1","content_text":"x","reblog":{"a":1},"media":[1,2],"kind":"retweet","likes":3}"#)
    #expect(try TemplateRule(when: text).holds(for: record) == expected)
  }

  @Test(arguments: [
    ("width < 375", "asks more than the record"), ("{a} or locale == de", "more than the record"),
    ("state == open", "undeclared state"), ("body.truncated", "unknown label"),
    ("{a", "never closed"), ("", "a {binding}"), ("{a, date} == 'x'", "language"),
  ]) func whatIsNoQuestionToTheRecordIsRefused(text: String, words: String) {
    let error = #expect(throws: TemplateRule.Failure.self) { try TemplateRule(when: text) }
    #expect(error?.description.contains(words) ?? false, "\(error?.description ?? "")")
  }

  @Test func theFirstRuleThatIsTrueChooses() throws {
    let (post, share, pair) = (try plan("post"), try plan("share"), try plan("pair"))
    let choice = TemplateSelector(
      standard: post,
      rules: [
        (try TemplateRule(when: "{reblog}"), share), (try TemplateRule(when: "{n} > 1"), pair),
        (try TemplateRule(when: "{n} > 0"), post), (try TemplateRule(when: "{n}"), share),
      ])
    #expect(choice.templates.map(\.name) == ["post", "share", "pair"])
    func name(_ values: [String: String]) -> String {
      choice.templates[choice.index(for: Record(values: values))].name
    }
    #expect(name(["reblog": "x", "n": "5"]) == "share")
    #expect(name(["n": "5"]) == "pair")
    #expect(name(["n": "1"]) == "post")
    #expect(name(["n": "0"]) == "share")
    #expect(name([:]) == "post")
    #expect(TemplateSelector(post).index(for: Record(values: ["reblog": "x"])) == 0)
  }

  /// A state that another template of the feed brings is this one's first.
  @Test func statesOfAllTemplatesAreJoined() throws {
    let open = try plan("open", states: "[shut, open]")
    let wide = try plan("wide", states: "[open, wide]")
    let choice = TemplateSelector(
      standard: open, rules: [(try TemplateRule(when: "{w}"), wide)])
    #expect(choice.states == ["shut", "open", "wide"])
    let states = try ["390", "390#open", "390#wide"].map {
      try PreparedEnvironment(Environment(parsing: $0), plan: TemplatePlan(open.template))
        .conditions.state
    }
    #expect(states == ["shut", "open", "shut"])
  }
}
