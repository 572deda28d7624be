/// An attribute of an element.
struct HTMLAttribute: Equatable {
  /// Name in lower case.
  let name: String
  /// The value as written: references are not decoded, but each NUL is replaced by U+FFFD.
  let value: ArraySlice<UInt8>

  var text: String { HTMLCharacterReference.decode(value, inAttribute: true) }
}

/// The attributes of an element, in the order of the text.
package struct HTMLAttributes: Equatable {
  private var list: [HTMLAttribute] = []

  /// Whether there are no attributes.
  package var isEmpty: Bool { list.isEmpty }

  /// Total size of all values, in bytes.
  var valueBytes: Int { list.reduce(0) { $0 + $1.value.count } }

  /// The decoded value of the attribute with the given name, which must be in lower case; empty if
  /// it was written without a value, `nil` if it is absent.
  package func value(_ name: String) -> String? { list.first { $0.name == name }?.text }

  /// Whether there is an attribute with the given name, which must be in lower case.
  package func has(_ name: String) -> Bool { list.contains { $0.name == name } }

  /// The names and decoded values of all attributes.
  package var all: [(name: String, value: String)] { list.map { ($0.name, $0.text) } }

  /// Adds an attribute, unless there is one with the same name.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of attributes.
  ///   - names: The names of all attributes; empty while there are fewer than 16.
  /// - Returns: `false` if the attribute is omitted because the limit is reached.
  mutating func add(
    _ attribute: HTMLAttribute, limit: Int, names: inout Set<String>
  ) -> Bool {
    let isMany = list.count >= 16
    if isMany ? names.contains(attribute.name) : has(attribute.name) { return true }
    guard list.count < limit else { return false }
    list.append(attribute)
    if isMany {
      names.insert(attribute.name)
    } else if list.count == 16 {
      names = Set(list.map(\.name))
    }
    return true
  }
}
