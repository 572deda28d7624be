import CReportPage
import ScrollSimulation
import StructuredDocuments
import Testing

@testable import ScrollReports

@Suite struct SimulationPageTests {
  /// The data of a page, between two tags.
  private func data(of page: String) throws -> DocumentNode {
    let start = try #require(page.firstRange(of: "id=\"data\">"))
    let rest = page[start.upperBound...]
    let end = try #require(rest.firstRange(of: "</script>"))
    return try DocumentParser.document(
      String(rest[..<end.lowerBound]), limits: .init(bytes: 1 << 24, depth: 16))
  }

  private func page(
    _ samples: [SampleRun], title: String = "feed",
    maximumFrames: Int = SimulationPage.maximumFrames
  ) throws -> String {
    var page = SimulationPage(title: title, maximumFrames: maximumFrames)
    for sample in samples { page.add(try sample.run) }
    return page.text(withoutScripts: ["a table"])
  }

  private func counts(of page: String) throws -> [Int?] {
    try data(of: page).required("runs").elements(of: "runs").map { run in
      let frames = try run.required("frames")
      if case .null = frames.value { return nil }
      return try frames.required("offset").elements(of: "numbers").count
    }
  }

  @Test("The page opens on the first run that breaches a threshold, else on the worst")
  func theFirstRun() throws {
    let smooth = SampleRun(frames: (0..<4).map { ($0, 4) })
    let late = SampleRun()
    var breached = smooth
    breached.thresholds = ["frames.presented<1"]
    func first(_ samples: [SampleRun]) throws -> DocumentNode.Value {
      try data(of: page(samples)).required("first").value
    }
    #expect("\(try first([smooth, late, smooth]))" == "\(DocumentNode.Value.number(1))")
    #expect("\(try first([smooth, late, breached, breached]))" == "\(DocumentNode.Value.number(2))")
  }

  @Test func thePageHoldsAsManyFramesAsTheLog() throws {
    let long = SampleRun(frames: (0..<25).map { ($0, 4) })
    #expect(try counts(of: page([SampleRun(), long])) == [4, 25])
  }

  @Test func theWorstRunsHaveRoomFirst() throws {
    let smooth = SampleRun(frames: (0..<4).map { ($0, 4) })
    let long = SampleRun(frames: (0..<25).map { ($0, 4) })
    let page = try page([smooth, smooth, long, SampleRun()], maximumFrames: 10)
    #expect(try counts(of: page) == [4, nil, nil, 4])
    #expect(page.contains("the page holds at most 10 frames"))
  }

  @Test func idsCannotLeaveTheData() throws {
    let evil = "</script><script>alert(1)</script><!--<b>&\"'"
    let plain = try page([SampleRun()])
    let page = try page([SampleRun(ids: [4: evil])], title: evil)
    for tag in ["<script", "</script>", "<!--", "<b>"] {
      #expect(page.components(of: tag) == plain.components(of: tag))
    }
    #expect(plain.components(of: "<script") == plain.components(of: "</script>"))
    let cells = try data(of: page).required("runs").elements(of: "runs")[0].required("cells")
    let ids = try cells.elements(of: "cells").map {
      try $0.elements(of: "a cell")[1].requiredText("an id")
    }
    #expect(ids == ["id-3", evil, "id-5"])
  }

  @Test func thePageLoadsNothing() throws {
    let page = try page([SampleRun()])
    #expect(page.contains("default-src 'none'"))
    for loading in [
      "http://", "https://", "<link", "<img", "@import", "url(", " style=", " onclick=",
    ] {
      #expect(!page.contains(loading), "\(loading)")
    }
  }

  @Test func whatMostFramesDoNotHaveIsStoredByNumber() throws {
    let page = try page([SampleRun()])
    #expect(page.contains("\"base\":[1000,0,0,0,0,0,0,0],\"cpu\":[2000,1,4000,1,12000,1,3000,1]"))
    #expect(page.contains("\"clock\":[1000,4],\"offset\":[0,15,15,15],\"velocity\":[150,0,0,0]"))
    #expect(page.contains("\"starts\":{},\"ticks\":{},\"busy\":{\"2\":2}"))
    #expect(page.contains("\"own\":{},\"arrivals\":{\"1\":[[0,0,[0,0,0,0,1500,0,1500,0]]],"))
  }

  /// Signs are for thresholds: a critical run that keeps its budget is not ticked as a grade.
  @Test func gradesHaveNoSigns() {
    let script = String(cString: report_page_js())
    #expect(script.contains("make(\"span\", { class: `badge ${grade}` }, grade)"))
  }

  @Test func noRunsAreAPageToo() throws {
    #expect(try counts(of: page([], title: "")).isEmpty)
  }
}

extension DocumentNode {
  /// The value of a key.
  func required(_ key: String) throws -> DocumentNode {
    try #require(try entries(of: "a mapping").first { $0.key == key }?.value)
  }
}
