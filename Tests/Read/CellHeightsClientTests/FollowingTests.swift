import CellHeightsClient
import Heights
@testable import PublishedHeights
import LayoutPrimitives
import Testing

@Suite struct FollowingTests {
  let fixture: ClientFixture

  init() throws { fixture = try ClientFixture() }

  @Test func whatBothGenerationsHaveIsFetchedOnce() async throws {
    let ids = ClientFixture.ids(5..<2_000)
    try fixture.publish(ids)
    let first = try await fixture.open()
    let list = try await first.list(ClientFixture.name)
    #expect(try await first.next() == nil)
    let all = fixture.takeAsked()
    #expect(all.count > 20)
    try fixture.publish(ClientFixture.ids(0..<5) + ids)
    let second = try #require(try await first.next())
    let after = try await second.list(ClientFixture.name)
    // The pointer, the manifest, and heights and ids of at most two chunks.
    #expect(fixture.takeAsked().count <= 6)
    #expect(second.generation.number == 2 && after.count == list.count + 5)
    // The former still answers, and is not mixed with the next.
    #expect(first.generation.number == 1)
    #expect(try await first.list(ClientFixture.name).ids == list.ids)
    await #expect(throws: SourceError.self) { try await second.frames(0..<1, of: list) }
    #expect(try await first.frames(0..<1, of: list).count == 1)
  }

  @Test func anAlteredFileIsAnErrorByName() async throws {
    try fixture.publish(ClientFixture.ids(0..<50))
    let heights = try await fixture.open()
    _ = fixture.takeAsked()
    _ = try await heights.list(ClientFixture.name)
    let paths = fixture.takeAsked()
    #expect(!paths.isEmpty)
    for path in paths {
      let bytes = try #require(fixture.file(path))
      for changed in [[UInt8](bytes.reversed()), Array(bytes.dropLast()), []] {
        fixture.replace(path, by: changed)
        let error = await #expect(throws: PublishedFormatError.self) {
          try await fixture.open().list(ClientFixture.name)
        }
        #expect(error?.file == path)
      }
      fixture.replace(path, by: bytes)
    }
    #expect(try await fixture.open().list(ClientFixture.name).count == 50)
  }

  @Test func anIDOfTwoChunksIsRefused() async throws {
    for second in ["b", "a"] {
      var sink = MemorySink()
      var chunks: [PublishedManifest.Chunk] = []
      for id in ["a", second] {
        var cells = HeightsChunk()
        cells.append(height: 10, caveats: 0)
        let (heights, sizes) = try PublishedFile.chunk(cells)
        let (ids, names) = try PublishedFile.chunk(IDsChunk([id]))
        sink.write(heights)
        sink.write(ids)
        chunks.append(
          .init(
            count: 1, extent: 10, heights: sizes, ids: names, frames: nil, versions: nil, lines: nil
          ))
      }
      let list = PublishedManifest.List(
        name: "feed", count: 2, gap: 0,
        insets: .init(top: 0, leading: 0, bottom: 0, trailing: 0), extent: 20, chunks: chunks)
      let (file, pointer) = try PublishedManifest(
        generation: 1, digest: "d", listDigest: "l", engineVersion: "e", templates: [],
        feeds: [
          .init(
            name: "home",
            environments: [
              .init(
                key: ClientFixture.key, stepsPerPoint: 3, state: nil, cells: 2, failed: 0,
                content: .lists([list]))
            ])
        ]
      ).file()
      sink.write(file)
      sink.finish(try pointer.file())
      let files = sink.files
      let heights = try await CellHeights.published { path in
        try #require(files[path])
      }
      if second == "b" {
        #expect(try await heights.list(ClientFixture.name).ids == ["a", "b"])
      } else {
        let error = await #expect(throws: PublishedFormatError.self) {
          try await heights.list(ClientFixture.name)
        }
        #expect(error?.file == file.path)
      }
    }
  }

  @Test func linesAreThoseOfTheStore() async throws {
    let ids = ClientFixture.ids(0..<300)
    try fixture.publish(ids, keepsLines: true)
    let heights = try await fixture.open()
    let list = try await heights.list(ClientFixture.name)
    let lines = try await heights.lines(100..<250, of: list)
    #expect(lines == ids[100..<250].map { [ClientFixture.lines($0)] })
    #expect(Set(lines.map { $0[0].lines.count }) == [0, 1, 2, 3, 4])
    await #expect(throws: SourceError.outOfRange(299..<301, count: 300)) {
      try await heights.lines(299..<301, of: list)
    }
  }

  @Test func linesThatAreNotThereAreNamed() async throws {
    try fixture.publish(ClientFixture.ids(0..<5))
    let heights = try await fixture.open()
    let list = try await heights.list(ClientFixture.name)
    await #expect(throws: SourceError.noLines(ClientFixture.name)) {
      try await heights.lines(0..<1, of: list)
    }
  }

  /// A text that a client formats in another way than the build is not the text of the lines.
  @Test(arguments: [
    ("5 Jan 2026", "5 Jan 2026", true), ("5 Jan 2026", "Jan 5, 2026", false),
    ("1,200 likes", "1.200 likes", false), ("cafe\u{301}", "café", false),
    ("Lost gloves", "Lost gloves ", false), ("👩‍👧 a", "👩‍👧 a", true),
  ])
  func aTextIsToldApartByItsHash(measured: String, own: String, isSame: Bool) {
    let isEqual = LabelFragments.textHash(of: own) == LabelFragments.textHash(of: measured)
    #expect(isEqual == isSame)
  }

  @Test func whatIsNotThereIsNamed() async throws {
    try fixture.publish(ClientFixture.ids(0..<5), keepsFrames: false)
    let heights = try await fixture.open()
    for (name, expected) in [
      (
        ListName(feed: "homes", environment: "x"),
        SourceError.unknownFeed(asked: "homes", known: ["home"])
      ),
      (
        ListName(feed: "home", environment: ClientFixture.key, list: "x"),
        SourceError.unknownList(asked: "x", feed: "home", known: ["feed"])
      ),
      (
        ListName(feed: "home", environment: "280..300@1x/L/ltr/en/uikit"),
        SourceError.widthRange(environment: "280..300@1x/L/ltr/en/uikit")
      ),
    ] {
      await #expect(throws: expected) { try await heights.list(name) }
    }
    await #expect(throws: SourceError.self) {
      try await heights.list(ListName(feed: "home", environment: "391@2x/L/ltr/en/uikit"))
    }
    let list = try await heights.list(ClientFixture.name)
    await #expect(throws: SourceError.noFrames(ClientFixture.name)) {
      try await heights.frames(0..<1, of: list)
    }
    await #expect(throws: SourceError.outOfRange(3..<6, count: 5)) {
      try await heights.frames(3..<6, of: list)
    }
  }
}
