import TestSupport
import Testing

/// Writes JSON documents with records at a known path, and returns what the records are.
struct JSONMaker {
  struct Record: Hashable {
    var text: String
    var key: String?
    var line: Int
  }

  var random: TestRandom

  init(seed: UInt64) { random = TestRandom(seed: seed) }

  /// Two or three levels of objects down to an array or a map of records, with other things around.
  mutating func document() -> (text: String, path: String, records: [Record]) {
    var text = ""
    var path = "$"
    var closing: [Bool] = []  // whether each level has a member already
    let levels = Int.random(in: 0...2, using: &random)
    text += space()
    for level in 0..<levels {
      text += "{" + space()
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        text += name(prefix: "off") + space() + ":" + space() + value(depth: 3) + space() + ","
        text += space()
      }
      text += "\"level\(level)\"" + space() + ":" + space()
      path += ".level\(level)"
      closing.append(true)
    }
    path += "[*]"
    let isMap = Bool.random(using: &random)
    var records: [Record] = []
    text += isMap ? "{" : "["
    for number in 0..<Int.random(in: 0...6, using: &random) {
      if number > 0 { text += "," }
      text += space()
      var key: String?
      if isMap {
        let quoted = name(prefix: "k\(number)")
        key = String(quoted.dropFirst().dropLast())
        text += quoted + space() + ":" + space()
      }
      let record = value(depth: 4)
      records.append(
        Record(text: record, key: key, line: text.utf8.filter { $0 == 0x0A }.count + 1))
      text += record + space()
    }
    text += isMap ? "}" : "]"
    for _ in closing {
      text += space()
      if Bool.random(using: &random) {
        text += "," + space() + name(prefix: "after") + ":" + value(depth: 2) + space()
      }
      text += "}"
    }
    return (text + space(), path, records)
  }

  /// A value with everything that could mislead: brackets and quotes in strings, escapes.
  mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
    case 0: return ["null", "true", "false"].randomElement(using: &random) ?? "null"
    case 1: return ["0", "-1.5e3", "12345678901234567890"].randomElement(using: &random) ?? "0"
    case 2...5: return string()
    case 6:
      var text = "[" + space()
      for number in 0..<Int.random(in: 0...4, using: &random) {
        text += (number > 0 ? "," : "") + space() + value(depth: depth - 1) + space()
      }
      return text + "]"
    default:
      var text = "{" + space()
      for number in 0..<Int.random(in: 0...4, using: &random) {
        text += (number > 0 ? "," : "") + space() + name(prefix: "m\(number)") + space() + ":"
        text += space() + value(depth: depth - 1) + space()
      }
      return text + "}"
    }
  }

  private mutating func string() -> String {
    let parts = [
      "a", "plain text", "\\\"", "\\\\", "{", "}", "[", "]", ",", ":", "\\n", "\\u00e9", "é", "日本",
      "\\ud83d\\ude00", "\\/", "0123456789012345678901234567890123456789",
    ]
    var text = "\""
    for _ in 0..<Int.random(in: 0...9, using: &random) {
      text += parts.randomElement(using: &random) ?? ""
    }
    return text + "\""
  }

  private mutating func name(prefix: String) -> String {
    "\"\(prefix)" + string().dropFirst()
  }

  private mutating func space() -> String {
    [" ", "", "", "\n", "\r\n\t", "   "].randomElement(using: &random) ?? ""
  }
}
