import Foundation
import Testing

extension CommandLineTests {
  @Suite struct ExplainTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test("D1: explain tells what a code means, why and what to do")
    func aCode() async throws {
      let run = try await shop.run("explain", "ch412")
      #expect(run.code == 0)
      #expect(
        run.lines.first
          == "error CH0412: more bytes or records than the limits allow, or no memory")
      for heading in ["What it means", "Why it happens", "What to do", "For example"] {
        #expect(run.lines.contains(heading))
      }
      #expect(run.lines.allSatisfy { $0.count <= 80 })
    }

    @Test func withoutACodeAllAreListed() async throws {
      let table = try await shop.run("explain")
      let documents = try await shop.run("explain", "--format", "json")
      #expect(table.code == 0 && documents.code == 0)
      #expect(table.lines.count == documents.lines.count + 1)
      let codes = try documents.lines.map { try JSONLine($0).string("code") ?? "" }
      #expect(codes.first == "CH0101" && codes.last == "warning")
      #expect(
        table.lines.dropFirst().map { String($0.prefix { $0 != " " }) } == codes)
    }

    @Test func aWordOfTrustSaysWhatToDo() async throws {
      let run = try await shop.run("explain", "substitute-font")
      #expect(run.code == 0)
      #expect(run.lines.first?.hasPrefix("trust-warning substitute-font: a font stands in") == true)
      #expect(run.output.contains("Inter for `system`") && run.output.contains("font: Inter"))
      let typo = try await shop.run("explain", "substitutefont")
      #expect(typo.code == 64)
      #expect(typo.errors.contains("did you mean 'substitute-font'?"))
    }

    @Test func forPrograms() async throws {
      let run = try await shop.run("explain", "101", "CH0611", "--format", "json")
      #expect(run.lines.count == 2)
      let first = try JSONLine(run.lines[0])
      #expect(
        first.names == [
          "schema", "code", "severities", "title", "meaning", "cause", "remedy", "example",
        ])
      #expect(first.string("schema") == "cellheights.explain/1")
      #expect(try JSONLine(run.lines[1])["severities"] as? [String] == ["warning", "note"])
    }

    @Test(arguments: ["CH0414", "CH0499", "CHO412", "99"])
    func anUnknownCodeIsAUsageErrorWithTheNearest(_ typed: String) async throws {
      let run = try await shop.run("explain", typed)
      #expect(run.code == 64 && run.output == "")
      #expect(run.errorLines.count == 1)
      #expect(run.errors.contains("there is no code or word '\(typed)'"))
      #expect(run.errors.contains("did you mean 'CH0"))
    }
  }
}
