import ScrollReports
import ScrollSimulation
import StructuredDocuments
import Testing

@Suite struct ReportComparisonTests {
  private func line(_ sample: SampleRun) throws -> String {
    SimulationDocument(try sample.run).line
  }

  private func compare(
    _ old: [SampleRun], _ new: [SampleRun]
  ) throws -> ReportComparison {
    try ReportComparison(
      old: try old.map(line).joined(separator: "\n"),
      new: try new.map(line).joined(separator: "\n") + "\n\n")
  }

  private func verdict(_ comparison: ReportComparison, _ path: String) throws
    -> ReportComparison.Verdict
  {
    try #require(comparison.runs.first?.changes.first { $0.path == path }).verdict
  }

  private let slower = SampleRun(frames: [(0, 2), (1, 4), (2, 12.5), (4, 3)])

  @Test func theSameReportIsTheSame() throws {
    let comparison = try compare([SampleRun()], [SampleRun()])
    #expect(!comparison.isWorse)
    #expect(comparison.count(.same) == SimulationReport.metricPaths.count)
    #expect(comparison.lines == ["1 run compared: 0 worse, 0 better, 1 the same"])
  }

  @Test func withATableEveryChangeIsReal() throws {
    let comparison = try compare([SampleRun()], [slower])
    #expect(comparison.isWorse)
    #expect(try verdict(comparison, "frameDurationCpuMs.max") == .worse)
    #expect(try verdict(comparison, "hitch.count") == .same)
    #expect(try verdict(try compare([slower], [SampleRun()]), "frameDurationCpuMs.max") == .better)
  }

  @Test func moreIsBetterForSomeMetricsAndNeitherForOthers() throws {
    let steady = SampleRun(frames: [(0, 2), (1, 4), (2, 9), (3, 3)])
    let comparison = try compare([SampleRun()], [steady])
    #expect(try verdict(comparison, "pacing.one_period_pct") == .better)
    #expect(try verdict(comparison, "frames.expected") == .changed)
  }

  @Test func measuredChangesCountWhereSpreadsDoNotOverlap() throws {
    func measured(_ cost: Double, _ others: [Double]) -> SampleRun {
      SampleRun(
        costs: "measured", frames: [(0, cost), (1, cost)], arrivals: [:],
        iterations: others.map { [$0, $0] })
    }
    let noise = try compare([measured(2, [2.4, 2.8])], [measured(2.5, [2.9, 3.3])])
    #expect(try verdict(noise, "frameDurationCpuMs.P50") == .same)
    #expect(!noise.isWorse)
    let real = try compare([measured(2, [2.4, 2.8])], [measured(3, [3.2, 3.3])])
    #expect(try verdict(real, "frameDurationCpuMs.P50") == .worse)
    // Metrics without spread in tables of costs have one here.
    #expect(try verdict(real, "frameDurationCpuMs.max") == .worse)
  }

  @Test func runsOfOneSideAreListed() throws {
    let comparison = try compare(
      [SampleRun(), SampleRun(strategy: .manual)], [SampleRun(), SampleRun(device: .phone)])
    #expect(comparison.runs.map(\.name) == ["100/read-drag/stored/fixed, costs phone/1"])
    #expect(comparison.onlyOld == ["100/read-drag/manual/fixed, costs phone/1"])
    #expect(comparison.onlyNew == ["100/read-drag/stored/schedutil-lite/1, costs phone/1"])
    #expect(comparison.lines.first?.hasSuffix("; 1 only old, 1 only new") == true)
  }

  @Test func settingsThatDifferAreNamed() throws {
    let new = try line(SampleRun()).replacing(
      "\"prefetch\":\"none\"", with: "\"prefetch\":\"next\"")
    let comparison = try ReportComparison(old: try line(SampleRun()), new: new)
    #expect(comparison.runs[0].settings == ["prefetch none → next"])
    #expect(comparison.lines.contains("  settings differ: prefetch none → next"))
  }

  @Test func runsOfTheSameNameAreToldApartByTheirSettings() throws {
    let plain = try line(SampleRun())
    let other = plain.replacing("\"prefetch\":\"none\"", with: "\"prefetch\":\"next-frame\"")
    let both = plain + "\n" + other
    let comparison = try ReportComparison(old: both, new: both)
    #expect(comparison.runs.count == 2)
    #expect(
      comparison.runs[1].name.hasSuffix(", platform ios, seed 1, prefetch next-frame, pool 10"))
    let error = try #require(
      throws: ReportFileError.self,
      performing: { try ReportComparison(old: both, new: plain + "\n" + plain) })
    #expect(
      error.description
        == "new:2: the run '\(comparison.runs[0].name)' is also that of line 1; keep one of them")
  }

  @Test func textAndMarkdownShowWhatChanged() throws {
    let comparison = try compare([SampleRun()], [slower])
    #expect(comparison.lines[0].hasPrefix("1 run compared: 1 worse, "))
    #expect(comparison.lines[2] == "100/read-drag/stored/fixed, costs phone/1  critical")
    #expect(
      comparison.lines[3]
        == "  before: the worst frame, at 0.020 s, has the new cell 'id-4' (5.5 ms)")
    #expect(comparison.lines[4].hasPrefix("  now: the worst frame, at 0.020 s, has the new cell '"))
    #expect(
      comparison.lines.contains(
        "  ✗  frameDurationCpuMs.max          12.000  12.500   +0.500 (+4.2 %)  worse"))
    #expect(
      comparison.markdown.contains(
        "| 100/read-drag/stored/fixed, costs phone/1 | frameDurationCpuMs.max | 12.000 | 12.500 "
          + "| +0.500 (+4.2 %) | ✗ worse |"))
  }

  @Test func theDocumentListsChangesAndCountsTheRest() throws {
    let document = try compare([SampleRun()], [slower]).document
    _ = try DocumentParser.document(document)
    #expect(document.hasPrefix("{\"schema\":\"cellheights.simdiff/1\",\"worse\":true,\"runs\":[{"))
    #expect(
      document.contains(
        "{\"metric\":\"frameDurationCpuMs.max\",\"old\":12,\"new\":12.5,\"change\":0.5,"
          + "\"verdict\":\"worse\"}"))
    #expect(!document.contains("hitch.count"))
  }

  @Test(arguments: [
    ("", 1, "there is no run"), ("\n\n", 1, "there is no run"), ("{\"schema\":", 1, ""),
    ("{\"schema\":\"other/1\"}", 1, "the schema is 'other/1', not cellheights.sim/1"),
    ("[]", 1, "a report of cellheights simulate"), ("\n{\"a\":1}", 2, "the report has no 'schema'"),
    ("{\"schema\":\"cellheights.sim/1\",\"costs\":\"t\"}", 1, "the report has no 'rate'"),
  ])
  func badFilesAreRefusedByLine(text: String, line: Int, problem: String) throws {
    let good = try self.line(SampleRun())
    let error = try #require(
      throws: ReportFileError.self,
      performing: {
        try ReportComparison(old: good, new: text, names: ("a.json", "b.json"))
      })
    #expect(error.file == "b.json")
    #expect(error.line == line)
    #expect(error.problem.hasPrefix(problem))
  }

  @Test func idsMayHaveAnyCharacter() throws {
    let scalars = (1...0x2100).compactMap(Unicode.Scalar.init).map(String.init).joined()
    let report = try line(SampleRun(ids: [3: scalars, 4: "\u{FEFF}\u{FFFE}\u{1F600}*a &b"]))
    #expect(try !ReportComparison(old: report, new: report).isWorse)
  }

  @Test func limitsHold() throws {
    let good = try line(SampleRun())
    var limits = ReportComparison.Limits()
    limits.runs = 1
    #expect(throws: ReportFileError.self) {
      try ReportComparison(old: good + "\n" + good, new: good, limits: limits)
    }
    limits.lineBytes = 1000
    #expect(throws: ReportFileError.self) {
      try ReportComparison(old: good, new: good, limits: limits)
    }
  }

  @Test func namesCannotCommandATerminal() throws {
    let evil = try line(SampleRun(device: DeviceModel(name: "\u{1B}[2J", governor: .fixed)))
    let comparison = try ReportComparison(old: evil, new: try line(SampleRun()))
    #expect(!comparison.lines.joined().contains("\u{1B}"))
    #expect(!comparison.markdown.joined().contains("\u{1B}"))
  }
}
