/// What is bound to the constraints of a template: their numbers, and which of them hold.
struct BoundConstraints: Sendable {
  /// Constants, in points.
  private(set) var constants: ContiguousArray<Double>
  private(set) var multipliers: ContiguousArray<Double>
  private(set) var isPresent: ContiguousArray<Bool>
  private(set) var groupIsActive: ContiguousArray<Bool>
  private let groups: [Int?]

  /// The numbers of the template, every constraint present and every group off.
  init(_ system: LayoutSystem) {
    constants = ContiguousArray(system.constraints.map(\.constant))
    multipliers = ContiguousArray(system.constraints.map(\.multiplier))
    isPresent = ContiguousArray(repeating: true, count: system.constraints.count)
    groupIsActive = ContiguousArray(repeating: false, count: system.groupCount)
    groups = system.groups
  }

  /// Changes a constant; whether it was another one.
  mutating func setConstant(_ constraint: Int, _ constant: Double) -> Bool {
    Self.change(&constants[constraint], to: constant)
  }

  /// Changes a multiplier; whether it was another one.
  mutating func setMultiplier(_ constraint: Int, _ multiplier: Double) -> Bool {
    Self.change(&multipliers[constraint], to: multiplier)
  }

  /// Leaves a constraint out or takes it in again; whether that changes anything.
  mutating func setPresent(_ constraint: Int, _ present: Bool) -> Bool {
    Self.change(&isPresent[constraint], to: present)
  }

  /// Switches a group; whether that changes anything.
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
