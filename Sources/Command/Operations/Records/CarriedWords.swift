import FeedRecords
package import StructuredDocuments

/// The words of an input line that `layout --carry` copies into its output lines.
package struct CarriedWords {
  /// The members of output lines, which a carried word may not have the name of.
  package static let taken: Set<String> = [
    "schema", "id", "version", "template", "environment", "state", "trust", "findings", "height",
    "exactHeight", "frames", "line", "code", "message", "templateHash", "fingerprint", "steps",
    "eof",
  ]

  private let names: [String]
  private let decoder = JSONParser()
  private var values: [(name: String, value: JSONValue)] = []

  package init(_ names: [String]) { self.names = names }

  /// Reads the words of a line; none of a line that is no object.
  package mutating func read(_ line: InputLine) {
    values = []
    guard !names.isEmpty, !line.isTooLong else { return }
    let object: JSONValue
    do throws(JSONProblem) {
      object = try decoder.parse(line.bytes[...])
    } catch {
      return  // The line has its error line.
    }
    values = names.compactMap { name in object[name].map { (name, $0) } }
  }

  /// Writes the words that the line has, in the order of the flags.
  package func write(to json: inout JSONWriter) {
    for word in values {
      json.key(word.name)
      json.value(word.value)
    }
  }
}
