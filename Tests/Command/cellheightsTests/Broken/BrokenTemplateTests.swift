import Foundation
import Testing

extension BrokenTemplate {
  static let all = views + texts + notations + layouts
}

extension CommandLineTests {
  @Suite struct BrokenTemplateTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test(arguments: BrokenTemplate.all)
    func theCheckNamesPlaceAndFix(broken: BrokenTemplate) async throws {
      try shop.write(broken.document.joined(separator: "\n") + "\n", to: "t.yaml")
      try shop.write("{}", to: "none.json")
      let sizes = broken.isLaidOut ? ["--sizes", "none.json"] : []
      let run = try await shop.start(["template", "check", "t.yaml"] + sizes).outcome()
      #expect(run.code == (broken.severity == "error" ? 65 : 0))
      let lines = broken.isLaidOut ? run.lines : run.errorLines
      #expect(
        lines.first
          == "t.yaml:\(broken.location): \(broken.severity): \(broken.message) [\(broken.code)]")
      #expect(lines.first { $0.hasPrefix("  = help: ") } == "  = help: \(broken.help)")
    }

    /// The page for people has each of them.
    @Test func thePageOnDiagnosticsListsThem() throws {
      let page = try String(
        contentsOf: Workshop.package.appending(path: "docs/diagnostics.md"), encoding: .utf8)
      let rows = Set(page.split(separator: "\n").map(String.init))
      for broken in BrokenTemplate.all { #expect(rows.contains(broken.row), "\(broken.row)") }
      #expect(BrokenTemplate.all.count >= 30)
    }
  }
}
