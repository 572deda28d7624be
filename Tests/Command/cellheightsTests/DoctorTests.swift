import Foundation
import Testing

extension CommandLineTests {
  @Suite struct DoctorTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    /// The output of `doctor --format json` with some options.
    private func doctor(_ options: [String] = [], code: Int32 = 0) async throws -> JSONLine {
      let run = try await shop.start(["doctor", "--format", "json"] + options).outcome()
      #expect(run.code == code)
      #expect(run.errors == "")
      #expect(run.lines.count == 1)
      return try JSONLine(run.output)
    }

    private func entries(_ report: JSONLine) -> [[String: Any]] {
      (report["fonts"] as? [String: Any])?["entries"] as? [[String: Any]] ?? []
    }

    /// The file that is used for `system` on this machine.
    private func systemFile() async throws -> String {
      let regular = try await entries(doctor()).first?["regular"] as? [String: Any]
      return try #require(regular?["file"] as? String)
    }

    @Test func theChainIsListedInItsOrder() async throws {
      let report = try await doctor()
      #expect(report.names.prefix(4) == ["schema", "ok", "versions", "fonts"])
      #expect(report.string("schema") == "cellheights.doctor/1")
      #expect(report["ok"] as? Bool == true)
      #expect(report.objects("problems").isEmpty)
      for library in ["harfbuzz", "icu", "fontconfig"] {
        #expect(report.string("versions", library)?.contains(".") == true)
      }
      let entries = entries(report)
      #expect(entries.compactMap { $0["role"] as? String }.first == "system")
      #expect(entries.dropFirst().allSatisfy { $0["role"] as? String == "fallback" })
      let names = entries.compactMap { $0["name"] as? String }
      #expect(names.prefix(3) == ["system", "Noto Sans", "Noto Sans CJK SC"])
      #expect(names.last == "Noto Color Emoji")
      for entry in entries {
        let regular = try #require(entry["regular"] as? [String: Any])
        #expect((regular["hash"] as? String)?.count == 32)
        #expect((regular["version"] as? String)?.isEmpty == false)
      }
      #expect(report.string("fonts", "system", "family") == "Inter")
    }

    @Test func theTableSaysThatSystemIsASubstitute() async throws {
      let run = try await shop.run("doctor")
      #expect(run.code == 0)
      #expect(run.errors == "")
      #expect(run.lines.contains { $0.hasPrefix("system") && $0.contains("substitute, Inter") })
      #expect(run.lines.contains { $0.contains("Noto Sans Thai") && $0.contains("Thai-Regular") })
      #expect(run.lines.last == "nothing is missing")
      let own = try await shop.run("doctor", "--system-font", try await systemFile())
      #expect(!own.output.contains("substitute"))
    }

    @Test func everythingMissingIsToldAtOnce() async throws {
      let options = [
        "--fallback", "Noto Sans Hebreww", "--fallback", "Noto Sans CJK XX", "--fallback",
        "./none.ttf", "--system-font", "gone.otf",
      ]
      let report = try await doctor(options, code: 78)
      #expect(report["ok"] as? Bool == false)
      #expect(report.text.contains("\"fingerprint\":null"))
      let problems = report.objects("problems")
      #expect(problems.count == 4)
      #expect(problems.compactMap { $0["nearest"] as? String }.first == "Noto Sans Hebrew")
      let table = try await shop.start(["doctor"] + options).outcome()
      #expect(table.code == 78)
      #expect(table.lines.contains("4 problems"))
      #expect(table.lines.suffix(4).allSatisfy { $0.hasPrefix("- ") })
    }

    @Test func theFingerprintFollowsTheChain() async throws {
      func fingerprint(_ options: String...) async throws -> String? {
        try await doctor(options).string("fonts", "fingerprint")
      }
      let one = try await fingerprint("--fallback", "Noto Sans", "--fallback", "Noto Sans Thai")
      #expect(one?.count == 32)
      #expect(
        try await fingerprint("--fallback", "Noto Sans", "--fallback", "Noto Sans Thai") == one)
      #expect(
        try await fingerprint("--fallback", "Noto Sans Thai", "--fallback", "Noto Sans") != one)
      // Only the bytes matter, not their location.
      let file = try await systemFile()
      try FileManager.default.copyItem(
        at: URL(filePath: file), to: shop.directory.appending(path: "mine.otf"))
      let mine = try await fingerprint("--system-font", "mine.otf")
      #expect(try await fingerprint("--system-font", file) == mine)
    }

    @Test(arguments: [
      ["--font-family", "Brand"], ["--font-family", "=a.ttf"], ["--font-family", "Brand="],
      ["--system-font", ""], ["--fallback", ""],
    ])
    func aDeclarationThatSaysNothingIsAUsageError(_ arguments: [String]) async throws {
      let run = try await shop.start(["doctor"] + arguments).outcome()
      #expect(run.code == 64)
      #expect(run.output == "")
    }

    @Test func declaredFilesReachTrustAndFingerprintOfABuild() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      func build(_ options: String...) async throws -> JSONLine {
        let run = try await shop.start(
          ["build", "home.ndjson", "--template", "post-system", "--format", "json"] + options
        ).outcome()
        #expect(run.code == 0)
        return try JSONLine(run.output)
      }
      let file = try await systemFile()
      let bold = file.replacing("Regular", with: "SemiBold")
      let substituted = try await build()
      #expect(substituted.number("trust", "substitute-font") == 6)
      // The title's weight has no face.
      let half = try await build("--system-font", file)
      #expect(half.number("trust", "substitute-font") == 6)
      let own = try await build("--system-font", file, "--system-font", bold)
      #expect((own.number("trust", "substitute-font") ?? 0) == 0)
      #expect(own.number("cells", "computed") == 6)
      let again = try await build("--system-font", file, "--system-font", bold)
      #expect(again.number("cells", "reused") == 6)
      let unused = try await shop.run(
        "build", "home.ndjson", "--template", "post", "--replace", "--store", "post.sqlite",
        "--system-font", file)
      #expect(unused.code == 0 && unused.errorLines.count == 1)
      #expect(unused.errors.contains("no label of the template 'post' has the font 'system'"))
      let shorter = try await build(
        "--system-font", file, "--system-font", bold, "--fallback", "Noto Sans CJK SC",
        "--fallback", "Noto Sans Arabic", "--fallback", "Noto Color Emoji")
      #expect(shorter.number("cells", "computed") == 6)
      let laid = try await shop.run(
        "layout", "--template", "post-system", "--system-font", file, "--system-font", bold,
        input: .text(SampleFeed.lines[0] + "\n"))
      #expect(laid.code == 0)
      #expect(!laid.output.contains("substitute-font"))
    }

    @Test func aFamilyOfFilesServesMeasuring() async throws {
      let file = try await systemFile()
      let brand = try await shop.run(
        "measure", "--text", "Hi", "--width", "99", "--font", "brand", "--font-family",
        "Brand=\(file)", "--format", "json")
      #expect(brand.code == 0)
      #expect(brand.output.contains("\"fonts\":[\"Brand 400\"]"))
      let missing = try await shop.run(
        "measure", "--text", "Hi", "--width", "99", "--font", "Brand")
      #expect(missing.code == 78)
      // The program of the tests has no fonts of its own.
      let bundled = try await shop.run(
        "measure", "--text", "Hi", "--width", "99", "--fonts", "bundled")
      #expect(bundled.code == 78 && bundled.errors.contains("/fonts/faces.tsv cannot be read"))
      try shop.write("schema: cellheights.config/1\nfonts: {from: bundled}\n", to: "own.yaml")
      let configured = try await shop.run(
        "measure", "--text", "Hi", "--width", "99", "--config", "own.yaml")
      #expect(configured.code == 78)
      let system = try await shop.run(
        "measure", "--text", "Hi", "--width", "99", "--config", "own.yaml", "--fonts", "system")
      #expect(system.code == 0, "\(system.errors)")
      let names = try await shop.run(
        "template", "frames", "post", "--system-font", "./gone.otf")
      #expect(names.code == 78)
      #expect(names.errors.contains("gone.otf"))
      let check = try await shop.run(
        "template", "check", "post", "--fallback", "No Such Family")
      #expect(check.code == 78)
    }
  }
}
