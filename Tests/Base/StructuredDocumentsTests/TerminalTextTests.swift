import StructuredDocuments
import Testing

@Suite struct TerminalTextTests {
  @Test(arguments: [
    (0.0, 1, "0.0"), (-0.04, 1, "0.0"), (-0.06, 1, "-0.1"), (12.345, 2, "12.35"),
    (1e17, 2, "1e+17"), (.infinity, 1, "-"), (99.999, 1, "100.0"), (7, 0, "7"), (1.005, 3, "1.005"),
  ])
  func numbersHaveFixedDigits(number: Double, digits: Int, text: String) {
    #expect(number.fixed(digits) == text)
  }

  /// The search takes eight bytes at a time.
  @Test(arguments: ["\u{7F}", "\u{85}", "\u{61C}", "\u{2028}", "\u{2069}"])
  func charactersOfTerminalsAreEscapedAtAnyOffset(character: String) throws {
    let scalar = try #require(character.unicodeScalars.first)
    let digits = String(scalar.value, radix: 16)
    let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    for before in 0..<20 {
      for after in 0..<10 {
        let (start, end) = (
          String(repeating: "~", count: before), String(repeating: "é", count: after)
        )
        let escaped = JSONLineEscapes.escaping(Array("\(start)\(character)\(end)".utf8))
        #expect(String(decoding: escaped, as: UTF8.self) == start + escape + end)
      }
    }
  }

  @Test func aTableCannotCommandATerminal() {
    var table = TextTable(["name", ">size"])
    table.add(["\u{1B}[2J", "7"])
    table.add(["a", "12"])
    #expect(table.lines == ["name       size", "\\u{1B}[2J     7", "a            12"])
    #expect(
      table.lines(groups: [("both of them", 0..<2)]).first == "both of them")
  }
}
