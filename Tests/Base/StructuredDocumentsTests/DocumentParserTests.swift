import StructuredDocuments
import Testing

/// The rules that templates, mappings and the configuration file share.
@Suite struct DocumentParserTests {
  private func problem(_ text: String) -> DocumentProblem? {
    do {
      _ = try DocumentParser.document(text)
      return nil
    } catch {
      return error
    }
  }

  private func value(_ text: String) throws -> String {
    try DocumentParser.document("a: \(text)").canonicalText
  }

  @Test(arguments: [
    ("", "null"), ("~", "null"), ("null", "null"), ("true", "true"), ("false", "false"),
    ("yes", "\"yes\""), ("12", "12.0"), ("-1.5e2", "-150.0"), (".5", "0.5"), ("0x10", "\"0x10\""),
    ("1_000", "\"1_000\""), ("1e999", "\"1e999\""), ("'12'", "\"12\""), ("!!str 12", "\"12\""),
    ("\u{FEFF}\u{FEFF}b", "\"b\""), ("\"\\ufeffb\"", "\"b\""), ("[1, ~]", "[1.0,null]"),
  ])
  func scalarsAreWhatTheySay(_ text: String, _ canonical: String) throws {
    #expect(try value(text) == "{\"a\":\(canonical)}")
  }

  @Test func aNumberKeepsItsSpelling() throws {
    let text = try DocumentParser.document("a: 1.50")["a"]?.requiredText("a number")
    #expect(text == "1.50")
  }

  @Test(arguments: [
    ("a: &x b\nc: *x", 2, "the alias '*x'"), ("a: &x b", 1, "the anchor '&x'"),
    ("a: !!int 1", 1, "the tag"), ("a: 1\na: 2", 1, "the key 'a' twice"),
    ("\n? [a]\n: b", 2, "a key that is no text"), ("a:\n\tb: c", 2, "begins with a tab"),
    ("a: {b: 1px solid #aaa, c: 1}\nd: 2", 1, "'#aaa,'"),
    ("a: {b: c, # a comment\n  d: [}", 2, "column"),
    ("a: {b: rgba(0, 0, 0, 1)}", 1, "quote values with commas"), ("a: [", 2, "column"),
    ("", 1, "an empty document"), ("# nothing", 1, "an empty document"),
  ])
  func whatIsNotReadIsToldWithItsLine(_ text: String, _ line: Int, _ words: String) throws {
    let found = try #require(problem(text))
    #expect(found.line == line, "\(found)")
    #expect(found.message.contains(words), "\(found)")
  }

  @Test func limitsHold() {
    let limits = DocumentParser.Limits(bytes: 40, depth: 4)
    #expect(DocumentParser.parse("a: [[1]]", limits: limits).problems.isEmpty)
    #expect(DocumentParser.parse("a: [[[1]]]", limits: limits).problems.first?.kind == .limit)
    let long = "a: \(String(repeating: "b", count: 40))"
    #expect(DocumentParser.parse(long, limits: limits).problems.first?.kind == .limit)
  }

  @Test func nodesHaveTheirPlaces() throws {
    let root = try DocumentParser.document("a: b\nc:\n  - d\n  - {e: f}\n")
    let list = try #require(root["c"]?.elements)
    #expect(list.map(\.line) == [3, 4])
    #expect(list.map(\.column) == [5, 5])
    #expect(root.line(of: "c") == 2)
    #expect(root.moved(by: 10)["c"]?.elements?.map(\.line) == [13, 14])
  }

  @Test(arguments: [
    "", "null", "yes", "12", "a b", "*a", "$.items[*]", "/srv/feeds", "a: b", "- a", "#x", "x #y",
    "\u{FEFF}a\u{85}b\u{2028}", "\u{7F}\u{FFFE}\"\\", "a\nb\t", "😀 \u{200B}",
  ])
  func aWrittenTextReadsBack(_ text: String) throws {
    var node = NodeBuilder()
    node.set("a", .text(text))
    node.set("\(text)k", .list([]))
    let written = DocumentWriter.text(of: node.node)
    let root = try DocumentParser.document(written)
    // Byte order marks in front of a text are not kept.
    let kept = String(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
    #expect(root["a"]?.text == kept, "\(written)")
    let listed = try DocumentParser.document(DocumentWriter.list([text, text]))
    #expect(listed.elements?.map(\.text) == [kept, kept])
  }

  @Test func wantedValuesAreNamed() throws {
    let root = try DocumentParser.document("a: {b: 1, kee: 2}\nn: 1_0\nl: []\nw: rd")
    func message(_ body: () throws(DocumentProblem) -> Void) -> String {
      do throws(DocumentProblem) {
        try body()
        return ""
      } catch {
        return "\(error.line): \(error.message)"
      }
    }
    #expect(
      message { () throws(DocumentProblem) in
        _ = try root["a"]?.entries(of: "keys", known: ["b", "key"])
      } == "1: unknown key 'kee'; did you mean 'key'? Known are b, key")
    let number = try root["n"]?.integer(in: 0...10)
    #expect(number == 10)
    #expect(
      message { () throws(DocumentProblem) in _ = try root["n"]?.integer(in: 0...9) }
        == "2: a whole number from 0 to 9 is expected here, not '1_0'")
    #expect(
      message { () throws(DocumentProblem) in _ = try root["l"]?.requiredTexts("a path") }
        == "3: a path is expected here, not an empty list")
  }
}
