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
    literal(String(count))
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
