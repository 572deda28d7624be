import FeedRecords
import LayoutPrimitives
import Testing

@testable import CellTemplates

@Suite struct ConditionProgramTests {
  private let names = ConditionNames(
    states: ["collapsed", "expanded"], labels: ["title"], views: ["cell", "title"])
  private let environment = ConditionEnvironment(width: 375, scale: 2, state: "expanded")

  private static let records: [FeedRecord] = [
    FeedRecord(id: "1", version: "1"),
    FeedRecord(id: "2", version: "1", title: "", image: FeedImage(url: "")),
    FeedRecord(id: "3", version: "1", title: "t", image: FeedImage(url: "a.png", width: 8)),
    FeedRecord(
      id: "4", version: "1", title: "t", summary: "s", contentText: "c", author: "a",
      published: FeedDate(secondsSince1970: 0),
      image: FeedImage(url: "a.png", width: 800, height: 600), language: "en"),
  ]

  /// At the start of a cell a program gives the value of its condition.
  @Test(arguments: [
    "{image}", "not {image}", "{image.width} > 0", "{image.width} != 800", "800 >= {image.width}",
    "{image} and {image.width} > 0 and {image.height} > 0",
    "{image} and not ({image.width} > 0 and {image.height} > 0)",
    "{title} == 't' or {image.height}/{image.width} < 1", "{missing|title} and width < 400",
    "sizeCategory >= AX1 or {image}", "state == expanded and not ({title} or {image})",
    "title.truncated or {image}", "not title.truncated and title.lines < 3", "not not {title}",
    "({image} or {title}) and ({author} or {published}) and not {language}",
  ]) func givesWhatItsConditionGives(text: String) throws {
    var condition = try ConditionParser.parse(text, names: names)
    var table = PathTable()
    condition.intern(in: &table)
    var fixed: [Condition] = []
    let program = ConditionProgram(condition, fixed: &fixed)
    for record in Self.records {
      var resolved = ResolvedRecord()
      resolved.resolve(record, table)
      let context = ConditionContext(record: resolved, environment: environment)
      let values = fixed.map { $0.holds(in: context) }
      #expect(
        program.holds(for: resolved, environment, fixed: values) == condition.holds(in: context),
        "\(record.id)")
    }
  }

  /// More values than fit on the stack are evaluated without steps.
  @Test func aConditionOfManyPartsHolds() throws {
    let text = Array(repeating: "{title}", count: 200).joined(separator: " and ")
    var condition = try ConditionParser.parse(text, names: names)
    var table = PathTable()
    condition.intern(in: &table)
    var fixed: [Condition] = []
    let program = ConditionProgram(condition, fixed: &fixed)
    for record in Self.records {
      var resolved = ResolvedRecord()
      resolved.resolve(record, table)
      #expect(
        program.holds(for: resolved, environment, fixed: []) == (record.title == "t"),
        "\(record.id)")
    }
  }

  /// A property read directly equals the value at its path.
  @Test(arguments: [
    "title", "summary", "content", "author", "language", "published", "image", "image.width",
    "image.height",
  ]) func aPropertyIsWhatItsPathLeadsTo(spelling: String) throws {
    let bound = BoundPath(spelling)
    let path = try #require(bound.recordPath)
    #expect(bound.property != nil)
    for record in Self.records {
      #expect(record.text(at: bound) == record.text(at: path), "\(record.id)")
      #expect(record.number(at: bound) == record.number(at: path), "\(record.id)")
      #expect(record.isPresent(at: bound) == record.isPresent(path), "\(record.id)")
      #expect(record.date(at: bound) == record.date(at: path), "\(record.id)")
    }
  }
}
