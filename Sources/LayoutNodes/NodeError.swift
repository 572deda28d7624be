public import AutoLayout

/// Why a tree of nodes, or one of its constraints, cannot be laid out.
///
/// Operators cannot throw, so the manager of the root collects what they did wrong.
public enum NodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A constraint, by its text, ties nodes that are not in one tree.
  case unrelated(String)
  /// A node, by its name, is in the tree twice, or contains itself.
  case repeated(String)
  /// A node, by its name, answered a size that is negative, not finite or too large.
  case absurdSize(String, Double)
  /// Frames are to be applied to a tree with other numbers of nodes.
  case otherTree
  /// The scene refuses a constraint or the layout.
  case scene(SceneError)

  /// The error as one sentence for a person.
  public var description: String {
    switch self {
    case .unrelated(let constraint):
      "the constraint '\(constraint)' ties nodes of different trees; "
        + "add both to one tree, or set isActive to false"
    case .repeated(let node):
      "the node '\(node)' is in the tree twice or contains itself; a node has one superItem"
    case .absurdSize(let node, let value):
      "the content of '\(node)' measures \(value); it must be a finite number from 0 on, "
        + "or Size.noIntrinsicMetric"
    case .otherTree: "the frames are those of another tree; apply them to an equal one"
    case .scene(let error): error.description
    }
  }
}
