import AutoLayout

/// A constraint of an Interface Builder file whose items are known.
struct ImportedConstraint {
  enum Item: Hashable {
    case view(Int)
    case guide(Int)
  }

  /// An attribute of an item.
  struct Anchor: Hashable {
    var item: Item
    var attribute: Attribute
  }

  /// The widths for which it is installed.
  enum Width: Hashable {
    case all
    /// Only where the width is compact, or only where it is regular.
    case compact, regular
  }

  let object: String
  /// Its outlet's name or its identifier.
  var name: String?
  let line: Int
  /// Index of the view that holds it.
  let owner: Int
  var first: Anchor
  var relation: Relation
  var multiplier: Double
  var second: Anchor?
  var constant: Double
  var priority: Int
  var width = Width.all
  /// The constant for regular width, where it differs.
  var regularConstant: Double?
}
