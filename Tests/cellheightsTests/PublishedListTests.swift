import ArgumentParser
import Foundation
import LayoutPrimitives
import ScrollSimulation
import TestSupport
import Testing

@testable import cellheights

/// Lists that the companion program reads.
@Suite struct PublishedListTests {
  /// The first line of a list at 2 steps a point, with 3 steps between cells.
  private static func head(
    count: Int, _ insets: String = #"{"top":4,"leading":1,"bottom":6,"trailing":0}"#
  ) -> String {
    #"{"schema":"cellheights.published-list/1","generation":7,"digest":"d","listDigest":"l","#
      + #""feed":"home","environment":"390@2x/L/ltr/en/uikit","list":"feed","stepsPerPoint":2,"#
      + #""gap":3,"insets":\#(insets),"templates":["post","ad"],"count":\#(count)}"#
  }

  private static let cells = [
    #"{"id":"a","height":20,"template":0,"labels":3,"lines":9}"#,
    #"{"id":"b","height":0,"template":1,"labels":0,"lines":0}"#,
    #"{"id":"c","height":41,"template":null,"labels":null,"lines":null}"#,
  ]

  private func list(_ lines: [String]) throws -> PublishedList {
    var read = PublishedListLines(program: "companion")
    for (number, line) in lines.enumerated() {
      try read.read(InputLine(number: number + 1, bytes: Array(line.utf8)))
    }
    return try PublishedList(read)
  }

  @Test func placesAreSumsOfSteps() throws {
    let published = try list([Self.head(count: 3)] + Self.cells + [#"{"eof":3}"#])
    #expect(published.head.generation == 7 && published.head.feed == "home")
    let staged = published.staged
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
    #expect(staged.cellsWithoutLines == 1)
    let failure = #expect(throws: Failure.self) { try staged.checkTexts() }
    #expect(failure?.status == .badData)
    #expect(throws: HeightSourceError.index(3, count: 3)) { try staged.lookUp(3) }
    #expect(throws: HeightSourceError.index(-1, count: 3)) { try staged.id(at: -1) }
  }

  @Test func anEmptyListHasItsInsets() throws {
    let staged = try list([Self.head(count: 0), #"{"eof":0}"#]).staged
    #expect(staged.count == 0 && staged.extent == 5 && staged.cellsWithoutLines == 0)
  }

  @Test func sourcesAreToldApart() throws {
    let folder = try TemporaryFolder()
    try folder.write("x".utf8, to: "store")
    #expect(PublishedList.isPublished(folder.url.path))
    #expect(PublishedList.isPublished("HTTPS://example.org/heights"))
    for source in ["http:/x", "https", "httpx://a", folder.path("store"), folder.path("none")] {
      #expect(!PublishedList.isPublished(source), "\(source)")
    }
  }

  @Test func linesThatAreNotSoAreRefused() throws {
    let end = #"{"eof":3}"#
    let head = Self.head(count: 3)
    let bad: [[String]] = [
      [], [head], [head] + Self.cells, [end], Self.cells, [head] + Self.cells + [#"{"eof":2}"#],
      [head] + Self.cells.dropLast() + [#"{"eof":2}"#], [head] + Self.cells + [end, end],
      [head, "x"], [head, "[]"], [head, ""], [Self.head(count: -1)],
      [Self.head(count: 0, #"{"top":4e9,"leading":0,"bottom":0,"trailing":0}"#)],
      [Self.head(count: 0, "null")],
      [head, #"{"id":"a","height":-1,"template":0,"labels":0,"lines":0}"#],
      [head, #"{"id":"a","height":4294967296,"template":0,"labels":0,"lines":0}"#],
      [head, #"{"id":"a","height":1,"template":2,"labels":0,"lines":0}"#],
      [head, #"{"id":7,"height":1,"template":0,"labels":0,"lines":0}"#],
    ]
    for lines in bad {
      let failure = #expect(throws: Failure.self) { try list(lines) }
      #expect(failure?.status == .badData)
    }
  }

  @Test func aListIsReadThroughTheProgram() async throws {
    let shop = try await Workshop(holding: .sample)
    #expect(try await shop.run("publish", "out").code == 0)
    let cells = try await shop.run("export").lines.map { try JSONLine($0) }
    let program = CompanionProgram(
      name: "cellheights-publish",
      folder: try Program.url("cellheights-publish").deletingLastPathComponent().path)
    let folder = shop.directory.appending(path: "out").path
    let staged = try PublishedList(
      source: folder, feed: "home", environment: nil, list: "feed", program: program
    ).staged
    #expect(staged.count == cells.count && staged.count == 6 && staged.cellsWithoutLines == 0)
    let list = staged.exactList { try staged.lookUp($0) }
    for (index, cell) in cells.enumerated() {
      #expect(try list.id(at: index) == cell.string("id"))
      #expect(try list.height(at: index) == cell.number("height"))
      #expect(try list.offset(of: index) == cell.number("offset"))
    }
    #expect(throws: ExitCode(66)) {
      try PublishedList(
        source: folder + "/none", feed: nil, environment: nil, list: nil, program: program)
    }
    #expect(throws: ExitCode(1)) {
      try PublishedList(
        source: folder, feed: "-away", environment: nil, list: nil, program: program)
    }
  }

  @Test func aLongListIsReadAsItComes() throws {
    let folder = try TemporaryFolder()
    // As many cells as fill any pipe many times.
    try folder.write(
      """
      #!/bin/sh
      printf '%s\\n' '\(Self.head(count: 100_000))'
      seq 100000 | sed 's/.*/{"id":"post-&","height":&,"template":0,"labels":3,"lines":7}/'
      echo '{"eof":100000}'
      """.utf8, to: "program")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("program"))
    let program = CompanionProgram(name: "program", folder: folder.url.path)
    let start = ContinuousClock.now
    let staged = try PublishedList(
      source: "x", feed: nil, environment: nil, list: nil, program: program
    ).staged
    let seconds = ContinuousClock.now - start
    #expect(staged.count == 100_000 && seconds < .seconds(60), "\(seconds)")
    #expect(staged.extent == Double(4 + 50_000 * 100_001 + 3 * 99_999 + 6) / 2)
    // A program that goes on after a line that is wrong is ended.
    try folder.write("#!/bin/sh\nwhile :; do echo x; done\n".utf8, to: "program")
    #expect(throws: Failure.self) {
      try PublishedList(
        source: "x", feed: nil, environment: nil, list: nil, program: program)
    }
  }
}
