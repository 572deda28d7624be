import Foundation
import Testing

extension CommandLineTests {
  /// `layout --stream`: records whose texts grow.
  @Suite struct StreamTests {
    private let shop: Workshop
    private static let flags = ["--environment", "{320,390}@3x/L", "--lines", "--texts"]

    init() throws { shop = try Workshop() }

    private func layout(_ lines: [String], _ flags: String...) async throws -> Program.Outcome {
      try await shop.start(
        ["layout"] + flags + Self.flags, input: .text(lines.joined(separator: "\n") + "\n")
      ).outcome()
    }

    private static func record(_ id: String, _ text: String) -> String {
      #"{"id":"\#(id)","version":"1","title":"Ada","content_text":"\#(text)"}"#
    }

    private static func append(_ id: String, _ text: String) -> String {
      #"{"id":"\#(id)","append":{"content_text":"\#(text)"}}"#
    }

    @Test func anAppendIsAnsweredLikeTheWholeRecord() async throws {
      let words = [
        "The answer", " to everything,", " which was\n", "asked (twice)", " 👩‍", "👩‍👧 is", " مرحبا",
        " forty-two.", " More words follow, so that the text has many lines.", " End",
      ].map { $0.replacing("\n", with: "\\n") }
      var stream: [String] = []
      var whole: [String] = []
      for id in ["m1", "m2"] {
        var text = ""
        for (index, word) in words.enumerated() {
          text += word
          stream.append(index == 0 ? Self.record(id, word) : Self.append(id, word))
          whole.append(Self.record(id, text))
        }
      }
      let grown = try await layout(stream, "--stream")
      let expected = try await layout(whole)
      #expect(grown.code == 0, "\(grown.errors)")
      #expect(grown.lines == expected.lines)
      #expect(grown.lines.count == 2 * 2 * words.count + 1)
    }

    @Test func recordsAreReplacedAndClosed() async throws {
      let run = try await layout(
        [
          Self.record("a", "One"), Self.append("a", " two"), Self.record("a", "Other"),
          Self.append("a", " text"), #"{"id":"a","close":true}"#, Self.append("a", " three"),
          #"{"sync":1}"#,
        ], "--stream")
      let texts = run.lines.compactMap { line in
        line.firstMatch(of: /"view":"body".*"text":"([^"]*)"/).map { String($0.1) }
      }
      #expect(
        texts == ["One", "One", "One two", "One two", "Other", "Other", "Other text", "Other text"])
      #expect(run.lines[8] == #"{"id":"a","closed":true}"#)
      #expect(run.lines[9].contains(#""line":6,"id":"a","code":"CH0429""#))
      #expect(run.lines[9].contains("no record with id 'a' is open"))
      #expect(run.lines.suffix(2) == [#"{"sync":1}"#, #"{"eof":6}"#])
    }

    @Test func linesThatChangeNothingHaveAnErrorLine() async throws {
      let record = Self.record("a", "One")
      let wrong = [
        #"{"append":{"content_text":"x"}}"#, #"{"id":"a","append":"x"}"#,
        #"{"id":"a","append":{}}"#, #"{"id":"a","append":{"content_text":1}}"#,
        #"{"id":"a","append":{"content":"x"}}"#, #"{"id":"a","close":false}"#, #"{"close":true}"#,
        #"{"id":"b","close":true}"#, #"{"id":"a","close":true,"append":{"content_text":"x"}}"#,
      ]
      let run = try await layout([record] + wrong + [Self.append("a", " two")], "--stream")
      #expect(run.code == 0)
      let errors = run.lines.filter { $0.contains("cellheights.error/1") }
      #expect(errors.count == wrong.count)
      #expect(!errors.contains { !$0.contains("CH0429") })
      #expect(run.lines.dropLast().last?.contains(#""text":"One two""#) == true)
      #expect(errors[4].contains("it has version, title, content_text"))
      let bare = try await layout([#"{"id":"a"}"#, Self.append("a", " two")], "--stream")
      #expect(bare.lines.contains { $0.contains("it has no text: send the record with one") })
      // What is no object has the codes of records.
      let broken = try await layout([record, "{", "[]", "3"], "--stream")
      #expect(broken.lines.filter { $0.contains("CH0420") }.count == 1)
      #expect(broken.lines.filter { $0.contains("CH0423") }.count == 2)
    }

    @Test func anAppendChangesNoID() async throws {
      let run = try await layout(
        [
          Self.record("a", "One"), #"{"id":"a","append":{"id":"b"}}"#, Self.append("a", " two"),
          Self.append("ab", " two"), Self.record(" x ", "One"), Self.append(" x ", " two"),
          Self.append("x", " three"), #"{"id":" x ","close":true}"#, Self.append("x", " four"),
        ], "--stream")
      let errors = run.lines.filter { $0.contains("cellheights.error/1") }
      #expect(errors.count == 3)
      #expect(errors.first?.contains(#""id":"a","code":"CH0429""#) == true)
      #expect(errors.first?.contains("would change the id of record 'a' to 'ab'") == true)
      #expect(run.lines.filter { $0.contains(#""text":"One two""#) }.count == 4)
      #expect(run.lines.filter { $0.contains(#""text":"One two three""#) }.count == 2)
    }

    @Test func openRecordsAreLimited() async throws {
      try shop.write(
        "schema: cellheights.config/1\nlimits: {streams: 2, record_bytes: 200}\n",
        to: "cellheights.yaml")
      let run = try await layout(
        [
          Self.record("a", "One"), Self.record("b", "One"), Self.record("c", "One"),
          Self.record("b", "Two"), #"{"id":"a","close":true}"#, Self.record("c", "Three"),
          Self.append("c", String(repeating: " long", count: 40)), Self.append("c", " four"),
        ], "--stream")
      let errors = run.lines.filter { $0.contains("cellheights.error/1") }
      #expect(errors.count == 2)
      #expect(errors.first?.contains("CH0442") == true)
      #expect(errors.first?.contains("2 records are open (limit streams)") == true)
      #expect(errors.last?.contains("limit record_bytes") == true)
      #expect(run.lines.dropLast().last?.contains(#""text":"Three four""#) == true)
    }

    @Test func openRecordsAreLimitedInBytes() async throws {
      try shop.write(
        "schema: cellheights.config/1\nlimits: {stream_bytes: 80}\n", to: "cellheights.yaml")
      func record(_ id: String, _ text: String) -> String {
        #"{"id":"\#(id)","content_text":"\#(text)"}"#
      }
      // Each record has 38 bytes; 4 more fit.
      let run = try await layout(
        [
          record("a", "0123456789"), record("b", "0123456789"), Self.append("a", " more"),
          Self.append("a", "more"), record("c", "0123456789"), record("b", "01234567890"),
          #"{"id":"b","close":true}"#, record("c", "0123456789"),
        ], "--stream")
      let errors = run.lines.filter { $0.contains("cellheights.error/1") }
      #expect(errors.count == 3)
      #expect(errors.allSatisfy { $0.contains("CH0442") })
      #expect(
        errors.first?.contains(
          "43 bytes of this record and 38 of other open records are more than 80 (limit stream_bytes)"
        )
          == true)
      #expect(run.lines.contains { $0.contains(#""text":"0123456789more""#) })
      #expect(run.lines.contains { $0.contains(#""id":"c""#) && $0.contains("0123456789") })
    }

    /// JSON has a character beyond U+FFFF as two escapes, here of U+1F600 and U+1F601.
    @Test func aSurrogatePairMayBeDivided() async throws {
      let whole = try await layout(
        [
          Self.record("a", "Hi "), Self.record("a", "Hi 😀 you"), Self.record("a", "Hi 😀 you"),
          Self.record("a", "Hi 😀 you😁"), Self.record("b", ""), Self.record("b", "😀"),
        ])
      let grown = try await layout(
        [
          Self.record("a", #"Hi \ud83d"#), Self.append("a", #"\uDE00 you"#),
          Self.append("a", #"\uD83D"#), Self.append("a", #"\ude01"#), Self.record("b", #"\ud83d"#),
          Self.append("b", #"\ude00"#),
        ], "--stream")
      #expect(grown.code == 0, "\(grown.errors)")
      #expect(grown.lines == whole.lines)
      // A half that stays alone is one character that cannot be read.
      let alone = try await layout(
        [
          Self.record("a", #"x\ud83d"#), Self.append("a", "y"), Self.append("a", #"\ude00z"#),
          Self.append("a", #"\ud83d"#), Self.append("a", #"\ud83d"#), Self.append("a", ""),
          Self.append("a", #"\ude00"#),
        ], "--stream")
      #expect(
        alone.lines.dropLast().last?.contains(#""text":"x\#u{FFFD}y\#u{FFFD}z\#u{FFFD}😀""#) == true)
    }

    @Test func withoutTheFlagSuchLinesAreErrors() async throws {
      let lines = [
        Self.record("a", "One"), Self.append("a", " two"), #"{"id":"a","close":true}"#,
        #"{"id":"a","append":{"content_text":" two"},"n":7}"#,
        #"{"id":"b","title":"Append","append":{"x":"y"}}"#,
      ]
      let run = try await layout(lines, "--carry", "n")
      let errors = run.lines.filter { $0.contains("cellheights.error/1") }
      #expect(errors.count == 3)
      for error in errors {
        #expect(error.contains(#""id":"a""#) && error.contains("CH0429"), "\(error)")
        #expect(error.contains("without --stream"))
      }
      #expect(run.lines.last == #"{"eof":5}"#)
      let only = try await layout([Self.append("a", " two")])
      #expect(only.code == 65)
      let stored = try await layout([], "--stream", "--cells", "store")
      #expect(stored.code == 64)
    }
  }
}
