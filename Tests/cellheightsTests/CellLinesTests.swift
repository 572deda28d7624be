import Heights
import Foundation
import HeightStore
import StructuredDocuments
import Testing

extension CommandLineTests {
  /// The lines of a snapshot's cells, against the documents of lookups.
  @Suite struct CellLinesTests {
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
        let place = try #require(snapshot.place(of: scope))
        let list = try place.list()
        let lines = try CellLines(place, list: list)
        for position in 0..<list.count {
          let hit = try snapshot.file.list(in: scope).hit(at: position)
          let document = CellDocument(
            hit,
            place: CellDocument.Place(
              list: "feed", position: position, offset: try list.offset(of: position)),
            generation: snapshot.generation.number)
          var json = JSONWriter()
          let cell = try place.cell(at: position, of: list)
          guard try lines.append(cell, id: place.id(of: cell), in: list, to: &json) else {
            #expect(cell.needsFile)
            continue
          }
          #expect(json.text == document.line)
          written += 1
        }
      }
      #expect(written == 9 * 201)
    }
  }
}
