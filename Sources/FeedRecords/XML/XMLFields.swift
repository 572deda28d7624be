import XMLDocuments

/// Named values in order; a name that comes again makes an array.
struct XMLFields {
  private var names: [String] = []
  private var values: [String: [JSONValue]] = [:]

  var isEmpty: Bool { names.isEmpty }

  /// The name of an element as a field: with the usual prefix of its vocabulary, else its own.
  static func name(_ name: XMLName) -> String {
    let vocabulary = XMLVocabulary(name)
    if vocabulary == .other || XMLVocabulary.undeclaredPrefix(name) != nil {
      return name.qualified
    }
    return vocabulary.prefix.map { "\($0):\(name.local)" } ?? name.local
  }

  mutating func add(_ name: String, _ value: JSONValue) {
    if values[name] == nil { names.append(name) }
    values[name, default: []].append(value)
  }

  mutating func add(_ name: String, _ text: String) {
    var builder = JSONBuilder()
    builder.string(text)
    add(name, builder.finish())
  }

  /// An object; a text alone where there are no names.
  func finish(text: String = "") -> JSONValue {
    var builder = JSONBuilder()
    if names.isEmpty {
      builder.string(text)
      return builder.finish()
    }
    return object(text: text)
  }

  /// An object, also an empty one.
  func object(text: String = "") -> JSONValue {
    var builder = JSONBuilder()
    builder.beginObject()
    for name in names {
      let all = values[name] ?? []
      builder.key(name)
      if all.count == 1 {
        builder.value(all[0])
      } else {
        builder.beginArray()
        for value in all { builder.value(value) }
        builder.end()
      }
    }
    if !text.isEmpty {
      builder.key("#text")
      builder.string(text)
    }
    builder.end()
    return builder.finish()
  }
}
