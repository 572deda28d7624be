import AutoLayout

/// A constraint of an Interface Builder file whose items are known.
struct ImportedConstraint {
  /// What a constraint may speak of.
  enum Item: Hashable {
    case view(Int)
    case guide(Int)
  }

  /// An attribute of an item.
  struct Anchor: Hashable {
    var item: Item
    var attribute: Attribute
  }

  /// For which widths it is installed.
  enum Width: Hashable {
    case all
    /// Only where the width is compact, or only where it is regular.
    case compact, regular
  }

  /// Its object id.
  let object: String
  /// The name that people gave it: its outlet's or its identifier.
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
  /// For which widths it is installed.
  var width = Width.all
  /// The constant where the width is regular, if it is another one.
  var regularConstant: Double?
}
