public import AutoLayout

/// The reason why a scene refuses a change or a layout; the scene is then unchanged.
public enum SceneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Two items would have the same name.
  case duplicateName(String)
  /// A handle or an anchor refers to no item of this scene.
  case unknownItem(Int)
  /// No item of the scene has the name.
  case unknownName(String)
  /// An id refers to no constraint in the scene.
  case unknownConstraint
  /// An id refers to no group of this scene.
  case unknownGroup
  /// A permanent constraint cannot be removed, and its multiplier and priority cannot be changed.
  case permanent(String)
  /// UIKit refuses the pair of attributes.
  case pairing(constraint: String, found: String, expected: String)
  /// A number is not finite or too large, or a size that must not be negative is.
  case absurdNumber(String, Double)
  /// A text cannot be measured without a `ContentSizing`.
  case textNeedsSizing(String)
  /// An intrinsic size was set for an item whose content is text.
  case contentIsText(String)
  /// The maximum number of items or constraints would be exceeded.
  case tooMany(String, limit: Int)
  /// A visual format string cannot be parsed or used.
  case visualFormat(NotationError)
  /// A view cannot be arranged by a stack.
  case stack(String)
  /// A grid is invalid, or its cells or their views are.
  case grid(String)
  /// Margins that depend on superviews' margins did not settle within the maximum number of passes.
  case marginLoop(passes: Int, items: [String])
  /// The engine found no layout.
  case layout(LayoutError)

  /// The error as one sentence for a person.
  public var description: String {
    switch self {
    case .duplicateName(let name):
      "there is an item '\(name)' already; give the new one another name"
    case .unknownItem(let index):
      "item \(index) is none of this scene; use the handle that this scene's addItem returned"
    case .unknownName(let name): "no item of the scene is called '\(name)'"
    case .unknownConstraint: "the constraint is not in the scene (any more)"
    case .unknownGroup: "the group is none of this scene; use what its addGroup returned"
    case .permanent(let name):
      "the constraint '\(name)' was added for good; add it without isPermanent to change it"
    case .pairing(let constraint, let found, let expected):
      "the constraint '\(constraint)' pairs \(found); expected \(expected)"
    case .absurdNumber(let place, let value):
      "\(place) is \(value); it must be a finite number of a size that a screen can have"
    case .textNeedsSizing(let item):
      "the item '\(item)' is text; hand a ContentSizing to the layout"
    case .contentIsText(let item):
      "the item '\(item)' is text and gets its size from ContentSizing, not from setIntrinsic"
    case .tooMany(let things, let limit): "a scene holds at most \(limit) \(things)"
    case .visualFormat(let error): "visual format: \(error)"
    case .stack(let reason), .grid(let reason): reason
    case .marginLoop(let passes, let items):
      "layout feedback loop: after \(passes) passes the margins that "
        + items.map { "'\($0)'" }.joined(separator: ", ")
        + " preserves from its superview still change with the layout"
    case .layout(let error): error.description
    }
  }
}
