import AutoLayout

/// A constraint of an Interface Builder file, with its items resolved.
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

  /// The width classes for which the constraint is installed.
  enum Width: Hashable {
    case all
    /// Only in compact width, or only in regular width.
    case compact, regular
  }

  let object: String
  /// The name of the constraint's outlet, otherwise its identifier, or `nil`.
  var name: String?
  let line: Int
  /// Index of the view that contains the constraint in the file.
  let owner: Int
  var first: Anchor
  var relation: Relation
  var multiplier: Double
  var second: Anchor?
  var constant: Double
  var priority: Int
  var width = Width.all
  /// The constant in regular width, or `nil` when it is the same.
  var regularConstant: Double?
}
