import Heights
@testable import PublishedHeights
import HeightStore
import LayoutPrimitives
import Testing

@Suite struct HeightPublisherTests {
  let fixture: PublishingFixture

  init() throws { fixture = try PublishingFixture() }

  private func publish(
    _ options: PublishingOptions = PublishingOptions(), into sink: MemorySink = MemorySink()
  ) throws -> (sink: MemorySink, summary: PublishingSummary) {
    var sink = sink
    let lookup = try HeightLookup(store: fixture.store)
    let summary = try HeightPublisher(lookup, options: options).publish(into: &sink)
    return (sink, summary)
  }

  @Test func everyCellIsThatOfTheStore() throws {
    let ids = PublishingFixture.ids(0..<1_000)
    try fixture.build(ids)
    let (sink, summary) = try publish()
    let reader = PublishedReader(sink)
    let manifest = try reader.manifest()
    let lookup = try HeightLookup(store: fixture.store)
    let environment = try #require(manifest.feeds.first?.environments.first)
    let list = try #require(environment.lists?.first)
    let scope = try #require(try lookup.scopes(feed: "home").get().first)
    let expected = try lookup.list(in: scope)
    let heights = try expected.heights()
    #expect(environment.key == PublishingFixture.single)
    #expect(list.count == 1_000 && summary.cells == 1_000)
    #expect(list.gap == 16 && list.insets == .init(top: 8, leading: 6, bottom: 48, trailing: 4))
    #expect(Double(list.extent) / environment.stepsPerPoint == expected.extent)
    #expect(list.chunks.count > 5)
    var index = 0
    var top = list.insets.top
    for chunk in list.chunks {
      let own = try chunk.heights(try reader.fetch(chunk.heights.path))
      let names = try chunk.ids(try reader.fetch(chunk.ids.path)).ids
      let paths = try #require(chunk.otherPaths)
      let framesChunk = try chunk.frames(reader.fetch(paths.frames))
      let versionsChunk = try chunk.versions(reader.fetch(paths.versions))
      let frames = try #require(framesChunk)
      let versions = try #require(versionsChunk).versions
      for cellIndex in 0..<chunk.count {
        let hit = try expected.hit(at: index)
        #expect(names[cellIndex] == hit.cell.recordID)
        #expect(Int(own.heights[cellIndex]) == hit.layout.height)
        #expect(Int(own.caveats[cellIndex]) == hit.layout.caveats.rawValue)
        #expect(versions[cellIndex] == hit.cell.version)
        #expect(Double(top) / environment.stepsPerPoint == heights[index].offset)
        let shape = try #require(frames.shape(ofCell: cellIndex))
        let found = try #require(CellFrames(shape, views: 2, labels: 1))
        #expect(
          found.frames.map { PixelRect($0) } == hit.layout.frames
            && found.lines == hit.layout.labels.map(\.encoded))
        #expect(manifest.templates[Int(frames.templates[cellIndex])].name == "post")
        top += Int(own.heights[cellIndex]) + list.gap
        index += 1
      }
    }
    #expect(index == 1_000)
    #expect(manifest.generation == 1 && manifest.digest == lookup.generation.digest)
  }

  @Test func theSameGenerationIsTheSameBytes() throws {
    try fixture.build(
      PublishingFixture.ids(0..<300),
      environments: [PublishingFixture.single, PublishingFixture.range])
    let first = try publish()
    #expect(try publish().sink.files == first.sink.files)
    let again = try publish(into: first.sink)
    #expect(again.summary.written.files == 0)
    #expect(again.summary.kept.bytes == first.summary.written.bytes)
  }

  /// An insertion changes the chunks around it, in heights, ids, frames and versions.
  @Test func aPrependKeepsNearlyAllAddresses() throws {
    let ids = PublishingFixture.ids(10..<4_010)
    try fixture.build(ids)
    let first = try publish()
    try fixture.build(PublishingFixture.ids(0..<10) + ids)
    let second = try publish(into: first.sink)
    let before = try PublishedReader(first.sink).manifest()
    let after = try PublishedReader(second.sink).manifest()
    #expect(after.generation == 2)
    let chunks = try #require(after.feeds.first?.environments.first?.lists?.first?.chunks)
    #expect(chunks.count > 20)
    let new = after.references.subtracting(before.references)
    // Two chunks, of four files each.
    #expect(new.count <= 8, "\(new.count) of \(after.references.count)")
    // And the manifest.
    #expect(second.summary.written.files == new.count + 1)
  }

  /// Cells of a range go by the list, the others by their ids.
  @Test func rangesHaveTheirHeightsAtEveryWidth() throws {
    let ids = PublishingFixture.ids(0..<400)
    try fixture.build(
      ids, environments: [PublishingFixture.range, PublishingFixture.single],
      rangeOnly: [ids[3], ids[200]], singleOnly: [ids[5]])
    let reader = PublishedReader(try publish().sink)
    let environments = try #require(try reader.manifest().feeds.first?.environments)
    let range = try #require(environments.first)
    #expect(range.lists == nil && environments[1].chunks == nil)
    var names: [String] = []
    for chunk in try #require(range.chunks) {
      let own = try chunk.ids(try reader.fetch(chunk.ids.path)).ids
      let runs = try chunk.runs(try reader.fetch(chunk.runs.path))
      for (index, id) in own.enumerated() {
        let heights = try #require(try PublishingFixture.layout(id, isRange: true).heights)
        for width in Int32(279)...301 {
          #expect(
            runs.height(ofCell: index, atWidth: width).map(Int.init)
              == heights.height(atWidth: width).map(Int.init))
        }
        #expect(runs.caveats[index] == 1)
      }
      names += own
    }
    let listed = ids.filter { ![ids[3], ids[5], ids[200]].contains($0) }
    #expect(names == listed + [ids[3], ids[200]].sorted())
    #expect(range.cells == 399 && range.failed == 1)
  }

  @Test func aRangeAloneHasTheOrderOfTheFeed() throws {
    let ids = PublishingFixture.ids(0..<3_000)
    try fixture.build(ids, environments: [PublishingFixture.range])
    let reader = PublishedReader(try publish().sink)
    let chunks = try #require(try reader.manifest().feeds.first?.environments.first?.chunks)
    let names = try chunks.flatMap { try $0.ids(try reader.fetch($0.ids.path)).ids }
    #expect(names == ids && names != ids.sorted())
    #expect(chunks.count > 1)
    let lookup = try HeightLookup(store: fixture.store)
    #expect(try lookup.recordIDs(ofRangesIn: lookup.feeds[0]) == ids)
  }

  @Test func partsCanBeLeftOut() throws {
    try fixture.build(PublishingFixture.ids(0..<100))
    try fixture.build(PublishingFixture.ids(0..<9), feed: "news", keepsFrames: false)
    let small = try publish(
      PublishingOptions(feeds: ["home"], hasFrames: false, hasVersions: false))
    let manifest = try PublishedReader(small.sink).manifest()
    #expect(manifest.feeds.map(\.name) == ["home"])
    let chunks = try #require(manifest.feeds.first?.environments.first?.lists?.first?.chunks)
    #expect(chunks.allSatisfy { $0.frames == nil && $0.versions == nil })
    #expect(Set(small.summary.chunks.keys) == [.heights, .ids])
    #expect(throws: Miss.self) { try publish(PublishingOptions(feeds: ["homes"])) }
    // Cells without frames have an empty shape.
    let all = try publish()
    let reader = PublishedReader(all.sink)
    let news = try #require(try reader.manifest().feeds.last?.environments.first?.lists?.first)
    let chunk = try #require(news.chunks.first)
    let path = try #require(chunk.otherPaths).frames
    let frames = try chunk.frames(reader.fetch(path))
    #expect(frames?.shape(ofCell: 0)?.isEmpty == true)
  }

  @Test func chunksAreDividedBySize() throws {
    try fixture.build(PublishingFixture.ids(0..<1_000))
    let reader = PublishedReader(try publish(PublishingOptions(chunkBytes: 400)).sink)
    let list = try #require(try reader.manifest().feeds.first?.environments.first?.lists?.first)
    #expect(list.chunks.allSatisfy { $0.count < 30 })
    #expect(list.chunks.reduce(0) { $0 + $1.count } == 1_000)
    #expect(throws: PublishedFormatError.self) {
      try publish(PublishingOptions(limits: FormatLimits(maximumFileBytes: 100)))
    }
  }

  @Test func anEmptyFeedIsPublished() throws {
    try fixture.build([], environments: [PublishingFixture.single, PublishingFixture.range])
    let manifest = try PublishedReader(try publish().sink).manifest()
    let environments = try #require(manifest.feeds.first?.environments)
    let list = environments[0].lists?.first
    #expect(list?.chunks == [] || environments[0].lists == [])
    #expect(environments[1].chunks == [])
    if let list { #expect(list.extent == 8 + 48) }
  }
}

extension PublishedManifest.Chunk {
  /// Paths of the files that may be omitted; nil if they are.
  fileprivate var otherPaths: (frames: String, versions: String)? {
    guard let frames, let versions else { return nil }
    return (frames.path, versions.path)
  }
}

extension PixelRect {
  fileprivate init(_ frame: CellFrames.Frame) {
    self.init(
      x: Int(frame.x), y: Int(frame.y), width: Int(frame.width), height: Int(frame.height))
  }
}
