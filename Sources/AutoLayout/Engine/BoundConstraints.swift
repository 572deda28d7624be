/// The constants, multipliers and switches that a record binds to the constraints of a template.
struct BoundConstraints: Sendable {
  /// Constant of each constraint, in points; shape `[constraints]`.
  private(set) var constants: ContiguousArray<Double>
  private(set) var multipliers: ContiguousArray<Double>
  private(set) var isPresent: ContiguousArray<Bool>
  private(set) var groupIsActive: ContiguousArray<Bool>
  private let groups: [Int?]

  /// Takes the constants and multipliers of the template, with every constraint present and every
  /// group off.
  init(_ system: LayoutSystem) {
    constants = ContiguousArray(system.constraints.map(\.constant))
    multipliers = ContiguousArray(system.constraints.map(\.multiplier))
    isPresent = ContiguousArray(repeating: true, count: system.constraints.count)
    groupIsActive = ContiguousArray(repeating: false, count: system.groupCount)
    groups = system.groups
  }

  /// Sets the constant of a constraint, in points; returns whether it changed.
  mutating func setConstant(_ constraint: Int, _ constant: Double) -> Bool {
    Self.change(&constants[constraint], to: constant)
  }

  /// Sets the multiplier of a constraint; returns whether it changed.
  mutating func setMultiplier(_ constraint: Int, _ multiplier: Double) -> Bool {
    Self.change(&multipliers[constraint], to: multiplier)
  }

  /// Sets whether a constraint is present; returns whether that changed.
  mutating func setPresent(_ constraint: Int, _ present: Bool) -> Bool {
    Self.change(&isPresent[constraint], to: present)
  }

  /// Switches a group on or off; returns whether that changed.
  mutating func setGroup(_ group: Int, active: Bool) -> Bool {
    Self.change(&groupIsActive[group], to: active)
  }

  private static func change<Value: Equatable>(_ value: inout Value, to new: Value) -> Bool {
    defer { value = new }
    return value != new
  }

  /// Whether a constraint is present and in no group or an active one.
  func holds(_ constraint: Int) -> Bool {
    isPresent[constraint] && (groups[constraint].map { groupIsActive[$0] } ?? true)
  }
}
