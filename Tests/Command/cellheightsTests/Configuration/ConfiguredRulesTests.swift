import Foundation
import Testing

extension CommandLineTests {
  @Suite struct ConfiguredRulesTests {
    let shop: Workshop

    init() throws {
      shop = try Workshop()
      try shop.write(
        """
        schema: cellheights.config/1
        feeds: {home: {files: home.ndjson, template: note}}
        templates:
          note: note.yaml
          share: share.yaml
          rules: [{when: "{reblog}", use: share}]
        time_zone: Europe/Berlin
        clock: 2026-01-31T08:00:00Z
        store: {path: heights.sqlite}
        """, to: "cellheights.yaml")
      try shop.write(
        """
        schema: cellheights.styles/1
        styles: {byline: {style: footnote, weight: semibold}}
        """, to: "styles.yaml")
      try shop.write(
        """
        schema: cellheights.template/1
        template: note
        styles: [./styles.yaml]
        views: [{id: by, kind: label, style: byline, text: "{at|published, relative}"}]
        constraints: ["H:|[by]|", "V:|[by(16)]|"]
        """, to: "note.yaml")
      try shop.write(
        """
        schema: cellheights.template/1
        template: share
        views:
          - {id: who, kind: label, text: "{author}"}
          - {id: inner, use: note, record: "{reblog}"}
        constraints: ["H:|[who]|", "H:|-[inner]-|", "V:|[who(20)]-4-[inner]|"]
        """, to: "share.yaml")
      try shop.write(
        """
        {"id":"a","title":"A","published":"2026-01-31T06:00:00Z"}
        {"id":"b","author":"Bob","reblog":{"at":"2026-01-30T06:00:00Z"}}
        {"id":"c","title":"C","published":"2026-01-31T06:00:00Z"}
        """, to: "home.ndjson")
    }

    private func templates(_ run: Program.Outcome) throws -> [String?] {
      try run.lines.filter { !$0.contains("\"eof\"") }.map { try JSONLine($0).string("template") }
    }

    @Test func oneBuildHasCellsOfBothTemplates() async throws {
      let run = try await shop.run("build", "--jobs", "1", "--format", "json")
      try #require(run.code == 0, "\(run.errors)")
      #expect(try JSONLine(run.output).number("engines", "templates") == 2)
      let export = try await shop.run("export")
      #expect(try templates(export) == ["note", "share", "note"])
      #expect(try export.lines.map { try JSONLine($0).number("height") } == [16, 40, 16])
      let table = try await shop.run("lookup", "a", "b")
      #expect(table.output.contains("template note)"))
      #expect(table.output.contains("template share)"))
      #expect(table.output.contains("inner.by"))
      let plan = try await shop.run("build", "--plan", "--format", "json")
      #expect(try JSONLine(plan.output).number("cells", "reused") == 3, "\(plan.output)")
      let later = try await shop.run(
        "build", "--plan", "--format", "json", "--clock", "2026-02-01T08:00:00Z")
      #expect(try JSONLine(later.output).number("cells", "reused") == 0)
      let simulated = try await shop.run(
        "simulate", "restore", "--strategy", "live,fresh", "--iterations", "1", "--costs",
        "measured")
      #expect(simulated.code == 0, "\(simulated.errors)")
      let inspected = try await shop.run("inspect", "b", "--constraints", "inner.by")
      #expect(inspected.code == 0, "\(inspected.errors)")
      #expect(inspected.output.contains("note.yaml:5:"), "\(inspected.output)")
      #expect(inspected.output.contains("share.yaml:6:"), "\(inspected.output)")
      let other = try await shop.run("simulate", "--costs", "measured", "--template", "note")
      #expect(other.code == 64)
      #expect(other.errors.contains("was built with other templates than 'note'"))
    }

    @Test func layoutFollowsTheRulesAndAFlagReplacesThem() async throws {
      let records = try await shop.run("records", "home.ndjson")
      let ruled = try await shop.run("layout", input: .text(records.output))
      #expect(try templates(ruled) == ["post", "share", "post"])
      let flagged = try await shop.run(
        "layout", "--template", "note", input: .text(records.output))
      #expect(try templates(flagged) == ["note", "note", "note"])
    }

    @Test func whatFormatsNeedIsAskedForInOneSentence() async throws {
      let zone = try await shop.run("build", "--time-zone", "Europe/Berln")
      #expect(zone.code == 64)
      #expect(zone.errors.contains("did you mean 'Europe/Berlin'?"))
      let clock = try await shop.run("build", "--clock", "noon")
      #expect(clock.code == 64)
      #expect(clock.errors.contains("flag --clock: the clock 'noon' is no date and time"))
      try shop.write("schema: cellheights.config/1\n", to: "bare.yaml")
      let none = try await shop.run(
        "build", "home.ndjson", "--template", "note.yaml", "--config", "bare.yaml")
      #expect(none.code == 64)
      #expect(none.errors.contains("no clock is set: give --clock"))
    }

    @Test func theCheckPointsIntoTheNestedDocument() async throws {
      try shop.write(
        """
        schema: cellheights.styles/1
        styles: {byline: {style: footnote, weigth: semibold}}
        """, to: "styles.yaml")
      let run = try await shop.run("template", "check", "share")
      #expect(run.code == 65)
      #expect(run.errors.hasPrefix("styles.yaml:2:36: error: the unknown key 'weigth' in a style"))
      #expect(run.errors.contains("{byline: {style: footnote, weigth: semibold}}"))
      let json = try JSONLine(
        try await shop.run("template", "check", "share", "--format", "json").output)
      #expect(json.objects("findings").first?["file"] as? String == "styles.yaml")
    }
  }
}
