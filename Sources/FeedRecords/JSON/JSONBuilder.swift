import CSimdjson

/// Writes a JSON value in document order, for fields that do not come from JSON.
public struct JSONBuilder {
  private var tape = JSONTape()
  private var open: [Int] = []

  /// An empty builder; write exactly one value.
  public init() {}

  /// Begins an object; every `beginObject` needs its `end`.
  public mutating func beginObject() { begin(.object) }

  /// Begins an array; every `beginArray` needs its `end`.
  public mutating func beginArray() { begin(.array) }

  /// Ends the innermost open object or array.
  public mutating func end() {
    guard let index = open.popLast() else { return }
    tape.nodes[index].next = UInt32(tape.nodes.count)
  }

  /// Writes the name of the next member of an object.
  public mutating func key(_ name: String) {
    if let parent = open.last { tape.nodes[parent].length += 1 }
    leaf(.string, name)
  }

  /// Writes a string.
  public mutating func string(_ text: String) {
    count()
    leaf(.string, text)
  }

  /// Writes a number from its literal; a literal that is no number becomes a string.
  public mutating func number(_ literal: String) {
    count()
    leaf(Double(literal) == nil ? .string : .number, literal)
  }

  /// Writes `true` or `false`.
  public mutating func boolean(_ value: Bool) {
    count()
    push(UInt8(value ? CH_JSON_TRUE : CH_JSON_FALSE))
  }

  /// Writes `null`.
  public mutating func null() {
    count()
    push(UInt8(CH_JSON_NULL))
  }

  /// Writes a copy of another value.
  public mutating func value(_ value: JSONValue) {
    count()
    tape.append(value.tape, at: value.index)
  }

  /// The value written; `null` when nothing was.
  public consuming func finish() -> JSONValue {
    while !open.isEmpty { end() }
    if tape.nodes.isEmpty { null() }
    return JSONValue(tape: tape)
  }

  private mutating func begin(_ kind: JSONKind) {
    count()
    open.append(tape.nodes.count)
    push(kind.code)
  }

  /// Counts an element of the open array; members are counted by their key.
  private mutating func count() {
    guard let parent = open.last, tape.nodes[parent].kind == JSONKind.array.code else { return }
    tape.nodes[parent].length += 1
  }

  private mutating func push(_ code: UInt8) {
    tape.nodes.append(
      ch_json_node(
        offset: 0, length: 0, next: UInt32(tape.nodes.count + 1), kind: code, decoded: false))
  }

  private mutating func leaf(_ kind: JSONKind, _ content: String) {
    let offset = tape.text.count
    tape.text.append(contentsOf: content.utf8)
    tape.nodes.append(
      ch_json_node(
        offset: UInt32(offset), length: UInt32(tape.text.count - offset),
        next: UInt32(tape.nodes.count + 1), kind: kind.code, decoded: false))
  }
}
