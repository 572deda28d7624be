extension JSONWriter {
  /// Writes a value, with its elements or members.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: literal("null")
    case .boolean(let value): literal(value ? "true" : "false")
    case .number(let number): literal(number)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }
}
