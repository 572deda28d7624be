/// The sides of an intrinsic content size that come from the record, in points.
public struct BoundSize: Hashable, Sendable {
  /// The width, or `nil` when it does not come from the record.
  public internal(set) var width: BoundNumber?
  /// The height, or `nil` when it does not come from the record.
  public internal(set) var height: BoundNumber?

  /// The bindings of the width, then those of the height.
  var bindings: [Binding] { (width?.bindings ?? []) + (height?.bindings ?? []) }

  mutating func intern(in table: inout PathTable) {
    width?.intern(in: &table)
    height?.intern(in: &table)
  }
}
