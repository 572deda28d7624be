import LayoutPrimitives
import TestSupport
import Testing

@testable import HeightStore

/// Lists in chunks, against plain arrays and sums.
@Suite struct StoredListTests {
  /// One environment of three steps per point, in chunks of 4 to 64 cells.
  private struct Model {
    var records: [(id: String, height: Int32)]
    var list = ListDescription()

    /// Builds the records as feed `home`, reusing what is known, and checks every answer.
    @discardableResult
    func build(_ fixture: StoreFixture, named lists: [[Int]] = []) throws -> StoreReader {
      try write(
        fixture, named: lists, settings: StoreSettings(cellsPerChunk: 16, chunkPages: 1))
      let reader = try StoreReader(path: fixture.store)
      try check(reader, "feed", Array(records.indices))
      for (number, order) in lists.enumerated() { try check(reader, "list\(number)", order) }
      return reader
    }

    /// Builds the records without checking answers.
    func write(
      _ fixture: StoreFixture, named lists: [[Int]] = [], settings: StoreSettings
    ) throws {
      let writer = try fixture.writer(["home"], settings: settings)
      let keys = try writer.begin(
        feed: FeedDescription(
          name: "home", sources: [],
          environments: [StoreFixture.environment("390@3x/L/ltr/en/uikit")],
          templates: [StoreFixture.template], keepsFrames: false))
      let feed = try writer.makeList(list)
      var references: [CellReference] = []
      for record in records {
        let environment = keys.environments[0]
        var cell = StoreFixture.cell(record.id, keys, environment: 0, seed: Int(record.height))
        cell.outcome = .layout(
          CellLayout(
            height: Int(record.height), exactHeight: 1, frames: [], labels: [], caveats: []))
        let found = try writer.find(recordID: record.id, environment: environment)
        let reference: CellReference
        if case .cell(let known) = found, known.fingerprint == cell.fingerprint {
          reference = try writer.reuse(known)
        } else {
          reference = try writer.write(cell, over: found)
        }
        try writer.append(reference, to: feed, environment: environment)
        references.append(reference)
      }
      for (number, order) in lists.enumerated() {
        var description = list
        description.name = "list\(number)"
        let made = try writer.makeList(description)
        for index in order {
          try writer.append(references[index], to: made, environment: keys.environments[0])
        }
      }
      _ = try writer.endFeed(records: records.count)
      _ = try writer.finish()
    }

    private func check(_ reader: StoreReader, _ name: String, _ order: [Int]) throws {
      let feed = try #require(reader.catalog.feed(named: "home"))
      let entry = try #require(feed.lists.first { $0.description.name == name })
      let environment = feed.environments[0]
      let opened = try reader.list(entry, environment: environment)
      try #require(opened.count == order.count)
      let grid = PixelGrid(stepsPerPoint: 3)
      let spacing = grid.pixel(ofEdge: list.spacing)
      var top = grid.pixel(ofEdge: list.insets.top)
      var tops: [Int] = []
      for (position, index) in order.enumerated() {
        let cell = try reader.cell(
          feed: feed, environment: environment.id, recordID: records[index].id)
        let number = try #require(cell?.cellID)
        #expect(try reader.cell(at: position, of: opened) == number)
        #expect(try reader.position(ofCell: number, in: opened) == position)
        #expect(try reader.height(at: position, of: opened) == Int(records[index].height))
        #expect(try reader.offset(of: position, in: opened) == top)
        tops.append(top)
        top += Int(records[index].height) + spacing
      }
      let extent =
        (order.isEmpty ? top : top - spacing) + grid.pixel(ofEdge: list.insets.bottom)
      #expect(opened.extent == extent)
      #expect(try reader.offset(of: order.count, in: opened) == extent)
      for step in Swift.stride(from: -7, through: extent + 7, by: 5) {
        let offset = Double(step) / 3
        let expected =
          order.isEmpty ? nil : max(0, (tops.lastIndex { grid.points($0) <= offset }) ?? 0)
        #expect(try reader.position(atOffset: offset, in: opened) == expected)
      }
      #expect(try reader.position(ofCell: 1 << 40, in: opened) == nil)
      #expect(try reader.position(ofCell: -1, in: opened) == nil)
    }
  }

  @Test(arguments: 0..<6)
  func changedListsAnswerAsArrays(seed: Int) throws {
    var random = TestRandom(seed: UInt64(seed))
    let fixture = try StoreFixture()
    var next = 0
    func made(_ count: Int) -> [(id: String, height: Int32)] {
      (0..<count).map { _ in
        next += 1
        return ("r\(next)", seed == 0 ? Int32(next % 2) : Int32.random(in: 0...90, using: &random))
      }
    }
    var model = Model(records: made(Int.random(in: 0...300, using: &random) + 1))
    for _ in 0..<4 {
      model.list.spacing = [0, 8, 1.2].randomElement(using: &random) ?? 0
      model.list.insets = Insets(
        top: [0, 5.5, -3].randomElement(using: &random) ?? 0, leading: 1,
        bottom: [0, 24].randomElement(using: &random) ?? 0, trailing: 1)
      var lists: [[Int]] = []
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let all = Array(model.records.indices).shuffled(using: &random)
        lists.append(Array(all.prefix(Int.random(in: 0...all.count, using: &random))))
      }
      try model.build(fixture, named: lists)
      switch Int.random(in: 0...3, using: &random) {
      case 0: model.records = made(Int.random(in: 1...40, using: &random)) + model.records
      case 1: model.records += made(Int.random(in: 1...40, using: &random))
      case 2:
        model.records.remove(at: Int.random(in: 0..<model.records.count, using: &random))
        model.records += made(1)
      default: model.records.shuffle(using: &random)
      }
    }
    try model.build(fixture)
  }

  /// A prepend, a deletion and an append change only a few of about a hundred chunks.
  @Test func mostChunksKeepTheirRows() throws {
    let fixture = try StoreFixture()
    var model = Model(records: (0..<2_000).map { ("r\($0)", Int32($0 % 90)) })
    try model.build(fixture)
    let query = "SELECT * FROM list_chunks ORDER BY chunk_id"
    var before = Set(try StoreQuery.rows(query, fixture.store))
    #expect(before.count > 60 && before.count < 200)
    func rebuild(_ change: (inout Model) -> Void) throws -> Int {
      change(&model)
      try model.build(fixture)
      let after = Set(try StoreQuery.rows(query, fixture.store))
      let kept = after.intersection(before).count * 100 / before.count
      before = after
      return kept
    }
    #expect(try rebuild { $0.records = (0..<10).map { ("n\($0)", 7) } + $0.records } >= 95)
    #expect(try rebuild { $0.records.remove(at: 1_000) } >= 95)
    #expect(try rebuild { $0.records += (0..<10).map { ("m\($0)", 7) } } >= 95)
    #expect(try rebuild { _ in } == 100)
  }

  /// With chunks of a quarter of the cells that builds put into one.
  @Test func aPrependToALongListKeepsItsChunks() throws {
    let fixture = try StoreFixture()
    var model = Model(records: (0..<20_000).map { ("r\($0)", Int32($0 % 90)) })
    let query = "SELECT * FROM list_chunks ORDER BY chunk_id"
    try model.write(fixture, settings: StoreSettings(cellsPerChunk: 256))
    let before = Set(try StoreQuery.rows(query, fixture.store))
    #expect((40...160).contains(before.count))
    model.records = (0..<10).map { ("n\($0)", 7) } + model.records
    try model.write(fixture, settings: StoreSettings(cellsPerChunk: 256))
    let kept = before.intersection(try StoreQuery.rows(query, fixture.store)).count
    #expect(kept * 100 >= before.count * 95, "\(kept) of \(before.count)")
  }

  /// A value that a list stores in 32 bits is refused beyond them.
  @Test func aHeightBeyondAListIsRefused() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.writer(["home"])
    let keys = try fixture.begin(writer, "home")
    let list = try writer.makeList(ListDescription())
    for height in [Int(Int32.max) + 1, -1] {
      #expect(throws: StoreError.self) {
        try writer.append(
          CellReference(recordID: "a", cellID: 1, height: height), to: list,
          environment: keys.environments[0])
      }
    }
  }

  @Test func chunksHaveTheirSizes() throws {
    let boundary = ChunkBoundary(cellsPerChunk: 1_000)
    #expect(boundary.minimum == 250 && boundary.maximum == 4_000)
    let ids = (0..<100_000).map { "r\($0)" }
    var sizes: [Int] = []
    var cells = 0
    for id in ids {
      cells += 1
      if boundary.isAfter(id, cells: cells) {
        sizes.append(cells)
        cells = 0
      }
    }
    #expect(sizes.allSatisfy { (250...4_000).contains($0) })
    #expect((600...1_300).contains(100_000 / sizes.count))
    let one = ChunkBoundary(cellsPerChunk: 1)
    #expect(ids.allSatisfy { one.isAfter($0, cells: 1) })
  }

  @Test func anEmptyListIsItsInsets() throws {
    let fixture = try StoreFixture()
    var model = Model(records: [("a", 5)])
    model.list = ListDescription(
      spacing: 8, insets: Insets(top: 5, leading: 0, bottom: 24, trailing: 0))
    try model.build(fixture, named: [[]])
  }

  /// Damage is found by a lookup of the damaged part, and a build of the feed repairs it.
  @Test(arguments: [
    ("UPDATE list_chunks SET heights = zeroblob(length(heights))", "chunk"),
    ("DELETE FROM list_chunks", "chunk"),
    ("UPDATE list_places SET chunks = zeroblob(length(chunks))", "page"),
    ("UPDATE list_places SET checksum = zeroblob(16)", "page"),
  ])
  func damage(statement: String, word: String) throws {
    let fixture = try StoreFixture()
    let model = Model(records: (0..<300).map { ("r\($0)", Int32($0 % 90)) })
    try model.build(fixture)
    try StoreEdit.execute(statement, fixture.store)
    let reader = try StoreReader(path: fixture.store)
    let feed = try #require(reader.catalog.feed(named: "home"))
    let list = try reader.list(feed.lists[0], environment: feed.environments[0])
    let error = #expect(throws: StoreError.self) { try reader.position(ofCell: 200, in: list) }
    guard case .corrupt(_, let detail) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.contains(word))
    #expect(throws: StoreError.self) { try fixture.build("news", StoreFixture.records(3)) }
    try model.build(fixture)
  }

  /// A list that a build removes gives its number, and those of its chunks, to one made after it.
  @Test func aRemovedListDoesNotTakeAnotherWithIt() throws {
    let fixture = try StoreFixture()
    func write(_ writer: GenerationWriter, _ names: [String]) throws {
      let keys = try fixture.begin(writer, "home")
      let lists = try names.map { try writer.makeList(ListDescription(name: $0)) }
      for number in 0..<3 {
        let (id, environment) = ("r\(number)", keys.environments[0])
        let found = try writer.find(recordID: id, environment: environment)
        let reference =
          if case .cell(let known) = found {
            try writer.reuse(known)
          } else {
            try writer.write(
              StoreFixture.cell(id, keys, environment: 0, seed: number), over: found)
          }
        for list in lists { try writer.append(reference, to: list, environment: environment) }
      }
      _ = try writer.endFeed(records: 3)
    }
    do {
      let writer = try fixture.writer(["home"])
      try write(writer, ["feed", "other"])
      _ = try writer.finish()
    }
    let other = try StoreReader(path: fixture.store).catalog.feeds[0].lists[1]
    let second = try fixture.writer(["home", "news"])
    try write(second, ["feed"])
    try fixture.write(second, feed: "news", records: StoreFixture.records(5))
    _ = try second.finish()
    let reader = try StoreReader(path: fixture.store)
    let news = try #require(reader.catalog.feed(named: "news"))
    #expect(news.lists[0].id == other.id)
    #expect(try reader.offsets(of: news.lists[0], environment: news.environments[0]).count == 5)
  }

  @Test func aListIsMadeOnce() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.writer(["home"])
    _ = try fixture.begin(writer, "home")
    _ = try writer.makeList(ListDescription())
    #expect(throws: StoreError.self) { try writer.makeList(ListDescription()) }
  }
}
