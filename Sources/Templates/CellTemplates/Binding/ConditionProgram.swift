import LayoutPrimitives

/// A condition as a list of steps, evaluated before a cell is laid out.
///
/// Labels are not measured then, so conditions on labels count as false. The steps are plain values
/// without references, so evaluating them needs no reference counting.
struct ConditionProgram: Sendable {
  /// A step, which adds a value to a stack of bits or changes the values on top of the stack.
  private enum Step: Sendable {
    /// Adds whether there is a value in a slot of the record.
    case present(slot: Int)
    /// Adds the result of comparing the number in a slot with a literal.
    case number(slot: Int, Comparison, Double)
    /// Adds the value of a condition that does not depend on records, by its index in `fixed`.
    case fixed(Int)
    /// Adds the value of a condition that has no steps, by its index in `others`.
    case other(Int)
    /// Inverts the value on top.
    case not
    /// Replaces this number of values by one: whether all are true.
    case all(Int)
    /// Replaces this number of values by one: whether at least one is true.
    case any(Int)
  }

  /// Maximum number of values on the stack.
  private static let stackLimit = 60

  private var steps: ContiguousArray<Step> = []
  private var others: [Condition] = []

  /// Translates a condition to steps.
  ///
  /// - Parameter fixed: Receives the conditions that do not depend on records. Their values are
  ///   passed to `holds`.
  init(_ condition: Condition, fixed: inout [Condition]) {
    if add(condition, depth: 0, &fixed) { return }
    // The stack is too small. The conditions that were added to `fixed` are not used.
    steps = [.other(0)]
    others = [condition]
  }

  /// Adds the steps of a condition.
  ///
  /// - Parameter depth: Number of values that are on the stack before the first step.
  /// - Returns: Whether the stack is large enough.
  private mutating func add(
    _ condition: Condition, depth: Int, _ fixed: inout [Condition]
  ) -> Bool {
    guard depth < Self.stackLimit else { return false }
    if condition.subjects.isSubset(of: [.environment, .state]) {
      steps.append(.fixed(fixed.count))
      fixed.append(condition)
      return true
    }
    switch condition {
    case .not(let inner):
      guard add(inner, depth: depth, &fixed) else { return false }
      steps.append(.not)
    case .all(let conditions), .any(let conditions):
      for (place, inner) in conditions.enumerated() {
        guard add(inner, depth: depth + place, &fixed) else { return false }
      }
      if case .all = condition {
        steps.append(.all(conditions.count))
      } else {
        steps.append(.any(conditions.count))
      }
    default: steps.append(single(condition))
    }
    return true
  }

  /// The step for a condition that contains no other conditions.
  private mutating func single(_ condition: Condition) -> Step {
    switch condition {
    case .present(let binding):
      if let slot = Self.slot(binding) { return .present(slot: slot) }
    case .numbers(.bound(let number), let comparison, .literal(let literal)):
      if number.denominator == nil, !number.isNegated, let slot = Self.slot(number.numerator) {
        return .number(slot: slot, comparison, literal)
      }
    default: break
    }
    others.append(condition)
    return .other(others.count - 1)
  }

  /// The slot of a binding that is a path without format and alternatives; otherwise `nil`.
  private static func slot(_ binding: Binding) -> Int? {
    guard binding.alternatives.count == 1, binding.format == nil,
      case .path(let path) = binding.alternatives[0], path.slot >= 0
    else { return nil }
    return path.slot
  }

  /// Whether the condition is true for a record.
  ///
  /// - Parameter fixed: The values of the conditions that do not depend on records.
  func holds(
    for record: ResolvedRecord, _ environment: ConditionEnvironment, fixed: [Bool]
  ) -> Bool {
    var bits: UInt64 = 0
    for index in steps.indices {
      switch steps[index] {
      case .present(let slot): Self.push(record.isPresent(inSlot: slot), to: &bits)
      case .number(let slot, let comparison, let literal):
        let number = record.number(inSlot: slot)
        Self.push(
          number.map { comparison.holds($0, literal) } ?? (comparison == .notEqual), to: &bits)
      case .fixed(let place): Self.push(fixed[place], to: &bits)
      case .other(let place):
        let context = ConditionContext(record: record, environment: environment)
        Self.push(others[place].holds(in: context), to: &bits)
      case .not: bits ^= 1
      case .all(let count):
        let values = Self.pop(count, from: &bits)
        Self.push(values == Self.ones(count), to: &bits)
      case .any(let count):
        let values = Self.pop(count, from: &bits)
        Self.push(values != 0, to: &bits)
      }
    }
    return bits & 1 == 1
  }

  private static func push(_ value: Bool, to bits: inout UInt64) {
    bits = bits &<< 1 | (value ? 1 : 0)
  }

  private static func pop(_ count: Int, from bits: inout UInt64) -> UInt64 {
    defer { bits = bits &>> UInt64(count) }
    return bits & ones(count)
  }

  /// A number whose `count` lowest bits are ones, for `count` below 64.
  private static func ones(_ count: Int) -> UInt64 { (1 &<< UInt64(count)) &- 1 }
}
