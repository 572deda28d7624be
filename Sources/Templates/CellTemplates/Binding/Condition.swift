public import LayoutPrimitives

/// A condition on a record, the environment, the state, or the labels after layout.
public indirect enum Condition: Hashable, Sendable {
  /// A number in a comparison.
  public enum Number: Hashable, Sendable {
    /// A number written in the condition.
    case literal(Double)
    /// A number from the record.
    case bound(BoundNumber)
    /// The environment's width, in points.
    case width
    /// The environment's display scale, in pixels per point.
    case scale
    /// Number of lines of a label, given by its index in `CellTemplate.labels`.
    case lines(label: Int)
  }

  /// A binding has a value that is not empty.
  case present(Binding)
  /// The text of a label, given by its index in `CellTemplate.labels`, is truncated.
  case truncated(label: Int)
  /// A comparison of two numbers.
  ///
  /// When a number is missing, only `!=` is true.
  case numbers(Number, Comparison, Number)
  /// A comparison of the text of a binding with a literal, by UTF-8 bytes.
  case text(Binding, Comparison, String)
  /// A comparison of the values of two bindings.
  ///
  /// They are compared as numbers if both are numbers, otherwise as texts.
  case bindings(Binding, Comparison, Binding)
  /// The environment's size category is in a list, which is ordered from XS to AX5.
  case sizeCategory(oneOf: [SizeCategory])
  /// The environment has this direction.
  case direction(LayoutDirection)
  /// The environment has exactly this locale.
  case locale(String)
  /// The environment has this state.
  case state(String)
  /// The condition is false.
  case not(Condition)
  /// All conditions are true.
  case all([Condition])
  /// At least one condition is true.
  case any([Condition])
}

extension Condition {
  /// The inputs on which a condition depends.
  ///
  /// The value of the condition can change only when one of these inputs changes.
  public struct Subjects: OptionSet, Hashable, Sendable {
    /// One bit for each subject.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The record, which changes from cell to cell.
    public static let record = Subjects(rawValue: 1)
    /// The environment: width, scale, size category, direction or locale.
    ///
    /// It does not change during one pass over the records.
    public static let environment = Subjects(rawValue: 2)
    /// The state, which does not change during one pass over the records.
    public static let state = Subjects(rawValue: 4)
    /// The lines of labels, which are known only after the labels have been measured.
    public static let labels = Subjects(rawValue: 8)
  }

  /// The inputs on which the condition depends.
  public var subjects: Subjects {
    switch self {
    case .present, .text, .bindings: .record
    case .truncated: .labels
    case .numbers(let left, _, let right): Self.subjects(left).union(Self.subjects(right))
    case .sizeCategory, .direction, .locale: .environment
    case .state: .state
    case .not(let condition): condition.subjects
    case .all(let conditions), .any(let conditions):
      conditions.reduce(into: []) { $0.formUnion($1.subjects) }
    }
  }

  /// Indices in `CellTemplate.labels` of the labels on which the condition depends.
  ///
  /// A label is listed each time that the condition names it.
  public var askedLabels: [Int] {
    switch self {
    case .truncated(let label): [label]
    case .numbers(let left, _, let right):
      [left, right].compactMap { if case .lines(let label) = $0 { label } else { nil } }
    case .not(let condition): condition.askedLabels
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.askedLabels)
    case .present, .text, .bindings, .sizeCategory, .direction, .locale, .state: []
    }
  }

  /// Whether the condition is true.
  ///
  /// A condition on a label is true if it is true for any list in `context.labels`. So it stays
  /// true for the cell once it was true, and it is false without lists. `not` inverts its value.
  public func holds(in context: ConditionContext) -> Bool {
    switch self {
    case .present(let binding):
      return binding.isPresent(in: context.record)
    case .truncated(let label):
      return context.labels.contains { $0.indices.contains(label) && $0[label].truncated }
    case .numbers(let left, let comparison, let right):
      return Self.holds(left, comparison, right, in: context)
    case .text(let binding, let comparison, let text):
      return comparison.holds(binding.text(in: context.record), text)
    case .bindings(let left, let comparison, let right):
      if let first = left.number(in: context.record), let second = right.number(in: context.record)
      {
        return comparison.holds(first, second)
      }
      return comparison.holds(left.text(in: context.record), right.text(in: context.record))
    case .sizeCategory(let categories):
      return categories.contains(context.environment.sizeCategory)
    case .direction(let direction): return context.environment.direction == direction
    case .locale(let locale): return context.environment.locale == locale
    case .state(let state): return context.environment.state == state
    case .not(let condition): return !condition.holds(in: context)
    case .all(let conditions): return conditions.allSatisfy { $0.holds(in: context) }
    case .any(let conditions): return conditions.contains { $0.holds(in: context) }
    }
  }

  /// Whether a comparison of two numbers is true.
  ///
  /// When a number is missing, only `!=` is true.
  private static func holds(
    _ left: Number, _ comparison: Comparison, _ right: Number, in context: ConditionContext
  ) -> Bool {
    let asksLabels = subjects(left).union(subjects(right)).contains(.labels)
    return (asksLabels ? context.labels : [[]]).contains { labels in
      guard let first = value(left, labels, in: context),
        let second = value(right, labels, in: context)
      else { return comparison == .notEqual }
      return comparison.holds(first, second)
    }
  }

  /// The value of a number, or `nil` when it is missing.
  ///
  /// - Parameter labels: The lines of each label, in the order of `CellTemplate.labels`.
  private static func value(
    _ number: Number, _ labels: [LabelLines], in context: ConditionContext
  ) -> Double? {
    switch number {
    case .literal(let value): return value
    case .bound(let bound): return bound.value(in: context.record)
    case .width: return context.environment.width
    case .scale: return context.environment.scale
    case .lines(let label):
      guard labels.indices.contains(label) else { return nil }
      return Double(labels[label].count)
    }
  }

  /// The inputs on which a number depends.
  private static func subjects(_ number: Number) -> Subjects {
    switch number {
    case .literal: []
    case .bound: .record
    case .width, .scale: .environment
    case .lines: .labels
    }
  }
}

/// The record, the environment and the labels that a condition is evaluated for.
public struct ConditionContext {
  /// The record for which the condition is evaluated.
  public var record: any BindingSource
  /// The environment and the state.
  public var environment: ConditionEnvironment
  /// The lines of the labels: one list for each round of the cell's layout so far.
  ///
  /// Each list is in the order of `CellTemplate.labels`. At the start of a cell there are no lists,
  /// and every condition on a label is false. Once such a condition was true, it stays true for the
  /// cell.
  public var labels: [[LabelLines]] = []
}

/// The part of an environment that conditions may read.
public struct ConditionEnvironment: Hashable, Sendable {
  /// Width of the cell, in points.
  public var width: Double
  /// Display scale, in pixels per point.
  public var scale = 3.0
  /// The user's text size.
  public var sizeCategory = SizeCategory.large
  /// Direction of the layout, which decides which edges are leading.
  public var direction = LayoutDirection.leftToRight
  /// Locale, as written in the environment.
  public var locale = "en"
  /// The state, or `nil` for a template without states.
  public var state: String?

  /// The same environment with another width, in points.
  func with(width: Double) -> ConditionEnvironment {
    var other = self
    other.width = width
    return other
  }
}
