/// Why a scene refuses what it was asked; the scene is then as it was before.
public enum SceneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Two items would have one name.
  case duplicateName(String)
  /// A handle or an anchor belongs to no item of this scene.
  case unknownItem(Int)
  /// No item has that name.
  case unknownName(String)
  /// An id belongs to no constraint that is in the scene.
  case unknownConstraint
  /// An id belongs to no group of this scene.
  case unknownGroup
  /// A constraint that was added for good cannot be taken out, nor change its terms.
  case permanent(String)
  /// UIKit would refuse the pair of attributes.
  case pairing(constraint: String, found: String, expected: String)
  /// A number is not finite, or so large or negative that the layout would be noise.
  case absurdNumber(String, Double)
  /// Text cannot be laid out without somebody who measures it.
  case textNeedsSizing(String)
  /// The item's size comes from its text.
  case contentIsText(String)
  /// A scene holds no more items or constraints.
  case tooMany(String, limit: Int)
  /// A visual format string cannot be read, or not used here.
  case visualFormat(NotationError)
  /// A view cannot be arranged by a stack.
  case stack(String)
  /// Margins preserved from superviews never settled: the items that have them.
  case marginLoop(passes: Int, items: [String])
  /// There is no layout.
  case layout(LayoutError)

  /// One sentence for a person.
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
    case .stack(let reason): reason
    case .marginLoop(let passes, let items):
      "layout feedback loop: after \(passes) passes the margins that "
        + items.map { "'\($0)'" }.joined(separator: ", ")
        + " preserves from its superview still change with the layout"
    case .layout(let error): error.description
    }
  }
}
