import Foundation
import Heights
import HeightStore
import LayoutPrimitives
import Precomputation
import Testing

/// The reports and effects of a build on cells that are stored already.
@Suite struct RebuildTests {
  /// The second and third record have the first's id.
  @Test("S7: a plan counts repeated ids as the build does")
  func aPlanCountsRepeatedIDs() async throws {
    let fixture = try BuildFixture()
    let lines = BuildFixture.lines(3) + [BuildFixture.lines(1)[0], BuildFixture.lines(2)[1]]
    let forecast = try await BuildForecast(
      try fixture.configuration([BuildFixture.feed("f", lines)]))
    let summary = try await fixture.build([BuildFixture.feed("f", lines)])
    #expect(forecast.computed == summary.computed)
    #expect(forecast.computed == 3)
    #expect(forecast.duplicates == summary.duplicates)
    #expect(forecast.records == summary.records)
    let again = try await BuildForecast(try fixture.configuration([BuildFixture.feed("f", lines)]))
    #expect(again.reused == 3 && again.computed == 0)
  }

  @Test("S9: the second build of a failed record gives the first one's reason")
  func theReasonOfAFailureIsKept() async throws {
    let text = """
      schema: cellheights.template/1
      template: picture
      views: [{id: p, kind: image, source: "{image}"}]
      constraints: ["p.centerX == cell.centerX", "V:|[p]|"]
      """
    let fixture = try BuildFixture(templateText: text)
    let feed = BuildFixture.feed(
      "f",
      [
        #"{"id":"good","image":{"url":"a.png","width":30,"height":20}}"#,
        #"{"id":"wide","image":{"url":"b.png","width":5,"height":9e8}}"#,
      ])
    let tolerance = Tolerance(maximumFailed: .records(1))
    let first = try await fixture.build([feed], tolerance: tolerance)
    let second = try await fixture.build([feed], tolerance: tolerance)
    #expect(second.computed == 0 && second.failed == 1)
    let reason = try #require(first.problems.groups.first)
    let repeated = try #require(second.problems.groups.first)
    #expect(repeated.code == reason.code)
    #expect(repeated.firstLocation == reason.firstLocation)
    #expect(repeated.message.hasPrefix(reason.message))
  }

  @Test("S1: a build lays damaged cells out again, counts them and publishes the right ones")
  func damagedCellsAreLaidOutAgain() async throws {
    let fixture = try BuildFixture()
    let feed = BuildFixture.feed("f", BuildFixture.lines(40))
    let first = try await fixture.build([feed])
    let right = try fixture.cells("f")
    // A bit in each of three cells' rows, which contain their fingerprints once.
    var bytes = try Data(contentsOf: URL(filePath: fixture.store))
    let lookup = try HeightLookup(store: fixture.store)
    for id in ["r3", "r20", "r39"] {
      guard case .hit(let hit) = try lookup.lookup(id: id) else {
        Issue.record("\(id) is not found")
        return
      }
      let fingerprint = hit.cell.fingerprint
      let stored = [fingerprint.high, fingerprint.low].flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
      }
      let offset = try #require(bytes.range(of: Data(stored))?.upperBound)
      bytes[offset + 20] ^= 0x10
    }
    try bytes.write(to: URL(filePath: fixture.store))
    for id in ["r3", "r20", "r39"] {
      #expect(throws: StoreError.self) { try HeightLookup(store: fixture.store).lookup(id: id) }
    }
    let forecast = try await BuildForecast(try fixture.configuration([feed]))
    #expect(forecast.computed == 3 && forecast.reused == 37)
    let second = try await fixture.build([feed])
    #expect(second.generation?.digest == first.generation?.digest)
    #expect(second.computed == 3 && second.reused == 37)
    #expect(second.losses.damagedCells.count == 3)
    #expect(try fixture.cells("f") == right)
  }
}
