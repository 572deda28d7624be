import StructuredDocuments
import XMLDocuments

/// Named values in order, with an array for each repeated name.
struct XMLFields {
  private var members: [JSONValue.Member] = []
  private var places: [String: Int] = [:]

  var isEmpty: Bool { members.isEmpty }

  /// The field name of an element: with the usual prefix of its vocabulary, otherwise as written.
  static func name(_ name: XMLName) -> String {
    let vocabulary = XMLVocabulary(name)
    if vocabulary == .other || XMLVocabulary.undeclaredPrefix(name) != nil {
      return name.qualified
    }
    return vocabulary.prefix.map { "\($0):\(name.local)" } ?? name.local
  }

  /// Adds a value.
  ///
  /// - Parameter value: Any value but an array.
  mutating func add(_ name: String, _ value: JSONValue) {
    guard let place = places[name] else {
      places[name] = members.count
      return members.append(JSONValue.Member(key: name, value: value))
    }
    var values = members[place].value.elements
    if values.isEmpty { values = [members[place].value] }
    // The value is taken out first, so that its array is not copied.
    members[place].value = .null
    values.append(value)
    members[place].value = .array(values)
  }

  mutating func add(_ name: String, _ text: String) { add(name, .string(text)) }

  /// The values as an object, or `text` alone when there are no values.
  func finish(text: String = "") -> JSONValue {
    members.isEmpty ? .string(text) : object(text: text)
  }

  /// The values as an object, which may be empty; a nonempty `text` is its member `#text`.
  func object(text: String = "") -> JSONValue {
    let own = JSONValue.Member(key: "#text", value: .string(text))
    return .object(text.isEmpty ? members : members + [own])
  }
}
