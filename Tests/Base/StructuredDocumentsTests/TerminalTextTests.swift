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

  @Test func aTableCannotCommandATerminal() {
    var table = TextTable(["name", ">size"])
    table.add(["\u{1B}[2J", "7"])
    table.add(["a", "12"])
    #expect(table.lines == ["name       size", "\\u{1B}[2J     7", "a            12"])
    #expect(
      table.lines(groups: [("both of them", 0..<2)]).first == "both of them")
  }
}
