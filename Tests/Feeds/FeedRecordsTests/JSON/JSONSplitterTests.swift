import StructuredDocuments
import Testing

@testable import FeedRecords

/// Expected values are beside the texts, or known because the text was made from them.
@Suite struct JSONSplitterTests {
  /// A cut in words: the value's text, its key, its line.
  private struct Piece: Hashable {
    var text: String
    var key: String?
    var line: Int
  }

  private func path(_ text: String) throws -> RecordsPath { try #require(RecordsPath(text)) }

  /// Cuts a text that comes in pieces of some sizes, letting go of what the splitter does not keep.
  private func cut(
    _ text: [UInt8], at path: RecordsPath, sizes: () -> Int, maxBytes: Int = Int.max
  ) throws -> (pieces: [Piece], skipped: [Range<Int>], problem: JSONProblem?, widest: Int) {
    let splitter = JSONSplitter(path: path, maxBytes: maxBytes)
    var (base, end, widest) = (0, 0, 0)
    var (pieces, skipped): ([Piece], [Range<Int>]) = ([], [])
    while true {
      let window = Array(text[base..<end])
      widest = max(widest, window.count)
      let cut = splitter.next(window[...], at: base, ended: end == text.count)
      switch cut {
      case .value(let slice):
        #expect(slice.range.lowerBound >= base && slice.range.upperBound <= end)
        pieces.append(
          Piece(
            text: String(decoding: text[slice.range], as: UTF8.self),
            key: slice.key.map { String(decoding: text[$0], as: UTF8.self) }, line: slice.line))
      case .tooLarge(let slice): skipped.append(slice.range)
      case .end: return (pieces, skipped, nil, widest)
      case .broken(let problem): return (pieces, skipped, problem, widest)
      case .more:
        #expect(splitter.keep >= base)
        base = splitter.keep
        end = min(text.count, end + sizes())
      }
    }
  }

  @Test func valuesAreCutAtAPath() throws {
    let text = Array(
      #"{"a": [0, {"x": 1}], "b": {"items": [{"id": "]}\""}, [1], "s\\", -1.5 ]}, "c": null}"#.utf8)
    let found = try cut(text, at: path("$.b.items[*]"), sizes: { 1 })
    #expect(found.pieces.map(\.text) == [#"{"id": "]}\""}"#, "[1]", #""s\\""#, "-1.5"])
    #expect(found.problem == nil)
  }

  @Test func membersOfAMapHaveTheirKeysAndLines() throws {
    let text = Array("{\"m\":\n {\"a\\u0041\": 1,\n\n\"b\": {\n}}}".utf8)
    let found = try cut(text, at: path("$.m[*]"), sizes: { 1 })
    #expect(
      found.pieces == [
        Piece(text: "1", key: #"a\u0041"#, line: 2), Piece(text: "{\n}", key: "b", line: 4),
      ])
  }

  @Test func escapedKeysOfThePathAreKnown() throws {
    let text = Array(#"{"\u0069tems": [1, 2]}"#.utf8)
    #expect(try cut(text, at: path("$.items[*]"), sizes: { 3 }).pieces.map(\.text) == ["1", "2"])
  }

  @Test(arguments: [
    (#"{"items": [1], "items": [2]}"#, JSONProblem.duplicateKey), (#"{"items": [1} "#, .syntax),
    (#"{"items": [{"a": [}]}]}"#, .syntax), (#"{"items": [1, 2"#, .truncated),
    (#"{"items": [1]} 2"#, .trailing), (#"{"items": [1 2]}"#, .syntax),
    (#"{"items": [1,]}"#, .syntax), (#"{"items" [1]}"#, .syntax), (#"{items: [1]}"#, .syntax),
    ("", .truncated), (#"{"items": ["a\"#, .truncated),
  ])
  func brokenTextIsRefusedWhateverThePieces(_ text: String, _ problem: JSONProblem) throws {
    for size in [1, 3, 1000] {
      let found = try cut(Array(text.utf8), at: path("$.items[*]"), sizes: { size })
      #expect(found.problem == problem)
    }
  }

  @Test func nestingOffThePathHasALimitAndOnItHasNone() throws {
    let deep = String(repeating: "[", count: 3000) + String(repeating: "]", count: 3000)
    let off = try cut(Array("{\"x\": \(deep), \"items\": [1]}".utf8), at: path("$.items[*]")) { 50 }
    #expect(off.problem == .depth)
    let on = try cut(Array("{\"items\": [\(deep), 1]}".utf8), at: path("$.items[*]")) { 50 }
    #expect(on.pieces.map(\.text) == [deep, "1"])
  }

  @Test func tooLargeValuesArePassedOverWithoutBeingHeld() throws {
    let large = "{\"t\": \"" + String(repeating: "x\\\"]", count: 2000) + "\"}"
    let text = Array("[{\"id\":1},\(large), {\"id\":2}]".utf8)
    let found = try cut(text, at: path("$[*]"), sizes: { 16 }, maxBytes: 100)
    #expect(found.pieces.map(\.text) == ["{\"id\":1}", "{\"id\":2}"])
    #expect(found.skipped == [10..<10 + large.utf8.count])
    #expect(found.widest <= 100 + 2 * 16)
    let key = String(repeating: "k", count: 5000)
    let map = Array("{\"\(key)\": {\"id\":1}, \"b\": {\"id\":2}}".utf8)
    let members = try cut(map, at: path("$[*]"), sizes: { 16 }, maxBytes: 100)
    #expect(members.pieces.map(\.key) == ["b"])
    #expect(members.skipped.count == 1)
    #expect(members.widest <= 2 * 100 + 64 + 2 * 16)
    let off = try cut(map, at: path("$.b"), sizes: { 16 }, maxBytes: 100)
    #expect(off.pieces.map(\.text) == ["{\"id\":2}"])
    #expect(off.widest <= 64)
  }

  @Test(arguments: 0..<20)
  func madeDocumentsGiveWhatTheyWereMadeFrom(_ seed: Int) throws {
    var maker = JSONMaker(seed: UInt64(seed))
    for _ in 0..<4 {
      let made = maker.document()
      let text = Array(made.text.utf8)
      let expected = made.records.map { Piece(text: $0.text, key: $0.key, line: $0.line) }
      for size in [1, 7, 64, 65, text.count + 1] {
        let found = try cut(text, at: path(made.path), sizes: { size })
        #expect(found.problem == nil)
        #expect(found.pieces == expected, "\(made.path) in \(made.text)")
      }
      // Cut off before the last bracket; a number cut in two is the last piece, if any.
      let last = text.lastIndex { $0 > 0x20 } ?? 0
      let cutOff = text.prefix(Int.random(in: 0..<max(last, 1), using: &maker.random))
      let found = try cut(Array(cutOff), at: path(made.path), sizes: { 5 })
      #expect(found.problem == .truncated)
      #expect(expected.starts(with: found.pieces.dropLast()))
    }
  }

  @Test func aWindowThatHasMovedTooFarIsRefused() throws {
    let splitter = JSONSplitter(path: try path("$[*]"))
    let first = Array(#"[{"a": 1}  "#.utf8)
    _ = splitter.next(first[...], at: 0, ended: false)
    #expect(splitter.position == 9)
    // Its first byte is not the one that comes next.
    let later = Array("  ]".utf8)
    let cut = splitter.next(later[...], at: 100, ended: true)
    guard case .broken(.syntax) = cut else {
      Issue.record("read outside the window")
      return
    }
  }
}
