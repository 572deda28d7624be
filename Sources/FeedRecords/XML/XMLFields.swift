import XMLDocuments

/// Named values in order, arrays for repeated names.
struct XMLFields {
  private var members: [JSONValue.Member] = []
  private var places: [String: Int] = [:]

  var isEmpty: Bool { members.isEmpty }

  /// The name of an element as a field: with the usual prefix of its vocabulary, else its own.
  static func name(_ name: XMLName) -> String {
    let vocabulary = XMLVocabulary(name)
    if vocabulary == .other || XMLVocabulary.undeclaredPrefix(name) != nil {
      return name.qualified
    }
    return vocabulary.prefix.map { "\($0):\(name.local)" } ?? name.local
  }

  /// - Parameter value: No array.
  mutating func add(_ name: String, _ value: JSONValue) {
    guard let place = places[name] else {
      places[name] = members.count
      return members.append(JSONValue.Member(key: name, value: value))
    }
    var values = members[place].value.elements
    if values.isEmpty { values = [members[place].value] }
    // Taken out of its place, so that what is there already is not copied.
    members[place].value = .null
    values.append(value)
    members[place].value = .array(values)
  }

  mutating func add(_ name: String, _ text: String) { add(name, .string(text)) }

  /// An object, or a text where there are no names.
  func finish(text: String = "") -> JSONValue {
    members.isEmpty ? .string(text) : object(text: text)
  }

  /// An object, also an empty one.
  func object(text: String = "") -> JSONValue {
    let own = JSONValue.Member(key: "#text", value: .string(text))
    return .object(text.isEmpty ? members : members + [own])
  }
}
