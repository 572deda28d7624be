import Foundation
import LayoutPrimitives
import SQLiteDatabase
import TestSupport
import Testing

@testable import HeightStore

/// The allowed effects of a flipped bit, a changed byte and an edit by SQL.
///
/// They are the same answer as before, an error, or a miss, but never another answer.
@Suite struct ChecksumTests {
  /// XXH3-128 without a seed, from the vectors of xxHash's own test suite.
  @Test("S1: the checksum is XXH3-128")
  func knownVectors() {
    #expect(RowBytes().hash.description == "99aa06d3014798d86001c324468d497f")
    let bytes = RowBytes()
    bytes.append(-2 as Int64)
    bytes.append(0.5)
    bytes.append(name: "aé")
    bytes.appendNull()
    let values = bytes.values
    #expect(values == 4)
    // Bytes: 01 fe ff…, 02 00 … e0 3f, 03 03 00 … 61 c3 a9, 00; hashed by Python's xxhash.
    #expect(bytes.hash.description == "ae688d4a7b5946f7addc9687049a144a")
  }

  @Test("S1: 200 stores with one flipped bit each answer as before or not at all", arguments: 0..<4)
  func flippedBits(round: Int) throws {
    let fixture = try DamagedStore()
    var random = TestRandom(seed: UInt64(100 + round))
    for _ in 0..<50 {
      let offset = Int.random(in: 0..<fixture.whole.count, using: &random)
      let bit = UInt8.random(in: 0..<8, using: &random)
      var bytes = fixture.whole
      bytes[offset] ^= 1 << bit
      try fixture.check(bytes, "bit \(bit) of byte \(offset)")
    }
  }

  @Test(
    "S1: 200 stores with one changed byte each answer as before or not at all", arguments: 0..<4)
  func changedBytes(round: Int) throws {
    let fixture = try DamagedStore()
    var random = TestRandom(seed: UInt64(200 + round))
    for _ in 0..<50 {
      let offset = Int.random(in: 0..<fixture.whole.count, using: &random)
      var bytes = fixture.whole
      bytes[offset] = bytes[offset] &+ UInt8.random(in: 1...255, using: &random)
      try fixture.check(bytes, "byte \(offset)")
    }
  }

  /// Pages are mostly empty in a small store; these hit what is used.
  @Test("S1: and so do 100 with a bit flipped where something is stored", arguments: 0..<2)
  func flippedBitsInUse(round: Int) throws {
    let fixture = try DamagedStore()
    let used = fixture.whole.indices.filter { fixture.whole[$0] != 0 }
    var random = TestRandom(seed: UInt64(300 + round))
    for _ in 0..<50 {
      let offset = used[Int.random(in: 0..<used.count, using: &random)]
      var bytes = fixture.whole
      bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try fixture.check(bytes, "byte \(offset)")
    }
  }

  /// Every one of them is found, not only survived.
  @Test(
    "S1: edits by SQL are damage",
    arguments: [
      "UPDATE environments SET steps_per_point = 2",
      "UPDATE template_views SET view = 'photograph' WHERE view = 'photo'",
      "UPDATE lists SET spacing = 8", "UPDATE lists SET inset_top = 1",
      "UPDATE generation SET number = 7", "UPDATE generation SET digest = 'x'",
      "UPDATE feeds SET name = 'away' WHERE name = 'home'",
      "UPDATE feeds SET records = records + 1", "UPDATE sources SET path = 'other'",
      "UPDATE feed_environments SET position = 1 - position",
      "UPDATE template_views SET position = 9 - position",
      "DELETE FROM list_environments", "UPDATE list_environments SET digest = ''",
      "UPDATE cells SET height = height + 30", "UPDATE cells SET trust = 0",
      "UPDATE cells SET version = 'v' || version", "UPDATE cells SET exact_height = 1.5",
      "UPDATE cells SET findings = x'01'", "UPDATE cells SET frames = zeroblob(52)",
      "UPDATE cells SET fingerprint = zeroblob(16)", "UPDATE cells SET checksum = zeroblob(16)",
      "UPDATE cells SET cell_id = cell_id + 1000",
      "UPDATE cells SET height = -100",
      "UPDATE list_chunks SET heights = zeroblob(length(heights))",
      "UPDATE list_chunks SET cells = 1", "DELETE FROM list_chunks",
      "UPDATE list_chunks SET placements = x''", "UPDATE cells SET line_fragments = x'00'",
      "UPDATE list_environments SET chunks = x''",
      "UPDATE list_environments SET chunks = zeroblob(20)",
      "UPDATE shapes SET shape_id = shape_id + 1000",
    ])
  func editsAreFound(statement: String) throws {
    let fixture = try DamagedStore()
    try fixture.edit(statement)
    #expect(throws: (any Error).self) { try fixture.requireAll() }
    try fixture.check(try fixture.fixture.bytes(), statement)
  }

  @Test(
    "S1: without its row a cell is a miss",
    arguments: ["UPDATE cells SET record_id = record_id || 'x'", "DELETE FROM cells"])
  func missingRowsAreMisses(statement: String) throws {
    let fixture = try DamagedStore()
    try fixture.edit(statement)
    try fixture.check(try fixture.fixture.bytes(), statement)
  }

  @Test(
    "S1: a height of another type cannot even be written",
    arguments: ["'abc'", "NULL", "-100", "1.5", "x'00'", "3000000000"])
  func heightsHaveTypeAndRange(value: String) throws {
    let fixture = try DamagedStore()
    #expect(throws: SQLiteError.self) {
      try fixture.edit("PRAGMA ignore_check_constraints = 0; UPDATE cells SET height = \(value)")
    }
    // With the schema edited away beneath it, it is refused by its schema.
    try fixture.edit(
      """
      PRAGMA writable_schema = 1;
      UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT', ''), 'CHECK', '-- ')
        WHERE name = 'cells'
      """)
    #expect(throws: StoreError.self) { try StoreReader(path: fixture.fixture.store) }
  }

  @Test("S1: a build computes a damaged cell anew and counts it")
  func damagedCellsAreComputedAnew() throws {
    let fixture = try StoreFixture()
    let records = StoreFixture.records(10)
    let first = try fixture.build("home", records).0
    try StoreEdit.execute(
      "UPDATE cells SET height = height + 30 WHERE record_id = 'r4'", fixture.store)
    let writer = try fixture.writer(["home"])
    let summary = try fixture.write(writer, feed: "home", records: records)
    #expect(writer.losses.damagedCells.count == 2)
    #expect(summary.written == 2)
    #expect(summary.reused == 18)
    let second = try writer.finish()
    #expect(second.digest == first.digest)
    #expect(second.listDigest == first.listDigest)
    let reader = try StoreReader(path: fixture.store)
    #expect(try fixture.layout(reader, "home", "r4") == StoreFixture.layout(40))
  }

  @Test("S1: damage in a feed that is not built is not published again")
  func damageElsewhereStopsTheBuild() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(10))
    try StoreEdit.execute("UPDATE cells SET height = 1 WHERE record_id = 'r4'", fixture.store)
    let before = try fixture.bytes()
    let error = #expect(throws: StoreError.self) {
      try fixture.build("news", StoreFixture.records(3))
    }
    guard case .corrupt(let path, let detail) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == fixture.store)
    #expect(detail.contains("of feed 'home'"))
    #expect(try fixture.bytes() == before)
  }

  @Test("S1: a feed and its reverse have one digest and two list digests")
  func theListDigestTellsOrder() throws {
    var seen: Set<String> = []
    var digests: Set<String> = []
    for (index, records) in [
      StoreFixture.records(9), StoreFixture.records(9).reversed(),
    ].enumerated() {
      for list in [ListDescription(), ListDescription(spacing: 8)] {
        let fixture = try StoreFixture()
        let writer = try fixture.writer(["home"])
        try fixture.write(writer, feed: "home", records: records, list: list)
        let made = try writer.finish()
        seen.insert(made.listDigest)
        digests.insert(made.digest)
        #expect(made.listDigest.count == 32, "\(index)")
      }
    }
    #expect(seen.count == 4)
    #expect(digests.count == 1)
  }
}

/// A small store with all it can hold, and what it answers.
final class DamagedStore {
  let fixture: StoreFixture
  let whole: Data
  private let answers: [String: CellLayout?]
  private let orders: [String: [Int]]

  static let count = 24

  init() throws {
    fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(Self.count))
    try fixture.build("news", StoreFixture.records(5, first: 9_000))
    whole = try fixture.bytes()
    let reader = try StoreReader(path: fixture.store)
    (answers, orders) = (try Self.answers(reader), try Self.orders(reader))
  }

  /// Compares every answer of a damaged copy, then what a build of its feeds publishes.
  func check(_ bytes: Data, _ what: String) throws {
    try bytes.write(to: URL(fileURLWithPath: fixture.store))
    do {
      let reader = try StoreReader(path: fixture.store)
      #expect(reader.catalog.generation.number == 2, "\(what)")
      for feed in reader.catalog.feeds {
        for environment in feed.environments {
          for record in 0..<Self.count {
            let name = Self.name(feed, environment, "r\(record)")
            try ending {
              let cell = try reader.cell(
                feed: feed, environment: environment.id, recordID: "r\(record)")
              if let cell { #expect(Self.layout(cell) == answers[name], "\(what): \(name)") }
            }
          }
          for list in feed.lists {
            try ending {
              let offsets = try reader.offsets(of: list, environment: environment)
              let name = Self.name(feed, environment, list.description.name)
              let tops = (0...offsets.count).map { offsets.offset(of: $0) }
              #expect(tops == orders[name], "\(what): \(name)")
              let opened = try reader.list(list, environment: environment)
              for (index, number) in offsets.cellIDs.enumerated() {
                try ending {
                  let position = try reader.position(ofCell: number, in: opened)
                  #expect(position == index || position == nil, "\(what): index \(index)")
                }
                try ending {
                  guard let cell = try reader.cell(number: number) else { return }
                  let id = Self.name(feed, environment, cell.recordID)
                  #expect(Self.layout(cell) == answers[id], "\(what): cell \(index)")
                }
              }
            }
          }
        }
      }
    } catch is StoreError {}
    try ending { try fixture.build("home", StoreFixture.records(Self.count)) }
    do {
      let reader = try StoreReader(path: fixture.store)
      guard reader.catalog.generation.number != 2 else { return }
      let rebuilt = try Self.answers(reader)
      for (name, layout) in answers { #expect(rebuilt[name] == layout, "\(what): build, \(name)") }
      #expect(try Self.orders(reader) == orders, "\(what): build")
    } catch is StoreError {}
    for file in try fixture.files() where file != "heights.sqlite" {
      try FileManager.default.removeItem(atPath: fixture.directory + "/" + file)
    }
  }

  /// Reads everything, and throws at the first error.
  func requireAll() throws {
    let reader = try StoreReader(path: fixture.store)
    for feed in reader.catalog.feeds {
      for environment in feed.environments {
        for record in 0..<(feed.name == "home" ? Self.count : 5) {
          _ = try reader.cell(feed: feed, environment: environment.id, recordID: "r\(record)")
        }
        for entry in feed.lists {
          let list = try reader.list(entry, environment: environment)
          for number in try reader.offsets(of: entry, environment: environment).cellIDs {
            _ = try reader.position(ofCell: number, in: list)
          }
        }
      }
    }
    #expect(reader.catalog.generation.number == 2)
  }

  /// Runs a statement on the store.
  func edit(_ statement: String) throws {
    try StoreEdit.execute(statement, fixture.store)
  }

  private static func answers(_ reader: StoreReader) throws -> [String: CellLayout?] {
    var answers: [String: CellLayout?] = [:]
    for feed in reader.catalog.feeds {
      for environment in feed.environments {
        for record in 0..<count {
          let cell = try reader.cell(
            feed: feed, environment: environment.id, recordID: "r\(record)")
          if let cell { answers[name(feed, environment, "r\(record)")] = layout(cell) }
        }
      }
    }
    return answers
  }

  private static func orders(_ reader: StoreReader) throws -> [String: [Int]] {
    var orders: [String: [Int]] = [:]
    for feed in reader.catalog.feeds {
      for environment in feed.environments {
        for list in feed.lists {
          let offsets = try reader.offsets(of: list, environment: environment)
          orders[name(feed, environment, list.description.name)] =
            (0...offsets.count).map { offsets.offset(of: $0) }
        }
      }
    }
    return orders
  }

  private static func name(
    _ feed: FeedEntry, _ environment: FeedEnvironment, _ id: String
  ) -> String {
    "\(feed.name) \(environment.environment.key) \(id)"
  }

  private static func layout(_ cell: StoredCell) -> CellLayout? {
    guard case .layout(let layout) = cell.outcome else { return nil }
    return layout
  }

  private func ending(_ body: () throws -> Void) throws {
    do { try body() } catch is StoreError {}
  }
}

/// Edits of a store with plain SQLite.
enum StoreEdit {
  static func execute(_ statement: String, _ store: String) throws {
    let connection = try Connection(path: store)
    defer { do { try connection.close() } catch { print(error) } }
    try connection.execute("PRAGMA foreign_keys = 0; PRAGMA ignore_check_constraints = 1")
    try connection.execute(statement)
  }
}
