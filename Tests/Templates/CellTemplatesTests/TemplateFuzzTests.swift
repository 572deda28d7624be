import AutoLayout
import CellTemplates
import TemplateDocuments
import TestSupport
import Testing

/// Broken documents are refused or read; they never stop the program.
@Suite struct TemplateFuzzTests {
  private static let pieces = [
    "{", "}", "[", "]", "(", ")", "|", "-", "@", "'", "\"", ":", ",", "*", "&", "#", "\n", "\t",
    "  ", "\\", "\\u", "\\ud800", "!!int ", "? ", "- ", "---\n", "...", "%YAML 1.2\n", "1e999",
    "-0", ".5", "null", "true", "cell", "not ", "and ", "{{", "}}", "H:", "V:", "é", "日", "😀",
    "\u{0}", "\u{FEFF}", "\u{2028}", "\r", "=", "<", ">", "subviews: [", "<<", "&a", "*a", "\u{7F}",
  ]

  @Test(arguments: 0..<8) func mutatedDocumentsNeverTrap(seed: Int) {
    var random = TestRandom(seed: UInt64(seed))
    let sources = [DesignExample.yaml, DesignExample.json, TemplateCatalog().entries[0].text]
    for _ in 0..<150 {
      var text = Array((sources.randomElement(using: &random) ?? "").unicodeScalars)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        let end = min(text.count, place + Int.random(in: 0...12, using: &random))
        switch Int.random(in: 0...3, using: &random) {
        case 0: text.removeSubrange(place..<end)
        case 1: text.insert(contentsOf: text[place..<end], at: place)
        case 2: text.removeSubrange(place..<text.count)
        default:
          let piece = Self.pieces.randomElement(using: &random) ?? ""
          text.insert(contentsOf: Array(piece.unicodeScalars), at: place)
        }
        if text.isEmpty { text = Array("x".unicodeScalars) }
      }
      var string = ""
      string.unicodeScalars.append(contentsOf: text)
      check(string)
    }
  }

  /// An accepted document is consistent, and a refused one has a position.
  private func check(_ text: String) {
    do {
      let template = try CellTemplate(text: text, file: "fuzz")
      let system = template.system
      #expect(template.views.count == system.items.count)
      #expect(template.places.count == system.constraints.count)
      #expect(system.groups.count == system.constraints.count)
      for (index, item) in system.items.enumerated() { #expect((item.parent ?? -1) < index) }
      for constraint in system.constraints {
        #expect(system.items.indices.contains(constraint.first.item))
        #expect(constraint.constant.isFinite && constraint.multiplier.isFinite)
      }
      for group in system.groups { #expect((group ?? 0) < max(1, system.groupCount)) }
    } catch {
      guard case .invalid(let problems, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(!problems.isEmpty)
      let areLinesReal = problems.allSatisfy { !$0.lines.isEmpty && $0.lines.allSatisfy { $0 > 0 } }
      #expect(areLinesReal)
    }
  }
}
