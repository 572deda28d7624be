/// The numbers and switches that are bound to the constraints of a template.
struct BoundConstraints: Sendable {
  /// Constants, in points.
  private(set) var constants: ContiguousArray<Double>
  private(set) var multipliers: ContiguousArray<Double>
  private(set) var isPresent: ContiguousArray<Bool>
  private(set) var groupIsActive: ContiguousArray<Bool>
  private let groups: [Int?]

  /// Begins with the numbers of the template, every constraint present and every group off.
  init(_ system: LayoutSystem) {
    constants = ContiguousArray(system.constraints.map(\.constant))
    multipliers = ContiguousArray(system.constraints.map(\.multiplier))
    isPresent = ContiguousArray(repeating: true, count: system.constraints.count)
    groupIsActive = ContiguousArray(repeating: false, count: system.groupCount)
    groups = system.groups
  }

  /// Sets a constant; returns whether it changed.
  mutating func setConstant(_ constraint: Int, _ constant: Double) -> Bool {
    Self.change(&constants[constraint], to: constant)
  }

  /// Sets a multiplier; returns whether it changed.
  mutating func setMultiplier(_ constraint: Int, _ multiplier: Double) -> Bool {
    Self.change(&multipliers[constraint], to: multiplier)
  }

  /// Sets whether a constraint is present; returns whether that changed.
  mutating func setPresent(_ constraint: Int, _ present: Bool) -> Bool {
    Self.change(&isPresent[constraint], to: present)
  }

  /// Switches a group; returns whether that changed.
  mutating func setGroup(_ group: Int, active: Bool) -> Bool {
    Self.change(&groupIsActive[group], to: active)
  }

  private static func change<Value: Equatable>(_ value: inout Value, to new: Value) -> Bool {
    defer { value = new }
    return value != new
  }

  /// Whether a constraint holds.
  func holds(_ constraint: Int) -> Bool {
    isPresent[constraint] && (groups[constraint].map { groupIsActive[$0] } ?? true)
  }
}
