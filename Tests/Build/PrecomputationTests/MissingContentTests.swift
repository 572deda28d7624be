import CellTemplates
import FeedRecords
import Foundation
import HeightStore
import LayoutPrimitives
import TestSupport
import Testing

@testable import Precomputation

/// Content that is missing from every record, feeds that shrink, and cells without a height.
@Suite struct MissingContentTests {
  /// A title that may be absent, and a body.
  private static let template = """
    schema: cellheights.template/1
    template: post
    views:
      - {id: title, kind: label, text: "{title|'Untitled'}"}
      - {id: body, kind: label, text: "{content|summary}", lines: 0}
    constraints: ["H:|[title]|", "H:|[body]|", "V:|-4-[title][body]-4-|"]
    """

  private let fixture: BuildFixture

  init() throws { fixture = try BuildFixture(templateText: Self.template) }

  /// Records whose text is the value of a member.
  private static func lines(
    _ numbers: Range<Int>, text: String = "content_text", title: Bool = true
  ) -> [String] {
    numbers.map { number in
      #"{"id":"r\#(number)",\#(title ? #""title":"Title","# : "")"\#(text)":"Text \#(number)"}"#
    }
  }

  @discardableResult
  private func build(
    _ lines: [String], template: TemplatePlan? = nil,
    _ edit: (inout Tolerance) -> Void = { _ in }
  ) async throws -> BuildSummary {
    var feed = BuildFixture.feed("f", lines)
    feed.template = template
    var tolerance = Tolerance()
    tolerance.limitsShrinking = true
    edit(&tolerance)
    return try await fixture.build([feed], tolerance: tolerance)
  }

  private func words(_ summary: BuildSummary) -> [String] {
    summary.findings.flatMap(\.findings).map {
      "\($0.severity.rawValue) \($0.word) \($0.view ?? "-")"
    }
  }

  // MARK: - Views that show nothing

  @Test func aTextThatNoRecordAnswersIsAWarningInTheFirstBuild() async throws {
    let lines = Self.lines(0..<30, text: "txt")
    let summary = try await build(lines)
    // The titles are equal, so that all cells are alike.
    #expect(
      words(summary) == ["note unanswered body", "warning blank body", "warning unbound -"])
    let blank = try #require(summary.findings[0].findings.first { $0.word == "blank" })
    #expect(blank.code == "CH0620" && blank.cells == 30)
    #expect(
      blank.message
        == "the text of 'body' shows a value of no record: no record answers '{content|summary}'")
    await #expect(throws: BuildError.self) {
      try await build(lines) { $0.acceptedCaveats = .substituteFont }
    }
    await #expect(throws: BuildError.self) {
      try await build(lines) { $0.refusedFindings = [.blank] }
    }
    _ = try await build(lines) {
      $0.refusedFindings = [.blank]
      $0.acceptedFindings = [.blank]
    }
    // Fewer records may lack the value by chance, though --strict takes no chance.
    let few = Array(lines.prefix(19))
    _ = try await build(few) {
      $0.refusedFindings = [.blank]
      $0.maximumRemoved = .records(11)
    }
    await #expect(throws: BuildError.self) {
      try await build(few) { $0.acceptedCaveats = .substituteFont }
    }
  }

  @Test func aValueThatIsEmptyInEveryRecordIsNoAnswer() async throws {
    for empty in [#""""#, "null", #"" ""#] {
      let lines = (0..<3).map { #"{"id":"r\#($0)","title":"a","content_text":\#(empty)}"# }
      #expect(words(try await build(lines)).contains("warning blank body"), "\(empty)")
    }
  }

  @Test func recordsThatAreAllAlikeAreAWarning() async throws {
    func words(_ count: Int, last: String) async throws -> [String] {
      let lines = (0..<count).map {
        #"{"id":"r\#($0)","title":"T","content_text":"\#($0 < count - 1 ? "article" : last)"}"#
      }
      return self.words(try await build(lines) { $0.maximumRemoved = .records(100) })
    }
    #expect(try await words(20, last: "article") == ["warning unbound -"])
    #expect(try await words(20, last: "note").isEmpty)
    #expect(try await words(19, last: "article").isEmpty)
  }

  // MARK: - Values that are lost

  @Test(arguments: [("content_text", "txt"), ("summary", "smry")])
  func aRenamedMemberIsLost(before: String, after: String) async throws {
    _ = try await build(Self.lines(0..<30, text: before))
    let lines = Self.lines(0..<30, text: after)
    let summary = try await build(lines)
    let lost = summary.findings[0].findings.filter { $0.word == "lost" }
    #expect(!lost.isEmpty && lost.allSatisfy { $0.severity == .warning && $0.code == "CH0621" })
    #expect(lost.allSatisfy { $0.view == "body" && $0.cells == 30 })
    #expect(
      lost.contains {
        $0.message.contains(
          "had a value in 30 of 30 records of the last generation, and has one in ")
          && $0.message.contains("0 of 30 now, and the text of 'body' asks for it")
      })
    // It was published, so that the next build compares with it.
    #expect(!words(try await build(lines)).contains("warning lost body"))
  }

  @Test func itStaysLostUntilItIsAccepted() async throws {
    _ = try await build(Self.lines(0..<30))
    let lines = Self.lines(0..<30, text: "txt")
    for _ in 0..<2 {
      await #expect {
        _ = try await build(lines) { $0.refusedFindings = [.lost] }
      } throws: { error in
        "\(error)".contains("CH0621") && "\(error)".contains("(--accept lost allows it)")
      }
      await #expect(throws: BuildError.self) {
        try await build(lines) { $0.acceptedCaveats = .substituteFont }
      }
    }
    _ = try await build(lines) {
      $0.refusedFindings = [.lost]
      $0.acceptedFindings = [.lost]
    }
    _ = try await build(lines) { $0.refusedFindings = [.lost] }
  }

  /// A text of the document stands in for the title, and no other finding says that it is gone.
  @Test func aValueWithAnAlternativeIsLostToo() async throws {
    _ = try await build(Self.lines(0..<30))
    let summary = try await build(Self.lines(0..<30, title: false))
    #expect(words(summary) == ["note unanswered title", "warning lost title"])
  }

  @Test func aFewRecordsThatKeepTheValueDoNotHideItsLoss() async throws {
    _ = try await build(Self.lines(0..<300))
    // A fifth of 300 records keeps it, then fewer.
    let kept = Self.lines(0..<60) + Self.lines(60..<300, text: "txt")
    #expect(!words(try await build(kept)).contains("warning lost body"))
    _ = try await build(Self.lines(0..<300))
    let few = Self.lines(0..<59) + Self.lines(59..<300, text: "txt")
    let summary = try await build(few)
    // Cells of unchanged records are reused, and counted too.
    #expect(summary.reused == 59)
    #expect(words(summary).contains("warning lost body"))
  }

  @Test(
    "a value that few records had may be absent by chance: (1 - share)^records >= 1/20",
    // (1 - 1/30)^30 = 0.36, (1 - 3/30)^30 = 0.042, (1 - 3/30)^28 = 0.052
    arguments: [(1, 30, false), (3, 30, true), (3, 28, false), (15, 10, true), (30, 1, true)])
  func chance(had: Int, now: Int, isLost: Bool) async throws {
    _ = try await build(
      Self.lines(0..<had) + Self.lines(had..<30, title: false))
    let summary = try await build(Self.lines(0..<now, title: false)) {
      $0.maximumRemoved = .records(30)
    }
    #expect(words(summary).contains("warning lost title") == isLost)
  }

  @Test func anotherTemplateHasNothingToCompareWith() async throws {
    _ = try await build(Self.lines(0..<30))
    let other = try BuildFixture(
      templateText: """
        schema: cellheights.template/1
        template: post
        views: [{id: title, kind: label, text: "{title}"}]
        constraints: ["H:|[title]|", "V:|[title]|"]
        """)
    let summary = try await build(Self.lines(0..<30, text: "txt"), template: other.plan)
    #expect(!words(summary).contains { $0.contains("lost") })
  }

  @Test func eachTemplateOfAFeedIsAsked() async throws {
    let photo = try BuildFixture(
      templateText: """
        schema: cellheights.template/1
        template: photo
        views: [{id: caption, kind: label, text: "{caption}"}]
        constraints: ["H:|[caption]|", "V:|[caption]|"]
        """)
    func build(_ caption: String) async throws -> BuildSummary {
      let lines =
        Self.lines(0..<30)
        + (30..<60).map { #"{"id":"r\#($0)","kind":"photo","\#(caption)":"Caption \#($0)"}"# }
      var configuration = try fixture.configuration([BuildFixture.feed("f", lines)])
      configuration.rules = [(try TemplateRule(when: "{kind} == 'photo'"), photo.plan)]
      var builder = try BatchBuilder(configuration)
      return try await builder.run()
    }
    #expect(words(try await build("caption")).isEmpty)
    let summary = try await build("text")
    #expect(
      words(summary) == [
        "warning unanswered caption", "warning blank caption", "warning lost caption",
        "warning flat -",
      ])
    #expect(summary.findings[0].findings.allSatisfy { $0.template == 1 })
  }

  @Test func changesAreComparedWithTheStore() async throws {
    func apply(_ lines: [String]) async throws -> BuildSummary {
      var configuration = try fixture.configuration([FeedInput(name: "f", sources: [])])
      let text = lines.map { #"{"put":\#($0)}"# }.joined(separator: "\n")
      configuration.changes = try FeedChanges(
        source: FeedSource(bytes: Array(text.utf8), name: "changes.ndjson"))
      var builder = try BatchBuilder(configuration)
      return try await builder.run()
    }
    _ = try await build(Self.lines(0..<300))
    // A single record may be without a text.
    #expect(
      !words(try await apply(Self.lines(300..<301, text: "txt"))).contains("warning lost body"))
    #expect(words(try await apply(Self.lines(0..<20, text: "txt"))).contains("warning lost body"))
    #expect(!words(try await apply(Self.lines(20..<40))).contains("warning lost body"))
  }

  // MARK: - Feeds that shrink

  @Test(arguments: [
    (300, 240, true), (300, 239, false), (20, 16, true), (20, 15, false), (19, 1, true),
  ])
  func aFeedMayShrinkByAFifth(before: Int, now: Int, isPublished: Bool) async throws {
    _ = try await build(Self.lines(0..<before))
    if isPublished {
      _ = try await build(Self.lines(0..<now))
    } else {
      await #expect {
        _ = try await build(Self.lines(0..<now))
      } throws: { error in
        "\(error)"
          == "feed 'f' has \(now) records instead of \(before), and \(before / 5) fewer are accepted; "
          + "the store is unchanged; --max-removed \(before - now) allows it"
      }
      _ = try await build(Self.lines(0..<now)) { $0.maximumRemoved = .records(before - now) }
    }
    #expect(try fixture.cells("f").count == now)
  }

  @Test func oneRecordInsteadOfAThousandIsRefused() async throws {
    _ = try await build(Self.lines(0..<1_000))
    await #expect(throws: BuildError.self) { try await build(Self.lines(0..<1)) }
    await #expect(throws: BuildError.self) { try await build(Self.lines(2_000..<2_001)) }
  }

  @Test func aFeedWhoseItemsAreAllReplacedHasLostNone() async throws {
    _ = try await build(Self.lines(0..<30))
    #expect(try await build(Self.lines(30..<60)).removed == 30)
    // All are gone, and 7 too few came.
    await #expect {
      _ = try await build(Self.lines(60..<83))
    } throws: { "\($0)".contains("--max-removed 30 allows it") }
  }

  @Test func changesRemoveWhatTheyName() async throws {
    _ = try await build(Self.lines(0..<30))
    var configuration = try fixture.configuration([FeedInput(name: "f", sources: [])])
    configuration.tolerance.limitsShrinking = true
    let text = (0..<20).map { #"{"delete":"r\#($0)"}"# }.joined(separator: "\n")
    configuration.changes = try FeedChanges(
      source: FeedSource(bytes: Array(text.utf8), name: "changes.ndjson"))
    var builder = try BatchBuilder(configuration)
    _ = try await builder.run()
    #expect(try fixture.cells("f").count == 10)
  }

  // MARK: - Shards

  @Test func aMergeComparesAllRecordsWithTheStore() async throws {
    func merge(_ lines: [String], _ tolerance: Tolerance = Tolerance()) async throws -> BuildSummary
    {
      var shards: [String] = []
      for index in 1...2 {
        var configuration = try fixture.configuration([BuildFixture.feed("f", lines)])
        configuration.store = fixture.directory.appending(path: "\(index).sqlite").path
        configuration.shard = ShardNumber(index: index, count: 2)
        var builder = try BatchBuilder(configuration)
        let summary = try await builder.run()
        #expect(!words(summary).contains { $0.contains("lost") })
        shards.append(configuration.store)
      }
      var tolerance = tolerance
      tolerance.limitsShrinking = true
      var merge = try ShardMerge(
        MergeConfiguration(
          shards: shards, store: fixture.store, tolerance: tolerance,
          createdUTC: "2026-01-31T08:00:00Z"))
      return try merge.run()
    }
    #expect(words(try await merge(Self.lines(0..<60))).isEmpty)
    // Half a feed, then a renamed member.
    await #expect(throws: BuildError.self) { try await merge(Self.lines(0..<30)) }
    var strict = Tolerance()
    strict.refusedFindings = [.lost]
    await #expect(throws: BuildError.self) {
      try await merge(Self.lines(0..<60, text: "txt"), strict)
    }
    let merged = try await merge(Self.lines(0..<60, text: "txt"))
    #expect(merged.findings[0].findings.filter { $0.word == "lost" }.map(\.cells) == [60, 60])
    let found = words(merged)
    #expect(found.contains("warning blank body") && found.contains("warning lost -"))
    #expect(!words(try await merge(Self.lines(0..<60, text: "txt"))).contains("warning lost -"))
  }

  // MARK: - Cells without a height

  /// Labels whose height depends on no text.
  private static func flat(_ name: String) throws -> TemplatePlan {
    try BuildFixture(
      templateText: """
        schema: cellheights.template/1
        template: \(name)
        views: [{id: title, kind: label, text: "{title}"}]
        constraints: ["H:|[title]|", "title.top == cell.top"]
        """
    ).plan
  }

  @Test func cellsThatAreAllFlatAreRefused() async throws {
    let plan = try Self.flat("post")
    await #expect {
      _ = try await build(Self.lines(0..<3), template: plan)
    } throws: { error in
      "\(error)".contains("error CH0622: all cells of the template 'post' are 0 high")
        && "\(error)".contains("(--accept flat allows it)")
    }
    let summary = try await build(Self.lines(0..<3), template: plan) {
      $0.acceptedFindings = [.flat]
    }
    #expect(words(summary).contains("error flat -"))
    // A rebuild reuses the cells, and still refuses.
    await #expect(throws: BuildError.self) { try await build(Self.lines(0..<3), template: plan) }
  }

  @Test func oneTemplateOfSeveralThatIsFlatIsAWarning() async throws {
    var configuration = try fixture.configuration([BuildFixture.feed("f", Self.lines(0..<6))])
    configuration.rules = [(try TemplateRule(when: "{id} == 'r1'"), try Self.flat("flat"))]
    var builder = try BatchBuilder(configuration)
    let found = words(try await builder.run())
    #expect(found.contains("warning flat -") && !found.contains("error flat -"))
  }
}
