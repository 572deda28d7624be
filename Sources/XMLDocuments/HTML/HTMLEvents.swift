/// Receives the events of an HTML text in document order.
///
/// Elements are balanced: each start has its end, also where the text left the end out, unless
/// reading stopped before.
package protocol HTMLEvents: AnyObject {
  /// An element starts. `false` stops reading.
  func start(_ tag: HTMLTag, _ attributes: HTMLAttributes) -> Bool
  /// An element ends.
  func end(_ tag: HTMLTag)
  /// The end tag of an element such as `b` or `a` came while blocks in it go on.
  ///
  /// It says nothing of what follows. Its end comes after theirs.
  ///
  /// - Parameter depth: How many elements are around it.
  func endFormatting(at depth: Int)
  /// Text in UTF-8 with its references decoded, never empty. `false` stops reading.
  ///
  /// One text may come in several calls, each of whole characters.
  func text(_ bytes: ArraySlice<UInt8>) -> Bool
}

/// An attribute of an element.
struct HTMLAttribute: Equatable {
  /// In lower case.
  let name: String
  /// As it is written, but for NULs.
  let value: ArraySlice<UInt8>

  var text: String { HTMLCharacterReference.decode(value, inAttribute: true) }
}

/// The attributes of an element, in the order of the text.
package struct HTMLAttributes: Equatable {
  private var list: [HTMLAttribute] = []
  /// The names in the list, used where there are many.
  private var names: Set<String> = []

  /// Whether there are none.
  package var isEmpty: Bool { list.isEmpty }

  /// How many bytes their values have.
  var valueBytes: Int { list.reduce(0) { $0 + $1.value.count } }

  /// The value of an attribute by its name in lower case: decoded, empty where it has none.
  package func value(_ name: String) -> String? { list.first { $0.name == name }?.text }

  /// Whether there is an attribute of that name in lower case.
  package func has(_ name: String) -> Bool { list.contains { $0.name == name } }

  /// Names and decoded values.
  package var all: [(name: String, value: String)] { list.map { ($0.name, $0.text) } }

  /// Adds an attribute unless its name exists, or returns `false` where there are too many.
  mutating func add(_ attribute: HTMLAttribute, limit: Int) -> Bool {
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
