import Heights
import Foundation
import HeightStore
import Testing

extension CommandLineTests {
  /// The documents of cells in memory, whose frames were written before, against those of lookups.
  @Suite struct KeptFramesTests {
    @Test func everyLineIsThatOfTheLookup() async throws {
      let shop = try Workshop()
      let feed = Workshop.demo("demo.json")
      let run = try await shop.run(
        "build", feed, "--environment", "{320,390}/{L,AX3}/{ltr,rtl}", "--environment",
        "390//ltr//css")
      try #require(run.code == 0, "\(run.errors)")
      let snapshot = try GenerationSnapshot(
        store: shop.directory.appending(path: "Cache/heights.sqlite").path)
      var written = 0
      for environment in snapshot.file.environments(feed: "demo") {
        let scope = try snapshot.file.scopes(feed: "demo", environment: environment.key).get()[0]
        let place = try #require(snapshot.cells(of: scope))
        let list = try place.list()
        let frames = try KeptFrames(list)
        for position in 0..<list.count {
          let hit = try snapshot.file.list(in: scope).hit(at: position)
          let cell = try list.cell(at: position)
          guard let document = try frames.document(of: cell, id: place.id(of: cell), in: list)
          else {
            #expect(cell.needsFile)
            continue
          }
          #expect(document.line == (try snapshot.file.document(of: hit).line))
          written += 1
        }
      }
      #expect(written == 9 * 201)
    }
  }
}
