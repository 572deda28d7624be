@testable import CommandSettings
import FeedRecords
import LayoutPrimitives
import ScrollSimulation
import StructuredDocuments
import Testing

@testable import cellheights

@Suite struct ConfigurationReaderTests {
  /// Reads lines below the schema line, which is line 1.
  private func read(_ lines: String...) throws -> ConfigurationFile {
    let text = (["schema: cellheights.config/1"] + lines).joined(separator: "\n") + "\n"
    return try ConfigurationReader(path: "team/cellheights.yaml").read(text)
  }

  private func error(_ lines: String...) -> ConfigurationError? {
    let text = (["schema: cellheights.config/1"] + lines).joined(separator: "\n") + "\n"
    do {
      _ = try ConfigurationReader(path: "c.yaml").read(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func everyPartIsReadWithItsLine() throws {
    let file = try read(
      "feeds:",
      "  home:",
      "    files: [\"home-*.ndjson\", /srv/more.json]",
      "    mapping: mine",
      "    template: ./cell.yaml",
      "    max_removed: 10%",
      "    input_format: ndjson",
      "mappings: {mine: {records: \"$[*]\", title: t}}",
      "templates: {small: small.yaml, rules: [{when: '{a}', use: small}, {when: '{b}', use: ./b.yaml}]}",
      "environments: ['{320,390}']",
      "fonts: {system: Brand.otf, fallback: [Noto Sans, x/Extra.ttf#1], families: {Brand: B.otf}}",
      "store: {path: heights.sqlite}",
      "limits: {json_depth: 64, record_bytes: 2_000}",
      "time_zone: Europe/Berlin",
      "clock: 2026-01-31T08:00:00Z",
      "devices: {tv: {width: 960, scale: 2, half: 475}}")
    let feed = try #require(file.feed("home"))
    func place(_ line: Int) -> Origin { .file(path: "team/cellheights.yaml", line: line) }
    #expect(feed.origin == place(3))
    // Patterns are found when the feed is read; the other paths begin at the file's folder.
    #expect(feed.files.value == ["home-*.ndjson", "/srv/more.json"])
    #expect(feed.mapping?.value == "mine" && feed.mapping?.origin == place(5))
    #expect(feed.template?.value == "team/./cell.yaml")
    #expect(feed.maximumRemoved?.value.written == "10%")
    #expect(feed.format?.value == .ndjson)
    #expect(file.mappings.map(\.value.name) == ["mine"])
    #expect(file.templates.map(\.path.value) == ["team/small.yaml"])
    #expect(file.rules.map(\.use.value) == ["small", "team/./b.yaml"])
    #expect(file.rules.map(\.when.value) == ["{a}", "{b}"])
    #expect(file.timeZone?.value == "Europe/Berlin" && file.timeZone?.origin == place(15))
    #expect(file.clock?.value == "2026-01-31T08:00:00Z")
    #expect(file.environments?.value == ["{320,390}"])
    #expect(file.devices.map(\.value.name) == ["tv"] && file.devices[0].origin == place(17))
    #expect(file.devices[0].value.variants == [.init(name: "half", width: 475)])
    #expect(file.systemFonts?.value == ["team/Brand.otf"])
    #expect(file.fallback?.value == ["Noto Sans", "team/x/Extra.ttf#1"])
    #expect(file.families.map(\.files.value) == [["team/B.otf"]])
    #expect(file.store?.value == "team/heights.sqlite" && file.store?.origin == place(13))
    #expect(file.limits.map(\.key) == ["json_depth", "record_bytes"])
    #expect(file.limits.map(\.value.value) == [64, 2000])
  }

  @Test func genericFamiliesAreFamiliesOrFiles() throws {
    let file = try read("fonts: {serif: Noto Serif, monospace: [mono/M.ttf, N.otf]}")
    #expect(file.families.map(\.name) == ["serif", "monospace"])
    #expect(
      file.families.map(\.files.value) == [["Noto Serif"], ["team/mono/M.ttf", "team/N.otf"]])
    let twice = error("fonts:", "  families: {Serif: [B.otf]}")
    #expect(twice?.message.contains("fonts.serif") == true)
    #expect(error("fonts: {cursive: X}")?.code == .unknownKey)
  }

  @Test func argumentsOfTheNightlyBuildAreThoseThatANightMayHave() throws {
    let file = try read("nightly: {build_arguments: [--max-failed, 2%]}")
    #expect(file.nightlyArguments?.value == ["--max-failed", "2%"])
    #expect(try read("nightly: {}").nightlyArguments == nil)
    let found = error("nightly:", "  build_arguments:", "    - --strict", "    - --store=x")
    #expect(found?.line == 5)
    #expect(found?.message.contains("name the store before --") == true)
    #expect(error("nightly: {arguments: []}")?.code == .unknownKey)
  }

  @Test func anUnknownKeyIsNamedWithItsLineAndTheNearest() {
    let top = error("", "feds: {}")
    #expect(top?.code == .unknownKey && top?.line == 3)
    #expect(top?.message.contains("'feds'; did you mean 'feeds'?") == true)
    let inner = error("feeds:", "  home:", "    files: a.json", "    tempalte: post")
    #expect(inner?.line == 5)
    #expect(inner?.message.contains("did you mean 'template'?") == true)
    #expect(error("limits: {record_byte: 1}")?.message.contains("'record_bytes'") == true)
  }

  @Test func budgetsAreThresholdsWithTheirLines() throws {
    let file = try read(
      "budgets:", "  - hitch.time_ratio_ms_per_s < 5 @120/flick-medium",
      "  - frameOverrunMs.P99<=0 @///imported:Pixel 8",
      "  - frameDurationCpuMs.P99<8.3 @adaptive/read-drag/estimate:44/schedutil-lite/1")
    #expect(file.budgets.map(\.value.metric).first == "hitch.time_ratio_ms_per_s")
    #expect(file.budgets[0].origin == .file(path: "team/cellheights.yaml", line: 3))
    #expect(file.budgets[1].value.device == "imported:Pixel 8")
    #expect(
      file.budgets[2].value.runs
        == RunName(
          rate: "adaptive", profile: "read-drag", strategy: "estimate:44",
          device: "schedutil-lite/1"))
    #expect(try read("budgets: []").budgets.isEmpty)
  }

  @Test(arguments: [
    ("hitch.count", "has no comparison"), ("hitches<5", "did you mean"),
    ("hitch.count<5 @/flick", "did you mean 'flick-slow'?"),
    ("hitch.count<5 @//sored", "did you mean 'stored'?"),
    ("hitch.count<6", "is written twice"), ("{a: b}", "a budget such as"),
  ])
  func aWrongBudgetIsNamedWithItsLine(_ budget: String, _ words: String) throws {
    let found = try #require(error("budgets:", "  - hitch.count<6", "  - \(budget)"))
    #expect(found.code == .invalid && found.line == 4)
    #expect(found.message.contains(words), "\(found)")
  }

  @Test func moreBudgetsThanTheLimitAreRefused() {
    let many = (0...ConfigurationReader.maximumBudgets).map { "hitch.count<\($0)" }
    let found = error("budgets: [\(many.joined(separator: ", "))]")
    #expect(found?.message == "1001 budgets are more than 1000")
  }

  @Test func aKeyOfALaterVersionHasACodeOfItsOwn() {
    let problem = DocumentProblem(.laterKey, line: 2, found: "later")
    #expect(ConfigurationError(problem, path: "c.yaml").code == .laterKey)
  }

  @Test(arguments: [
    ("feeds: home.json", "is expected here"), ("feeds: {home: home.json}", "is expected here"),
    ("feeds: {home: {mapping: mastodon}}", "has no files"),
    ("feeds: {home: {files: []}}", "not an empty list"),
    ("feeds: {home: {files: [{a: b}]}}", "a path or a pattern is expected here"),
    ("feeds: {home: {files: \"-\"}}", "standard input cannot be configured"),
    ("feeds: {home: {files: a, max_removed: many}}", "such as 10%"),
    ("feeds: {home: {files: a, input_format: jsn}}", "did you mean 'json'?"),
    ("feeds: {home: {files: a, mapping: mastodn}}", "did you mean 'mastodon'?"),
    ("feeds: {home: {files: a, template: pst}}", "did you mean 'post'?"),
    ("templates: {post.yaml: x.yaml}", "reads like a path"),
    ("templates: {rules: {when: x}}", "a list of rules"),
    ("templates: {rules: [{when: \"{a}\"}]}", "a rule has 'when', a condition, and 'use'"),
    ("templates: {rules: [{when: \"{a\", use: post}]}", "never closed"),
    ("templates: {rules: [{when: width < 5, use: post}]}", "asks more than the record"),
    ("templates: {rules: [{when: \"{a}\", use: pst}]}", "did you mean 'post'?"),
    ("time_zone: Europe/Berln", "did you mean 'Europe/Berlin'?"), ("time_zone: []", "a time zone"),
    ("clock: noon", "the clock 'noon' is no date and time"),
    ("environments: [390, 39O]", "39O"), ("environments:", "is expected here"),
    ("fonts: [Inter]", "is expected here"),
    ("store: heights.sqlite", "{path: FILE, frames: all|none, lines: true|false, keep: NUMBER}"),
    ("store: {path: ''}", "not an empty text"),
    ("limits: {json_depth: deep}", "a whole number from 1 to 1024 is expected here, not 'deep'"),
    ("limits: {json_depth: 1025}", "not '1025'"), ("limits: {record_bytes: -1}", "not '-1'"),
    ("limits: {record_bytes: 1.5}", "not '1.5'"),
    ("budgets: hitch.count<5", "a list of budgets such as"),
  ])
  func aWrongValueIsNamedWithItsLine(_ line: String, _ words: String) throws {
    let found = try #require(error("", "", line))
    #expect(found.code == .invalid && found.line == 4)
    #expect(found.message.contains(words), "\(found)")
    #expect(found.description.hasPrefix("c.yaml:4: ") && found.description.hasSuffix("[CH0471]"))
  }

  @Test func anErrorInAMappingHasTheLineOfTheFile() throws {
    let block = try #require(
      error(
        "mappings:", "  mine:", "    records: \"$[*]\"", "    image: {url: u, width: w}",
        "    title:", "      - text", "      - {path: html, htlm: true}"))
    #expect(block.line == 8 && block.code == .unknownKey)
    #expect(block.message.contains("mapping 'mine'") && block.message.contains("html"))
    let flow = try #require(
      error("mappings: { a: {records: \"$[*]\"},", "  b: {records: \"$[*]\",", "    id: \"[\"} }"))
    #expect(flow.line == 4)
    let missing = try #require(error("mappings:", "  mine: {id: id}"))
    #expect(missing.line == 3 && missing.message.contains("records"))
  }

  @Test func aMappingIsReadAsFromAFileOfItsOwn() throws {
    let file = try read(
      "mappings:", "  mine:", "    records: \"$.a[*]\"", "    title: {path: \"t|u\", html: auto}",
      "    content: |-", "      [\"a", "      b\"]")
    let alone = try RecordMapping(
      yaml: "records: \"$.a[*]\"\ntitle: {path: \"t|u\", html: auto}\ncontent: '[\"a\n\n  b\"]'\n",
      path: "mine.yaml", needsSchema: false)
    #expect(file.mappings.map(\.value) == [alone])
  }

  @Test func keysThatComeTwiceAreRefused() {
    #expect(error("store: {path: a}", "store: {path: b}")?.message.contains("'store'") == true)
    #expect(error("feeds: {a: {files: x}, a: {files: y}}")?.line == 2)
  }

  @Test(arguments: ["", "# nothing\n", "feeds: {}\n", "schema: cellheights.config/2\n", "- a\n"])
  func theSchemaLineIsRequired(_ text: String) {
    #expect(throws: ConfigurationError.self) { try ConfigurationReader(path: "c").read(text) }
  }

  @Test(arguments: ["a: [", "a: b: c", "\u{1}", "a: &x [*x]", String(repeating: "[", count: 9999)])
  func textThatIsNoYAMLIsAnErrorOfTheFile(_ text: String) {
    #expect(throws: ConfigurationError.self) { try ConfigurationReader(path: "c").read(text) }
  }

  @Test func aliasesCannotMakeASmallFileLarge() {
    var lines = ["mappings:", "  m:", "    records: \"$[*]\"", "    id: &a0 [x, x, x, x]"]
    let words = ["title", "summary", "content", "author", "published", "updated", "url", "tags"]
    for (index, word) in words.enumerated() {
      let alias = "*a\(index)"
      lines.append("    \(word): &a\(index + 1) [\(alias), \(alias), \(alias), \(alias)]")
    }
    let text = (["schema: cellheights.config/1"] + lines).joined(separator: "\n")
    #expect(throws: ConfigurationError.self) { try ConfigurationReader(path: "c").read(text) }
  }
}
