import FeedRecords

/// A record's values at the paths of a template, each looked up once.
struct ResolvedRecord: BindingSource {
  private struct Value {
    var text: String?
    var number: Double?
    var isPresent = false
    var date: FeedDate?
    var count = 0
  }

  /// Writes values in the formats of bindings and the environment's locale, or `nil`.
  var formatter: ValueFormatter?

  private var values: ContiguousArray<Value> = []

  /// Looks up the values that a template uses in a record.
  mutating func resolve(_ record: some BindingSource, _ table: PathTable) {
    values.removeAll(keepingCapacity: true)
    // By index: a sequence of both would be copied element by element.
    for index in table.paths.indices {
      let path = table.paths[index]
      let use = table.uses[index]
      var value = Value()
      if use.contains(.text) { value.text = record.text(at: path) }
      if use.contains(.number) { value.number = record.number(at: path) }
      if use.contains(.presence) { value.isPresent = record.isPresent(at: path) }
      if use.contains(.date) { value.date = record.date(at: path) }
      if use.contains(.count) { value.count = record.count(at: path) }
      values.append(value)
    }
  }

  func text(at path: BoundPath) -> String? { value(at: path)?.text }

  func number(at path: BoundPath) -> Double? {
    values.indices.contains(path.slot) ? values[path.slot].number : nil
  }

  func isPresent(at path: BoundPath) -> Bool { isPresent(inSlot: path.slot) }

  /// Whether there is a value in a slot of the template's table.
  func isPresent(inSlot slot: Int) -> Bool {
    values.indices.contains(slot) && values[slot].isPresent
  }

  /// The finite number in a slot of the template's table, or `nil`.
  func number(inSlot slot: Int) -> Double? {
    guard values.indices.contains(slot), let number = values[slot].number, number.isFinite else {
      return nil
    }
    return number
  }

  func date(at path: BoundPath) -> FeedDate? { value(at: path)?.date }

  func count(at path: BoundPath) -> Int { value(at: path)?.count ?? 0 }

  /// The value at a path, or `nil` when the path is not in the template's table.
  private func value(at path: BoundPath) -> Value? {
    values.indices.contains(path.slot) ? values[path.slot] : nil
  }
}
