import Foundation
import StructuredDocuments
import Testing

/// One JSON document of output.
struct JSONLine {
  let text: String
  private let value: [String: any Sendable]

  /// Reads a document, which must be as its schema says.
  init(_ text: String) throws {
    self.text = text
    if let schema = try JSONSchema.of(text) {
      let problems = schema.problems(of: try JSONParser().parse([UInt8](text.utf8)[...]))
      #expect(problems == [], "\(schema.name): \(text.prefix(400))")
    }
    value = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: any Sendable])
  }

  subscript(name: String) -> Any? { value[name] }
  func number(_ path: String...) -> Double? { (find(path) as? NSNumber)?.doubleValue }
  func string(_ path: String...) -> String? { find(path) as? String }

  /// The objects of an array.
  func objects(_ name: String) -> [[String: Any]] { value[name] as? [[String: Any]] ?? [] }

  private func find(_ path: [String]) -> Any? {
    path.reduce(value as Any?) { ($0 as? [String: Any])?[$1] }
  }

  /// Names of the document's own members in their order.
  ///
  /// `JSONSerialization` loses the order, so they are read from the text.
  var names: [String] {
    var names: [String] = []
    var depth = 0
    var isInText = false
    var isEscaped = false
    var word = ""
    for character in text {
      if isInText {
        if !isEscaped, character == "\"" { isInText = false } else { word.append(character) }
        isEscaped = character == "\\" && !isEscaped
        continue
      }
      switch character {
      case "\"": (isInText, word) = (true, "")
      case "{", "[": depth += 1
      case "}", "]": depth -= 1
      case ":" where depth == 1: names.append(word)
      default: break
      }
    }
    return names
  }

  /// The part in which two runs must agree bit for bit: from the height to the end of the frames.
  var layout: Substring {
    let start = text.range(of: "\"height\":")?.lowerBound ?? text.startIndex
    let end = text.range(of: "}]", options: .backwards)?.upperBound ?? text.endIndex
    return text[start..<end]
  }
}
