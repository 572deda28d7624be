import FeedRecords
import TestSupport
import Testing

@testable import CellTemplates

/// Bindings that are spoilt at random: refused or written, never a trap.
@Suite struct BindingFuzzTests {
  private static let seeds = [
    "{a|b|'x'|5, date, 'd ''of'' MMMM yyyy'}", "{a, time, short} {{x}} {b, relative, narrow}",
    "{a[\"x]y\"].b[*][c[0]], number, '#,##0.00'}", "it's {n, number, compact}",
    "{n, plural, offset:1 =0 {no {a|'x'}} one {'{'# it''s} other {{b, plural, other {#}} #}}",
    "{media, count}/{a}",
  ]

  @Test func spoiltBindingsNeverTrap() throws {
    var random = TestRandom(seed: 20_260_131)
    let alphabet = Array("{}'\",|#=[]\\.:* \u{301}adMyplurone05-é😀\n")
    let record = Record(values: ["a": "2026-01-31", "b": "3", "n": "1234.5"])
    let clock = try FormatSettings.clock("2026-01-31T08:00:00Z")
    var written = 0
    for round in 0..<4_000 {
      var text = Array(Self.seeds[round % Self.seeds.count])
      for _ in 0..<Int.random(in: 1...4, using: &random) where !text.isEmpty {
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text.remove(at: place)
        case 1: text.insert(alphabet.randomElement(using: &random) ?? "{", at: place)
        default: text[place] = alphabet.randomElement(using: &random) ?? "{"
        }
      }
      let spoilt = String(text)
      // Moving paths does not change invalid texts, and valid texts remain valid.
      let moved = PathRewriter(below: "r").text(spoilt)
      _ = NameRewriter(ids: ["a": "q.a"], constants: ["n": "q_n"], paths: PathRewriter(below: "r"))
        .condition(spoilt)
      guard let bound = Self.bound(spoilt) else { continue }
      #expect(Self.bound(moved) != nil, "\(spoilt) became \(moved)")
      var table = PathTable()
      var text2 = bound
      text2.intern(for: .text, in: &table)
      var resolved = ResolvedRecord()
      resolved.resolve(record, table)
      resolved.formatter = try ValueFormatter(
        locale: "de", settings: FormatSettings(clock: clock), formats: table.formats)
      _ = text2.text(in: resolved)
      written += 1
    }
    #expect(written > 400)
  }

  private static func bound(_ text: String) -> BoundText? {
    do {
      return try BoundText(text)
    } catch {
      return nil
    }
  }
}
