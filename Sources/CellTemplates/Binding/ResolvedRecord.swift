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
    for (path, use) in zip(table.paths, table.uses) {
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

  func number(at path: BoundPath) -> Double? { value(at: path)?.number }

  func isPresent(at path: BoundPath) -> Bool { value(at: path)?.isPresent ?? false }

  func date(at path: BoundPath) -> FeedDate? { value(at: path)?.date }

  func count(at path: BoundPath) -> Int { value(at: path)?.count ?? 0 }

  /// The value at a path, or `nil` when the path is not in the template's table.
  private func value(at path: BoundPath) -> Value? {
    values.indices.contains(path.slot) ? values[path.slot] : nil
  }
}
