import FeedRecords

/// The ways in which bindings and conditions use the value at a path.
struct PathUse: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let text = PathUse(rawValue: 1)
  static let number = PathUse(rawValue: 2)
  static let presence = PathUse(rawValue: 4)
  static let date = PathUse(rawValue: 8)
  static let count = PathUse(rawValue: 16)
}

/// The paths and formats of a template, each listed once and referred to by its index.
///
/// Each path is looked up once per record, and each format is opened once.
struct PathTable: Hashable, Sendable {
  private(set) var paths: [BoundPath] = []
  private(set) var uses: [PathUse] = []
  private(set) var formats: [BindingFormat] = []

  /// Returns the index of a format, and adds the format if it is new.
  ///
  /// A plural and a count have the index of the format that writes their numbers.
  mutating func intern(_ format: BindingFormat) -> Int {
    let written: BindingFormat =
      switch format {
      case .plural, .count: .number(.decimal)
      default: format
      }
    if let known = formats.firstIndex(of: written) { return known }
    formats.append(written)
    return formats.count - 1
  }

  /// Adds a use of a path, and returns the path with its index.
  mutating func intern(_ path: BoundPath, for use: PathUse) -> BoundPath {
    var path = path
    if let known = paths.firstIndex(of: path) {
      path.slot = known
      uses[known].formUnion(use)
    } else {
      path.slot = paths.count
      paths.append(path)
      uses.append(use)
    }
    return path
  }
}

extension BoundText {
  mutating func intern(for use: PathUse, in table: inout PathTable) {
    replaceBindings { binding in
      var binding = binding
      binding.intern(for: use, in: &table)
      return binding
    }
  }
}

extension Condition {
  mutating func intern(in table: inout PathTable) {
    switch self {
    case .present(var binding):
      binding.intern(for: .presence, in: &table)
      self = .present(binding)
    case .text(var binding, let comparison, let text):
      binding.intern(for: .text, in: &table)
      self = .text(binding, comparison, text)
    case .bindings(var left, let comparison, var right):
      left.intern(for: [.text, .number], in: &table)
      right.intern(for: [.text, .number], in: &table)
      self = .bindings(left, comparison, right)
    case .numbers(let left, let comparison, let right):
      self = .numbers(Self.interned(left, in: &table), comparison, Self.interned(right, in: &table))
    case .not(var condition):
      condition.intern(in: &table)
      self = .not(condition)
    case .all(let conditions): self = .all(Self.interned(conditions, in: &table))
    case .any(let conditions): self = .any(Self.interned(conditions, in: &table))
    case .truncated, .sizeCategory, .direction, .locale, .state: break
    }
  }

  private static func interned(_ number: Number, in table: inout PathTable) -> Number {
    guard case .bound(var bound) = number else { return number }
    bound.intern(in: &table)
    return .bound(bound)
  }

  private static func interned(
    _ conditions: [Condition], in table: inout PathTable
  ) -> [Condition] {
    var conditions = conditions
    for index in conditions.indices { conditions[index].intern(in: &table) }
    return conditions
  }
}

/// A record's values at the paths of a template, each looked up once.
struct ResolvedRecord: BindingSource {
  private struct Value {
    var text: String?
    var number: Double?
    var isPresent = false
    var date: FeedDate?
    var count = 0
    var isFlattened = false
  }

  /// Writes values in the formats of bindings and in the environment's locale; `nil` for no
  /// formats.
  var formatter: ValueFormatter?

  private var values: ContiguousArray<Value> = []

  /// Looks up the values that a template uses in a record.
  ///
  /// - Parameters:
  ///   - texts: Texts of the record that were looked up before; empty for none.
  ///   - textIndices: The index in `texts` of each path of the table; `nil` for a path without one.
  mutating func resolve(
    _ record: some BindingSource, _ table: PathTable, texts: [String?] = [],
    _ textIndices: [Int?] = []
  ) {
    values.removeAll(keepingCapacity: true)
    // The loop is over indices, because a sequence of both lists would copy each element.
    for index in table.paths.indices {
      let path = table.paths[index]
      let use = table.uses[index]
      var value = Value()
      if use.contains(.text) {
        value.text =
          if !texts.isEmpty, let text = textIndices[index] { texts[text] } else {
            record.text(at: path)
          }
        value.isFlattened = record.isFlattened(at: path)
      }
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

  func isFlattened(at path: BoundPath) -> Bool { value(at: path)?.isFlattened ?? false }

  /// The value at a path, or `nil` when the path is not in the template's table.
  private func value(at path: BoundPath) -> Value? {
    values.indices.contains(path.slot) ? values[path.slot] : nil
  }
}
