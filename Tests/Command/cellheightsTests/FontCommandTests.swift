import Foundation
import Testing

extension CommandLineTests {
  /// Fonts that are damaged, compressed, missing in a part of a style, or named by a record.
  @Suite struct FontCommandTests {
    private let shop: Workshop

    init() throws { shop = try Workshop() }

    private static let card = """
      schema: cellheights.template/1
      template: card
      card:
        style: {font: 16px Inter}
        children: [{id: t, text: "{title}", style: STYLE}]
      """

    private static let layout =
      "$cellheights layout --template card.yaml --environment 390/L/ltr/en/css < r.ndjson"

    private func write(card style: String) throws {
      try shop.write(Self.card.replacing("STYLE", with: style), to: "card.yaml")
    }

    @Test func aCutFontIsRefusedWithItsTable() async throws {
      let whole = try Data(
        contentsOf: URL(filePath: "/usr/share/fonts/opentype/inter/Inter-Regular.otf"))
      try whole.prefix(whole.count / 2).write(to: shop.directory.appending(path: "half.otf"))
      for arguments in [["--font", "./half.otf"], ["--font-family", "X=half.otf", "--font", "X"]] {
        let run = try await shop.start(["measure", "--text", "a", "--width", "99"] + arguments)
          .outcome()
        #expect(run.code == 78)
        #expect(run.errors.contains("half.otf is damaged, its table '"), "\(run.errors)")
      }
    }

    @Test func aWebFontIsRefusedWithTheCommandThatDecompressesIt() async throws {
      try shop.write("wOF2" + String(repeating: "x", count: 99), to: "f.woff2")
      try shop.write("wOFF" + String(repeating: "x", count: 99), to: "f.woff")
      for (file, command) in [
        ("f.woff2", "'fonttools ttLib.woff2 decompress f.woff2'"),
        ("f.woff", "'fonttools ttLib --flavor= -o FONT.ttf f.woff'"),
      ] {
        let run = try await shop.start([
          "measure", "--text", "a", "--width", "99", "--font-family", "X=\(file)",
        ]).outcome()
        #expect(run.code == 78)
        #expect(run.errors.contains(command), "\(run.errors)")
      }
    }

    /// What a record says of its font tells nothing about the files of the machine.
    @Test func aRecordCannotProbeForFiles() async throws {
      try write(card: #"{font-family: "{f}"}"#)
      var outputs: Set<String> = []
      for file in ["/etc/passwd", "/etc/nothing", "/root", "./card.yaml", "x.ttf#1"] {
        try shop.write(#"{"id":"a","title":"x","f":"'\#(file)'"}"# + "\n", to: "r.ndjson")
        let run = try await shop.shell(Self.layout)
        #expect(!run.output.contains("passwd") && !run.errors.contains("passwd"))
        outputs.insert(
          run.output.replacing(#/"version":"[^"]*"/#, with: "")
            .replacing(#/"fingerprint":"[^"]*"/#, with: ""))
      }
      #expect(outputs.count == 1)
      #expect(outputs.first?.contains("size-unknown") == true)
    }

    @Test(arguments: [["template", "check", "card.yaml"], ["layout", "--check"], ["build"]])
    func aFamilyThatIsMissingInAQueryIsFoundBeforeACell(command: [String]) async throws {
      try write(card: #"{"@media (width < 100px)": {font-family: Nonexistent}}"#)
      try shop.write(#"{"id":"a","title":"x"}"# + "\n", to: "r.ndjson")
      let arguments =
        command[0] == "build"
        ? ["build", "r.ndjson", "--template", "card.yaml"]
        : command[0] == "layout" ? command + ["--template", "card.yaml"] : command
      let run = try await shop.start(arguments).outcome()
      #expect(run.code == 78, "\(run.errors)")
      #expect(run.errors.contains("'Nonexistent' is not installed"), "\(run.errors)")
    }

    @Test func genericFamiliesAreConfigured() async throws {
      try write(card: #"{font-family: "Nowhere, ui-monospace"}"#)
      try shop.write(#"{"id":"a","title":"x"}"# + "\n", to: "r.ndjson")
      let missing = try await shop.shell(Self.layout)
      #expect(missing.code == 78)
      #expect(missing.errors.contains("fonts.monospace"), "\(missing.errors)")
      try shop.write(
        "schema: cellheights.config/1\nfonts: {monospace: Noto Sans}\n", to: "cellheights.yaml")
      let configured = try await shop.shell(Self.layout)
      #expect(configured.code == 0, "\(configured.errors)")
      // The first family is missing.
      #expect(configured.output.contains("substitute-font"))
      let dump = try await shop.start(["config", "dump"]).outcome()
      #expect(dump.output.contains("  monospace: [\"Noto Sans\"]"), "\(dump.output)")
    }
  }
}
