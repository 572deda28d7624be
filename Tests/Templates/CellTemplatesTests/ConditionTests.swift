import AutoLayout
import LayoutPrimitives
import Testing

@testable import CellTemplates

@Suite struct ConditionTests {
  private let names = ConditionNames(
    states: ["collapsed", "expanded"], labels: ["title", "body", "my label"],
    views: ["cell", "title", "photo", "body", "my label"])

  private let context = ConditionContext(
    record: Record(values: [
      "image": "i.png", "kind": "photo", "empty": "", "n": "3", "m": "10", "image.width": "800",
      "image.height": "600", "name": "it",
    ]),
    environment: ConditionEnvironment(
      width: 375, scale: 2, sizeCategory: .extraLarge, direction: .rightToLeft, locale: "ar",
      state: "expanded"),
    labels: [
      [
        LabelLines(count: 1, truncated: false), LabelLines(count: 4, truncated: true),
        LabelLines(count: 0, truncated: false),
      ]
    ])

  @Test(arguments: [
    "{image}", "not {empty}", "not {missing}", "{missing|image}", "{missing|'x'}",
    "{kind} == 'photo'", "'photo' == {kind}", "{kind} != 'video'", "{missing} == ''",
    "{missing} != 'photo'", "{n} == 3", "{n} < {m}", "{n} != {m}", "{m} > {n}", "10 > {n}",
    "{missing} != 3", "{kind} != 3", "{kind} > 'aaa'", "'aaa' < {kind}",
    "{image.height}/{image.width} == 0.75", "{image.height}/{image.width} < 1",
    "width == 375", "width < 400", "400 > width", "scale >= 2", "width > scale",
    "sizeCategory >= L", "sizeCategory < AX1", "sizeCategory == XL", "AX1 > sizeCategory",
    "sizeCategory != 'M'", "direction == rtl", "direction != ltr", "locale == ar",
    "locale != 'en-GB'", "state == expanded", "state != collapsed", "expanded == state",
    "body.truncated", "not title.truncated", "body.lines > 3", "3 < body.lines",
    "body.lines > title.lines", "\"my label\".lines == 0", "body.lines > {n}",
    "{image} and width < 400", "{missing} or {image}", "not {missing} and not {empty}",
    "{missing} and {missing} or {image}", "{image} or {missing} and {missing}",
    "not ({missing} and {image})", "not not {image}", "(({image}))",
    "{kind} == 'photo' and (width < 100 or state == expanded)", "width<400and{image}",
  ]) func holds(text: String) throws {
    #expect(try ConditionParser.parse(text, names: names).holds(in: context))
    #expect(try !ConditionParser.parse("not (\(text))", names: names).holds(in: context))
  }

  @Test(arguments: [
    "{empty}", "{missing}", "{missing} == 3", "{missing} < 3", "{missing} >= 3",
    "{kind} == 3", "{kind} < 3", "{kind} == 'Photo'", "{image.height}/{missing} > 0",
    "{image.height}/{missing} < 9", "not {image}", "width < 375", "sizeCategory > XL",
    "direction == ltr", "locale == en", "state == collapsed", "title.truncated",
    "body.lines == 3", "{image} and {missing}", "not {image} or {missing}",
    "not {missing} and {missing}",
  ]) func doesNotHold(text: String) throws {
    #expect(try !ConditionParser.parse(text, names: names).holds(in: context))
  }

  /// When a record begins, every condition on a label is false; `not` negates that.
  @Test(arguments: [
    ("body.truncated", false), ("body.lines > 3", false), ("body.lines < 3", false),
    ("body.lines != 3", false), ("body.lines == 0", false), ("not body.truncated", true),
    ("not body.lines < 3", true), ("body.lines > 3 or {image}", true),
  ]) func labelQuestionsBeginFalse(text: String, expected: Bool) throws {
    var beginning = context
    beginning.labels = []
    #expect(try ConditionParser.parse(text, names: names).holds(in: beginning) == expected)
  }

  @Test func tellsWhomItAsks() throws {
    func subjects(_ text: String) throws -> Condition.Subjects {
      try ConditionParser.parse(text, names: names).subjects
    }
    #expect(try subjects("{image} and not {n} > 3") == .record)
    #expect(try subjects("width < 3 or locale == en or sizeCategory > L") == .environment)
    #expect(try subjects("state == expanded") == .state)
    #expect(try subjects("body.truncated or title.lines > 1") == .labels)
    #expect(try subjects("{n} > width") == [.record, .environment])
    #expect(
      try ConditionParser.parse("body.truncated or title.lines > 1", names: names).askedLabels
        == [1, 0])
  }

  @Test(arguments: [
    ("", 0, "the end"), ("{image", 0, "a '{' that is never closed"), ("{image} and", 11, "the end"),
    ("and {image}", 0, "'and'"), ("{image} {n}", 8, "'{'"), ("({image}", 8, "the end"),
    ("{n} = 3", 4, "'='"), ("{n} == ", 7, "the end"), ("width", 5, "the end"),
    ("'text'", 6, "the end"), ("3", 1, "the end"), ("3 < 4", 0, "two numbers written out"),
    ("image == 'x'", 0, "the word 'image'"), ("{n} == foo", 7, "the word 'foo'"),
    ("sizeCategory > HUGE", 15, "the size category 'HUGE'"),
    ("direction == up", 13, "the direction 'up'"), ("direction < rtl", 10, "'<' with direction"),
    ("state == open", 9, "the undeclared state 'open'"), ("state > expanded", 6, "'>' with state"),
    ("photo.lines > 1", 0, "'photo', which is no label"),
    ("bodi.lines > 1", 0, "the unknown label 'bodi'"), ("body.line > 1", 5, "'line'"),
    ("body.truncated == 1", 0, "a comparison with truncated"), ("body.lines", 10, "the end"),
    ("{n} < 1 < 2", 8, "'<'"), ("{n} == 'x", 7, "a ' that is never closed"),
    ("width == 'x'", 9, "the text 'x'"), ("{image} && {n}", 8, "'&'"),
  ]) func refuses(text: String, offset: Int, found: String) {
    do {
      let condition = try ConditionParser.parse(text, names: names)
      Issue.record("\(text) was read as \(condition)")
    } catch {
      #expect(error.notation.offset == offset)
      #expect(error.notation.found == found)
    }
  }

  /// Nesting is bounded, so that no text can exhaust the stack.
  @Test func deepNestingIsRefused() {
    let text = String(repeating: "(", count: 4_000)
    #expect(throws: ConditionError.self) { try ConditionParser.parse(text, names: names) }
    let fine = String(repeating: "(", count: 60) + "{n}" + String(repeating: ")", count: 60)
    #expect(throws: Never.self) { try ConditionParser.parse(fine, names: names) }
  }
}
