import FeedRecords

extension JSONWriter {
  /// Writes a member whose value is text.
  mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  /// Writes a member whose value is a number.
  mutating func member(_ name: String, _ number: Double) {
    key(name)
    literal(plain(number))
  }

  /// Writes a member whose value is a count.
  mutating func member(_ name: String, _ count: Int) {
    key(name)
    number(count)
  }
}

extension JSONWriter {
  /// Writes a member whose value is an object.
  mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    beginObject()
    body(&self)
    endObject()
  }
}

extension JSONWriter {
  /// Writes a member whose value is an array of texts.
  mutating func strings(_ name: String, _ texts: some Sequence<String>) {
    key(name)
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  /// Writes a member whose value is an array of numbers.
  mutating func numbers(_ name: String, _ numbers: some Sequence<Double>) {
    key(name)
    beginArray()
    for number in numbers { literal(plain(number)) }
    endArray()
  }

  /// Writes a member whose value is an array of objects.
  mutating func array<Element>(
    _ name: String, _ elements: some Sequence<Element>,
    _ members: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements {
      beginObject()
      members(&self, element)
      endObject()
    }
    endArray()
  }
}
