import CommandSettings
import Foundation
import LayoutPrimitives
@testable import Operations
@testable import PublishedHeights
import ScrollSimulation
import TestSupport
import Testing

@testable import cellheights

/// Published lists as simulations take them.
@Suite struct PublishedListTests {
  /// A cell; nil lines for one without frames.
  private typealias Cell = (id: String, height: Int, template: UInt16, lines: [Int16]?)

  private static let cells: [Cell] = [
    ("a", 20, 0, [2, -3, 4, 0]), ("b", 0, 1, []), ("c", 41, 0, nil),
  ]

  /// Published files in memory.
  private final class Files: PublishedLocation {
    var stored: [String: [UInt8]] = [:]

    func add(_ file: PublishedFile) { stored[file.path] = file.bytes }
    func pointer() -> [UInt8] { stored[PublishedPath.pointer] ?? [] }
    func file(_ path: String, bytes: Int) -> [UInt8] { stored[path] ?? [] }
    func chunks(_ references: [FileReference]) -> () throws -> [UInt8] {
      var rest = references[...]
      return { rest.popFirst().flatMap { self.stored[$0.path] } ?? [] }
    }
  }

  /// Publishes a list at 2 steps a point, with 3 steps between cells.
  private func files(_ cells: [Cell], cellsPerChunk: Int = 1_000) throws -> Files {
    let files = Files()
    func write(_ chunk: some PublishedChunk) throws -> FileReference {
      let (file, reference) = try PublishedFile.chunk(chunk)
      files.add(file)
      return reference
    }
    var chunks: [PublishedManifest.Chunk] = []
    for start in stride(from: 0, to: cells.count, by: cellsPerChunk) {
      let own = cells[start..<min(start + cellsPerChunk, cells.count)]
      var heights = HeightsChunk()
      var frames = FramesChunk()
      for cell in own {
        heights.append(height: UInt32(cell.height), caveats: 0)
        let frame = CellFrames.Frame(x: 0, y: 0, width: 1, height: 1)
        let shape = cell.lines.map {
          CellFrames(frames: $0.map { _ in frame }, lines: $0).encoded
        }
        frames.append(template: cell.template, shape: frames.append(shape: shape ?? []))
      }
      chunks.append(
        PublishedManifest.Chunk(
          count: own.count, extent: heights.extent, heights: try write(heights),
          ids: try write(IDsChunk(own.map(\.id))), frames: try write(frames), versions: nil,
          lines: nil))
    }
    let label = PublishedManifest.View(id: "label", kind: "label", label: true)
    let list = PublishedManifest.List(
      name: "feed", count: cells.count, gap: 3,
      insets: PublishedManifest.Edges(top: 4, leading: 1, bottom: 6, trailing: 0),
      extent: 10 + cells.reduce(0) { $0 + $1.height } + 3 * max(0, cells.count - 1),
      chunks: chunks)
    let manifest = PublishedManifest(
      generation: 7, digest: "d", listDigest: "l", engineVersion: "e",
      templates: [
        PublishedManifest.Template(
          name: "post", hash: "1", views: Array(repeating: label, count: 4)),
        PublishedManifest.Template(name: "ad", hash: "2", views: []),
      ],
      feeds: [
        PublishedManifest.Feed(
          name: "home",
          environments: [
            PublishedManifest.Environment(
              key: "390@2x/L/ltr/en/uikit", stepsPerPoint: 2, state: nil, cells: cells.count,
              failed: 0, content: .lists([list]))
          ])
      ])
    let (file, pointer) = try manifest.file()
    files.add(file)
    files.add(try pointer.file())
    return files
  }

  private func staged(_ files: Files) throws -> StagedList {
    try StagedList(PublishedList(in: files, feed: nil, environment: nil, list: nil))
  }

  @Test func placesAreSumsOfSteps() throws {
    let files = try files(Self.cells)
    let published = try PublishedList(in: files, feed: nil, environment: nil, list: nil)
    #expect(published.manifest.generation == 7 && published.feed == "home")
    let staged = try StagedList(published)
    #expect(staged.count == 3 && staged.templates == ["post", "ad"] && staged.extent == 38.5)
    #expect(staged.feed == "home" && staged.remarks.isEmpty)
    #expect(staged.environment == "390@2x/L/ltr/en/uikit" && staged.geometry.spacing.gap == 1.5)
    #expect(staged.geometry.spacing.insets == Insets(top: 2, leading: 0.5, bottom: 3, trailing: 0))
    let list = staged.exactList { try staged.lookUp($0) }
    #expect(try (0...3).map { try list.offset(of: $0) } == [2, 13.5, 15, 38.5])
    #expect(try (0..<3).map { try list.height(at: $0) } == [10, 0, 20.5])
    #expect(try (0..<3).map { try list.id(at: $0) } == ["a", "b", "c"])
    #expect(try list.index(atOffset: 14.9) == 1)
    let layout = try list.layout(at: 2)
    #expect(layout.height == 41 && layout.exactHeight == 20.5 && layout.frames.isEmpty)
    #expect(try list.facts(at: 0) == CellFacts(template: 0, labels: 3, lines: 9))
    #expect(try list.facts(at: 1) == CellFacts(template: 1, labels: 0, lines: 0))
    #expect(staged.cellsWithoutLines == 1)
    let failure = #expect(throws: Failure.self) { try staged.checkTexts() }
    #expect(failure?.status == .badData)
    #expect(throws: ScrolledListError.index(3, count: 3)) { try staged.lookUp(3) }
    #expect(throws: ScrolledListError.index(-1, count: 3)) { try staged.id(at: -1) }
  }

  @Test func anEmptyListHasItsInsets() throws {
    let staged = try staged(try files([]))
    #expect(staged.count == 0 && staged.extent == 5 && staged.cellsWithoutLines == 0)
  }

  @Test func sourcesAreToldApart() throws {
    let folder = try TemporaryFolder()
    try folder.write("x".utf8, to: "store")
    #expect(try StagedList.publishedLocation(folder.url.path) is PublishedFolder)
    #expect(try StagedList.publishedLocation("HTTPS://example.org/heights") is PublishedAddress)
    for source in ["http:/x", "https", "httpx://a", folder.path("store"), folder.path("none")] {
      #expect(try StagedList.publishedLocation(source) == nil, "\(source)")
    }
  }

  @Test func cellsThatAreNotSoAreRefused() throws {
    let cells = Self.cells
    let bad: [[Cell]] = [
      // Within a chunk, and in two.
      cells + [("a", 1, 0, nil)], cells + [("d", 1, 0, nil), ("a", 1, 0, nil)],
      [("", 1, 0, nil)], [("a", 1, 2, nil)], [("a", 1, 0, [1])], [("a", 1, 1, [1])],
    ]
    for cells in bad {
      let files = try files(cells, cellsPerChunk: 4)
      let error = #expect(throws: PublishedFormatError.self) { try staged(files) }
      #expect(error.map { CommandSettings.ExitStatus(of: $0) } == .badData, "\(cells)")
    }
    let twice = try files(cells + [("d", 1, 0, nil), ("a", 1, 0, nil)], cellsPerChunk: 4)
    let error = #expect(throws: PublishedFormatError.self) { try staged(twice) }
    #expect(error?.description.contains("is in list 'feed' twice") == true)
    // Files that are not there, or are others.
    let whole = try files(cells)
    for path in whole.stored.keys {
      let files = try files(cells)
      files.stored[path] = nil
      #expect(throws: PublishedFormatError.self) { try staged(files) }
    }
  }

  @Test func aListIsReadAsItIsInTheStore() async throws {
    let shop = try await Workshop(holding: .sample)
    #expect(try await shop.run("publish", "out").code == 0)
    let cells = try await shop.run("export").lines.map { try JSONLine($0) }
    let folder = PublishedFolder(shop.directory.appending(path: "out").path)
    let staged = try StagedList(
      PublishedList(in: folder, feed: "home", environment: nil, list: "feed"))
    #expect(staged.count == cells.count && staged.count == 6 && staged.cellsWithoutLines == 0)
    let list = staged.exactList { try staged.lookUp($0) }
    for (index, cell) in cells.enumerated() {
      #expect(try list.id(at: index) == cell.string("id"))
      #expect(try list.height(at: index) == cell.number("height"))
      #expect(try list.offset(of: index) == cell.number("offset"))
    }
  }

  @Test func aLongListIsRead() throws {
    let files = try files((1...100_000).map { ("post-\($0)", $0, 0, [2, 2, 3, 0]) })
    let start = ContinuousClock.now
    let staged = try staged(files)
    let seconds = ContinuousClock.now - start
    #expect(staged.count == 100_000 && seconds < .seconds(60), "\(seconds)")
    #expect(staged.extent == Double(4 + 50_000 * 100_001 + 3 * 99_999 + 6) / 2)
  }
}
