public import AutoLayout

/// The reason why a scene refuses a change or has no layout.
public enum SceneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Two items would have the given name.
  case duplicateName(String)
  /// A handle or an anchor with the given index refers to no item of this scene.
  case unknownItem(Int)
  /// No item of the scene has the given name.
  case unknownName(String)
  /// An id refers to no constraint in the scene.
  case unknownConstraint
  /// An id refers to no group of this scene.
  case unknownGroup
  /// The constraint, given by name, is permanent: it cannot be removed, and its multiplier and
  /// priority cannot be changed.
  case permanent(String)
  /// UIKit refuses the pair of attributes of a constraint; `found` is the pair, `expected` says
  /// what to write instead.
  case pairing(constraint: String, found: String, expected: String)
  /// The described number is not finite or too large, or is a negative size.
  case absurdNumber(String, Double)
  /// The item, given by name, is a text, which cannot be measured without a `ContentSizing`.
  case textNeedsSizing(String)
  /// An intrinsic size was set for an item, given by name, whose content is text.
  case contentIsText(String)
  /// The maximum number of items or of constraints would be exceeded; the text says of which.
  case tooMany(String, limit: Int)
  /// A visual format string cannot be parsed or used.
  case visualFormat(NotationError)
  /// A stack is invalid or cannot arrange a view, for the given reason.
  case stack(String)
  /// A grid, a cell of a grid or a view in a cell is invalid, for the given reason.
  case grid(String)
  /// The margins of the named items, which depend on superviews' margins, did not settle within the
  /// maximum number of layouts.
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
    case .absurdNumber(let name, let value):
      "\(name) is \(value); it must be a finite number of a size that a screen can have"
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
