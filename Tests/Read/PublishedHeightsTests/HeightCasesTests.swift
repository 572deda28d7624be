import HeightCases
import Heights
import PublishedHeights
import TestSupport
import Testing

/// The table of cases against published files.
@Suite struct HeightCasesTests {
  @Test func publishedFilesAnswerAlike() async throws {
    let folder = try TemporaryFolder("cases")
    let cases = try HeightCases()
    try cases.build(store: folder.path("heights.sqlite"))
    var sink = MemorySink()
    let lookup = try HeightLookup(store: folder.path("heights.sqlite"))
    _ = try HeightPublisher(lookup).publish(into: &sink)
    let files = sink.files
    let source = try await PublishedGeneration(
      PublishedFiles { path in
        guard let bytes = files[path] else {
          throw PublishingError.unreadable(path: path, reason: "no file")
        }
        return bytes
      })
    for list in cases.lists {
      #expect(try list.differences(of: try await source.list(list.listName)) == [])
    }
    for range in cases.ranges {
      let widths = try await source.widths(
        feed: HeightCases.rangeFeed, environment: range.environment)
      for (id, width, height) in range.heights {
        #expect(
          HeightCases.isSame(widths.height(ofID: id, atWidth: width), height),
          "\(id) at \(width) in \(range.environment)")
      }
    }
  }
}
