import Heights
import PublishedHeights
import HeightStore
import LayoutPrimitives
import Testing

@Suite struct ShardPublisherTests {
  let whole: PublishingFixture

  init() throws { whole = try PublishingFixture() }

  private static let single = PublishingFixture.single
  private static let other = "320@2x/L/ltr/en/uikit"
  private static let range = PublishingFixture.range
  private let ids = PublishingFixture.ids(0..<700)

  private func publish(
    _ paths: [String], _ options: PublishingOptions = PublishingOptions()
  ) throws -> (sink: MemorySink, summary: PublishingSummary) {
    var sink = MemorySink()
    let publisher = try ShardPublisher(paths: paths, options: options, cellsPerChunk: 64)
    let summary = try publisher.publish(into: &sink)
    return (sink, summary)
  }

  private func publishWhole(
    _ options: PublishingOptions = PublishingOptions()
  ) throws -> (sink: MemorySink, summary: PublishingSummary) {
    var sink = MemorySink()
    let publisher = HeightPublisher(try HeightLookup(store: whole.store), options: options)
    let summary = try publisher.publish(into: &sink)
    return (sink, summary)
  }

  private static func merged(_ sink: MemorySink, _ other: MemorySink) -> MemorySink {
    var all = sink
    for (path, bytes) in other.files { all.write(PublishedFile(path: path, bytes: bytes)) }
    return all
  }

  private func chunks(_ sink: MemorySink) -> [String: [UInt8]] {
    sink.files.filter { $0.key.hasPrefix("c/") }
  }

  /// Shards, and the whole store that they make.
  @Test(
    arguments: [1, 3, 40],
    [[single], [single, range, other], [range, other, single], [range]])
  func theFilesAreThoseOfTheWholeStore(count: Int, environments: [String]) throws {
    var fixture = try ShardFixture()
    fixture.environments = environments
    fixture.rangeOnly = Set(stride(from: 3, to: ids.count, by: 41).map { ids[$0] })
    fixture.singleOnly = Set(stride(from: 5, to: ids.count, by: 53).map { ids[$0] })
    try whole.build(
      ids, environments: environments, rangeOnly: fixture.rangeOnly,
      singleOnly: fixture.singleOnly)
    let expected = try publishWhole()
    let paths = try fixture.build(count, [("home", ids)])
    let found = try publish(paths)
    #expect(chunks(found.sink) == chunks(expected.sink))
    let manifest = try PublishedReader(found.sink).manifest()
    let other = try PublishedReader(expected.sink).manifest()
    #expect(manifest.feeds == other.feeds && manifest.templates == other.templates)
    #expect(manifest.digest == other.digest && manifest.listDigest == other.listDigest)
    #expect(manifest.engineVersion == other.engineVersion)
    #expect(manifest.shards == count && other.shards == nil)
    #expect(found.summary.cells == expected.summary.cells && found.summary.shards == count)
    // The same again is the same bytes.
    #expect(try publish(paths.reversed()).sink.files == found.sink.files)
  }

  /// Parts that two processes publish, in any order, and the whole store.
  @Test(arguments: [PublishingOptions(), PublishingOptions(hasFrames: false, chunkBytes: 700)])
  func theFilesOfPartsAreThoseOfTheWholeStore(options: PublishingOptions) throws {
    try whole.build(ids, environments: [Self.single, Self.other])
    let expected = try publishWhole(options)
    let lookup = try HeightLookup(store: whole.store)
    let stored = try #require(lookup.feeds.first).environments.map(\.environment)
    var writers = (0..<2).map { _ in
      PartWriter(
        MemorySink(), cellsHash: "0", environments: stored,
        templates: [PublishingFixture.template], options: options)
    }
    var parts: [PublishedPart] = []
    for (index, environment) in stored.enumerated() {
      let scope = try #require(
        try lookup.scopes(feed: "home", environment: environment.key).get().first)
      let list = try lookup.list(in: scope)
      for (number, range) in list.list.chunkRanges.enumerated() {
        let writer = (number + index) % 2
        writers[writer].begin(chunk: number, rank: range.lowerBound, environment: index)
        for position in range {
          let cell = try list.cell(at: position)
          try writers[writer].append(
            StoredCell(
              cellID: 0, recordID: cell.recordID, version: cell.version,
              environment: EnvironmentID(rawValue: Int64(index)),
              template: TemplateID(rawValue: 0), fingerprint: cell.fingerprint,
              outcome: cell.outcome, hasFrames: true))
        }
        parts.append(try #require(try writers[writer].end()))
        #expect(try writers[writer].end() == nil)
      }
    }
    #expect(parts.count > 10)
    var publisher = PartPublisher(
      feed: "home", cellsHash: "0", environments: stored,
      templates: [PublishingFixture.template], list: PublishingFixture.list, engineVersion: "test-1"
    )
    var sink = MemorySink()
    for part in parts.dropFirst().reversed() {
      try publisher.add(try PublishedPart(json: try part.json()))
    }
    #expect(throws: PartPublisher.Gap.self) { try publisher.publish(into: &sink, generation: 1) }
    #expect(sink.files.isEmpty)
    try publisher.add(parts[0])
    let summary = try publisher.publish(into: &sink, generation: 1)
    #expect(summary.cells == 1_400)
    for writer in writers { sink = Self.merged(sink, writer.sink) }
    #expect(sink.files == expected.sink.files)
  }

  @Test func optionsAndFeedsAreThoseOfTheWholeStore() throws {
    let fixture = try ShardFixture()
    let away = PublishingFixture.ids(900..<1_000)
    try whole.build(ids)
    try whole.build(away, feed: "away")
    let paths = try fixture.build(4, [("home", ids), ("away", away)])
    for options in [
      PublishingOptions(), PublishingOptions(feeds: ["away"]),
      PublishingOptions(hasFrames: false, hasVersions: false), PublishingOptions(chunkBytes: 700),
    ] {
      let (expected, found) = (try publishWhole(options), try publish(paths, options))
      #expect(chunks(found.sink) == chunks(expected.sink))
      let manifest = try PublishedReader(found.sink).manifest()
      let other = try PublishedReader(expected.sink).manifest()
      #expect(manifest.feeds == other.feeds)
      #expect(manifest.digest == other.digest && manifest.listDigest == other.listDigest)
    }
    #expect(throws: Miss.self) { try publish(paths, PublishingOptions(feeds: ["hom"])) }
  }

  @Test func theNumberGrowsWhenAShardIsBuiltAgain() throws {
    let fixture = try ShardFixture()
    let paths = try fixture.build(3, [("home", ids)])
    #expect(try publish(paths).summary.generation == 3)
    try fixture.build(3, [("home", ids)], only: 2)
    #expect(try publish(paths).summary.generation == 4)
  }

  @Test func shardsWithoutRecordsArePublished() throws {
    let fixture = try ShardFixture()
    let found = try publish(try fixture.build(5, [("home", [ids[0]])]))
    #expect(try PublishedReader(found.sink).manifest().feeds[0].environments[0].cells == 1)
    let none = try publish(try fixture.build(2, [("home", [])]))
    #expect(try PublishedReader(none.sink).manifest().feeds[0].environments[0].lists?[0].count == 0)
  }

  /// The error that refuses shards; nothing is published then.
  private func refusal(_ paths: [String]) -> String {
    var sink = MemorySink()
    do {
      _ = try ShardPublisher(paths: paths).publish(into: &sink)
      return ""
    } catch {
      #expect(sink.files[PublishedPath.pointer] == nil)
      return "\(error)"
    }
  }

  @Test func shardsThatDoNotBelongTogetherAreRefused() throws {
    let feeds = [("home", ids)]
    let fixture = try ShardFixture()
    let two = try fixture.build(2, feeds)
    let three = try fixture.build(3, feeds)
    #expect(refusal([two[0]]).contains("CH0722 of 2 shards number 1 is missing"))
    #expect(refusal([]).contains("CH0722"))
    #expect(refusal(two + [two[0]]).contains("is named twice, as shard 2/2"))
    #expect(refusal([two[1], three[0]]).contains("\(three[0]) is shard 3/3"))
    #expect(refusal([two[0], "none.sqlite"]).contains("no shard at none.sqlite"))
    try whole.build(ids)
    #expect(refusal([two[1], whole.store]).contains("CH0721 \(whole.store)"))
    func other(_ change: (inout ShardFixture) -> Void) throws -> String {
      var changed = try ShardFixture()
      // The folder is removed with it.
      defer { withExtendedLifetime(changed) {} }
      change(&changed)
      let path = try changed.build(2, feeds, only: 2)[0]
      let text = refusal([two[1], path])
      #expect(text.contains(path), "\(text)")
      return text
    }
    #expect(try other { $0.engineVersion = "test-2" }.contains("engine version test-2 instead of"))
    #expect(
      try other { $0.template = StoredTemplate(name: "card", hash: "c", views: $0.template.views) }
        .contains("templates card c instead of post t1"))
    #expect(try other { $0.environments = [Self.other] }.contains("environments '320@2x"))
    #expect(try other { $0.spacing = 9 }.contains("spacing or insets of its list"))
    #expect(try other { $0.lists = ["top"] }.contains("CH0723"))
    // Two records of one position.
    #expect(try other { $0.shift = 1 }.contains("CH0724"))
    withExtendedLifetime(fixture) {}
  }
}
