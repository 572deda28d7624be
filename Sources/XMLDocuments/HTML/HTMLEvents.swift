/// Receives the events of an HTML text in document order.
///
/// Elements are balanced: each start is followed by its end, also where the text omits the end tag,
/// unless reading stopped before.
package protocol HTMLEvents: AnyObject {
  /// Receives the start of an element.
  ///
  /// - Returns: `false` to stop reading.
  func start(_ tag: HTMLTag, _ attributes: HTMLAttributes) -> Bool
  /// Receives the end of an element.
  func end(_ tag: HTMLTag)
  /// Receives the end tag of a formatting element, such as `b` or `a`, in which a block is still
  /// open.
  ///
  /// The element no longer applies to text that follows. Its `end` is sent after those of the
  /// blocks in it.
  ///
  /// - Parameter depth: Number of elements around the formatting element.
  func endFormatting(at depth: Int)
  /// Receives text: UTF-8, not empty, with character references decoded.
  ///
  /// A run of text may come in several calls, each with whole characters.
  ///
  /// - Returns: `false` to stop reading.
  func text(_ bytes: ArraySlice<UInt8>) -> Bool
}

/// An attribute of an element.
struct HTMLAttribute: Equatable {
  /// Name in lower case.
  let name: String
  /// The value as written, with references not decoded; NULs are replaced by U+FFFD.
  let value: ArraySlice<UInt8>

  var text: String { HTMLCharacterReference.decode(value, inAttribute: true) }
}

/// The attributes of an element, in the order of the text.
package struct HTMLAttributes: Equatable {
  private var list: [HTMLAttribute] = []
  /// The names of all attributes, filled from 16 attributes on.
  private var names: Set<String> = []

  /// Whether there are no attributes.
  package var isEmpty: Bool { list.isEmpty }

  /// Total size of the attributes' values, in bytes.
  var valueBytes: Int { list.reduce(0) { $0 + $1.value.count } }

  /// The decoded value of an attribute by its lowercase name: empty when it was written without a
  /// value, `nil` when absent.
  package func value(_ name: String) -> String? { list.first { $0.name == name }?.text }

  /// Whether there is an attribute of that name in lower case.
  package func has(_ name: String) -> Bool { list.contains { $0.name == name } }

  /// Names and decoded values of all attributes.
  package var all: [(name: String, value: String)] { list.map { ($0.name, $0.text) } }

  /// Adds an attribute, unless its name exists already.
  ///
  /// - Returns: `false` when the limit is reached and the attribute is left out.
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
