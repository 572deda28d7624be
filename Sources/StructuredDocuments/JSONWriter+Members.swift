extension JSONWriter {
  /// A document on one line: an object that begins with its schema.
  public static func document(_ schema: String, _ members: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("schema", schema)
      members(&json)
    }
    return json.text
  }

  /// Writes a member that is a string.
  public mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  /// Writes a member that is a number, `null` when it is not finite.
  public mutating func member(_ name: String, _ number: Double) {
    key(name)
    literal(Self.digits(of: number))
  }

  /// Writes a member that is a whole number.
  public mutating func member(_ name: String, _ count: Int) {
    key(name)
    number(count)
  }

  /// Writes a member that is `true` or `false`.
  public mutating func member(_ name: String, _ truth: Bool) {
    key(name)
    literal(truth ? "true" : "false")
  }

  /// Writes an object, as a member when a name is given.
  public mutating func object(_ name: String? = nil, _ members: (inout JSONWriter) -> Void) {
    if let name { key(name) }
    beginObject()
    members(&self)
    endObject()
  }

  /// Writes a member that is an array of strings.
  public mutating func strings(_ name: String, _ texts: some Sequence<String>) {
    key(name)
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  /// Writes a member that is an array of numbers.
  public mutating func numbers(_ name: String, _ numbers: some Sequence<Double>) {
    key(name)
    beginArray()
    for number in numbers { literal(Self.digits(of: number)) }
    endArray()
  }

  /// Writes a member whose value is an array of objects.
  public mutating func array<Element>(
    _ name: String, _ elements: some Sequence<Element>,
    _ members: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements { object { members(&$0, element) } }
    endArray()
  }
}

extension JSONWriter {
  /// A number as JSON: the shortest digits that round-trip, without `.0`; `null` when it is not
  /// finite.
  public static func digits(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
    return number.description
  }
}
