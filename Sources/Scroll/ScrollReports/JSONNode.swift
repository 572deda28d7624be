internal import StructuredDocuments

/// A value in a JSON document of another program, with its location for messages.
///
/// A null value is treated as missing.
struct JSONNode {
  /// A problem in a document.
  struct Problem: Error {
    enum Location {
      /// A JSON Pointer to the value.
      case value(String)
      /// An offset in the text, in bytes.
      case byte(Int)
    }

    var location: Location
    /// The problem in one sentence.
    var message: String

    /// The line of the problem in a text, from 1.
    func line(in text: String) -> Int {
      let bytes = Array(text.utf8)
      let offset =
        switch location {
        case .byte(let offset): offset
        case .value(let pointer): JSONParser().offset(of: pointer, in: bytes[...]) ?? 0
        }
      return 1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
    }
  }

  let value: JSONValue
  private let pointer: String

  /// Parses a document.
  ///
  /// - Parameter depth: Maximum nesting depth of lists and objects.
  /// - Throws: `Problem` for invalid JSON, deeper nesting, or a repeated key.
  init(parsing text: String, depth: Int) throws(Problem) {
    let parser = JSONParser(maxDepth: depth)
    let bytes = Array(text.utf8)
    do throws(JSONProblem) {
      value = try parser.parse(bytes[...])
    } catch {
      let range = parser.failure
      let message =
        switch error {
        case .depth: "nesting deeper than \(depth) levels; expected a flatter document"
        case .duplicateKey:
          "the key '\(String(decoding: bytes[range].prefix(60), as: UTF8.self))' twice in one "
            + "object; expected each key once"
        case .control: "a control character in a text; expected JSON"
        default: "this is no valid JSON"
        }
      throw Problem(location: .byte(range.lowerBound), message: message)
    }
    pointer = ""
  }

  private init(_ value: JSONValue, _ pointer: String) {
    self.value = value
    self.pointer = pointer
  }

  func problem(_ message: String) -> Problem {
    Problem(location: .value(pointer), message: message)
  }

  /// The value of a member; nil if it is missing.
  subscript(key: String) -> JSONNode? {
    guard let member = value[key], member != .null else { return nil }
    return JSONNode(member, "\(pointer)/\(key)")
  }

  /// The text of a member; nil if it is missing, empty or not a text.
  func text(_ key: String) -> String? {
    guard let text = value[key]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// The elements of the value, which must be a list.
  ///
  /// - Parameter what: A description of the expected value.
  func elements(of what: String) throws(Problem) -> [JSONNode] {
    guard case .array(let elements) = value else { throw problem("\(what) is expected here") }
    return elements.enumerated().map { JSONNode($1, "\(pointer)/\($0)") }
  }

  /// The value as a number.
  ///
  /// - Throws: `Problem` if it is not a number, or is outside of `SampleFigures.range`.
  func requiredNumber() throws(Problem) -> Double {
    guard let number = value.number else {
      throw problem("a number is expected here, not \(found)")
    }
    guard SampleFigures.range.contains(number) else {
      throw problem("\(found) is no count and no time of a scroll")
    }
    return number
  }

  /// The elements of the value, which must be a list of numbers.
  func numbers() throws(Problem) -> [Double] {
    var numbers: [Double] = []
    for element in try elements(of: "a list of numbers") {
      numbers.append(try element.requiredNumber())
    }
    return numbers
  }

  /// A description of the value, for messages.
  private var found: String {
    switch value {
    case .null: "nothing"
    case .boolean(let value): "\(value)"
    case .number(let literal): "the number \(DocumentWriter.number(Double(literal) ?? .infinity))"
    case .string(let text): "the text '\(DocumentNode.shortened(text))'"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
