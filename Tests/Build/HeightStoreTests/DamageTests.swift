import Foundation
import LayoutPrimitives
import TestSupport
import Testing

@testable import HeightStore

/// Any change of the bytes of a store leads to an answer or a `StoreError`, never to a trap.
@Suite struct DamageTests {
  @Test(arguments: 0..<8)
  func damagedBytesNeverTrap(round: Int) throws {
    let fixture = try StoreFixture()
    let writer = try fixture.writer(["home"], settings: StoreSettings(cellsPerChunk: 16))
    try fixture.write(writer, feed: "home", records: StoreFixture.records(120))
    _ = try writer.finish()
    let whole = try fixture.bytes()
    var random = TestRandom(seed: UInt64(round))
    for _ in 0..<30 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        bytes[offset] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        // The headers of pages, in which a changed byte has the largest effect.
        let page = Int.random(in: 0..<bytes.count / 16_384, using: &random) * 16_384
        bytes[page + Int.random(in: 0..<64, using: &random)] &+= 1
      }
      try bytes.write(to: URL(fileURLWithPath: fixture.store))
      try ending { try readAll(fixture) }
      try ending { try fixture.build("news", StoreFixture.records(2)) }
    }
  }

  /// Values that a sane build never writes, through SQL.
  @Test(arguments: [
    "UPDATE generation SET number = 9223372036854775807",
    "DELETE FROM generation",
    "UPDATE environments SET steps_per_point = 0",
    "UPDATE environments SET key = 'nonsense' WHERE environment_id = 1",
    "UPDATE feed_environments SET cells = 9223372036854775807",
    "UPDATE feed_environments SET environment_id = 77 WHERE position = 0",
    "UPDATE list_chunks SET cells = 9223372036854775807",
    "UPDATE list_chunks SET heights = x'ff'",
    "UPDATE list_chunks SET height_sum = 1",
    "UPDATE cells SET frames = x'00' WHERE cell_id = 5",
    "UPDATE cells SET fingerprint = x'78' WHERE cell_id = 5",
    "UPDATE cells SET template_id = 99 WHERE cell_id = 5",
    "UPDATE template_views SET is_label = 1",
  ])
  func contradictionsAreDamage(statement: String) throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(10))
    try StoreEdit.execute(statement, fixture.store)
    let error = #expect(throws: StoreError.self) { try readAll(fixture) }
    guard case .corrupt = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aGreatestCellNumberIsDamage() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(10))
    try StoreEdit.execute(
      "UPDATE cells SET cell_id = 9223372036854775807 WHERE cell_id = 5", fixture.store)
    #expect(throws: StoreError.self) { try fixture.build("home", StoreFixture.records(10)) }
  }

  private func readAll(_ fixture: StoreFixture) throws {
    let reader = try StoreReader(path: fixture.store)
    for feed in reader.catalog.feeds {
      for environment in feed.environments {
        for list in feed.lists {
          for number in try reader.offsets(of: list, environment: environment).cellIDs {
            _ = try reader.cell(number: number)
          }
        }
        for record in 0..<120 {
          _ = try reader.cell(feed: feed, environment: environment.id, recordID: "r\(record)")
        }
      }
    }
  }

  private func ending(_ body: () throws -> Void) throws {
    do { try body() } catch is StoreError {}
  }
}
