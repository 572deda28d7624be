import Foundation
import Testing

extension CommandLineTests {
  /// X2: a template reaches no file outside its folder.
  ///
  /// The words of such a file are not printed unless it is a template.
  @Suite struct TemplateFolderTests {
    let shop: Workshop
    private static let secret = "hunter2-correct-horse"

    init() throws {
      shop = try Workshop()
      for folder in ["cards", "cards/parts", "shared"] {
        try FileManager.default.createDirectory(
          at: shop.directory.appending(path: folder), withIntermediateDirectories: true)
      }
      let row = """
        schema: cellheights.template/1
        template: row
        views: [{id: a, kind: view, size: [10, 10]}]
        constraints: ["V:|[a]|", "a.leading == cell.leading"]
        """
      try shop.write(row, to: "cards/parts/row.yaml")
      try shop.write(row, to: "shared/row.yaml")
      for name in ["secret.txt", "secret.yaml", "cards/secret.yaml", "secret.xib"] {
        try shop.write("password: \(Self.secret)\n\t- \(Self.secret)\n", to: name)
      }
      try shop.write("schema: cellheights.styles/1\nstyles: {a: {size: 20}}\n", to: "shared/s.yaml")
    }

    /// Checks a template that names another document.
    private func check(_ part: String, _ more: [String] = []) async throws -> Program.Outcome {
      try shop.write(
        """
        schema: cellheights.template/1
        template: card
        \(part)
        """, to: "cards/card.yaml")
      return try await shop.start(["template", "check", "cards/card.yaml"] + more).outcome()
    }

    private func using(_ path: String) -> String {
      """
      views: [{id: q, use: "\(path)"}]
      constraints: ["V:|[q]|", "H:|[q]|"]
      """
    }

    @Test(
      "X2: what lies outside the template's folder is not read",
      arguments: [
        "../secret.yaml", "../secret.txt", "/proc/self/environ", "../../../../../../../etc/passwd",
        "../shared/row.yaml", "../shared/none.yaml", "parts/../../secret.yaml", "./link.yaml",
        "./linked/row.yaml", "../cards2/row.yaml",
      ])
    func nothingOutsideIsRead(path: String) async throws {
      let manager = FileManager.default
      let cards = shop.directory.appending(path: "cards")
      try manager.createSymbolicLink(
        at: cards.appending(path: "link.yaml"),
        withDestinationURL: shop.directory.appending(path: "shared/row.yaml"))
      try manager.createSymbolicLink(
        at: cards.appending(path: "linked"),
        withDestinationURL: shop.directory.appending(path: "shared"))
      let run = try await check(using(path))
      #expect(run.code == 65)
      #expect(run.errors.contains("not inside the template's folder"), "\(run.errors)")
      #expect(!(run.errors + run.output).contains(Self.secret))
      #expect(!run.errors.contains("root:x"))
    }

    @Test("X2: styles and Interface Builder files are bound as well")
    func stylesAndBasesAreBound() async throws {
      let styles = try await check("styles: [../shared/s.yaml]\nviews: []\nconstraints: []")
      #expect(styles.code == 65 && styles.errors.contains("not inside"), "\(styles.errors)")
      let base = try await check("from: ../secret.xib")
      #expect(base.code == 65 && base.errors.contains("not inside"), "\(base.errors)")
    }

    @Test("X2: inside the folder all is as before, links too")
    func whatLiesInsideIsRead() async throws {
      #expect(try await check(using("./parts/row.yaml")).code == 0)
      try FileManager.default.createSymbolicLink(
        at: shop.directory.appending(path: "cards/same.yaml"),
        withDestinationURL: shop.directory.appending(path: "cards/parts/row.yaml"))
      #expect(try await check(using("./same.yaml")).code == 0)
      let gone = try await check(using("./gone.yaml"))
      #expect(gone.code == 65 && gone.errors.contains("there is no file"), "\(gone.errors)")
    }

    @Test("X2: the configuration file names a wider folder, and templates by name")
    func theConfigurationWidens() async throws {
      try shop.write("schema: cellheights.config/1\ntemplates: {root: .}\n", to: "cellheights.yaml")
      #expect(try await check(using("../shared/row.yaml")).code == 0)
      let dump = try await shop.run("config", "dump")
      #expect(dump.output.contains("templates:\n  root: \".\""), "\(dump.output)")
      try shop.write(
        "schema: cellheights.config/1\ntemplates: {row: shared/row.yaml}\n", to: "cellheights.yaml")
      #expect(try await check(using("row")).code == 0)
      #expect(try await check(using("../shared/row.yaml")).code == 65)
    }

    @Test("X2: nothing is quoted of a file that is no template")
    func nothingIsQuoted() async throws {
      for path in ["./secret.yaml"] {
        let run = try await check(using(path))
        #expect(run.code == 65)
        #expect(run.errors.contains("whose file is none"), "\(run.errors)")
        #expect(!(run.errors + run.output).contains("hunter2"))
        let json = try await check(using(path), ["--format", "json"])
        #expect(json.code == 65 && !json.output.contains("hunter2"))
      }
    }
  }
}
