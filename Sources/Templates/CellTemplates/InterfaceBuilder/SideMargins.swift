import StructuredDocuments
import AutoLayout
import XMLDocuments

/// The leading and trailing margins of a table's cell in the running app, which depend on its
/// width.
///
/// The margins of a document are fixed. So a constraint to such a margin is written with the edge,
/// and a constant that depends on the environment.
struct SideMargins {
  /// The margins of phones narrower than 414 points, and of others, in points.
  ///
  /// Source: iOS 11 and later, not verified by files.
  private let widths: (narrow: Double, wide: Double)

  /// Maximum number of different constants.
  ///
  /// Further constraints get the narrow margin.
  private static let capacity = 100

  /// Index of the content view, or `nil` when its margins do not depend on the width.
  private let content: Int?
  /// Minimum margins in points, which the file declares for the content view.
  private let least: (leading: Double, trailing: Double)
  private(set) var constants: [(name: String, narrow: Double, wide: Double)] = []

  /// Finds the content view; `content` is `nil` unless a table's cell has margins that depend on
  /// its width.
  init(_ cell: ImportedCell, mode: InterfaceBuilderMode) {
    let content = cell.content
    var least = (leading: 0.0, trailing: 0.0)
    var isFree = mode == .runtime && cell.views.first?.kind == "tableViewCell"
    if isFree, let content, let explicit = ImportedMargins.explicit(cell.views[content].element) {
      isFree = cell.views[content].element["preservesSuperviewLayoutMargins"] == "YES"
      least = (explicit[1], explicit[3])
    }
    self.content = isFree ? content : nil
    self.least = least
    widths = (cell.isInset ? ImportedMargins.insetSide : 16, 20)
  }

  /// Replaces margins of the content view in a constraint by edges.
  ///
  /// - Parameter id: The content view's id in the document.
  /// - Returns: The new constant of the constraint, or `nil` when the constraint has no such
  ///   margin.
  mutating func replace(
    _ constraint: ImportedConstraint, _ first: inout ParsedConstraint.Anchor,
    _ second: inout ParsedConstraint.Anchor?, multiplier: Double, content id: String
  ) -> Quantity? {
    guard content != nil, constants.count < Self.capacity else { return nil }
    var (narrow, wide) = (constraint.constant, constraint.constant)
    var isReplaced = false
    // A trailing inset is added on the right-hand side of a constraint and subtracted on the left.
    func take(_ anchor: inout ParsedConstraint.Anchor, factor: Double) {
      guard anchor.item == .named(id) else { return }
      let isLeading = anchor.attribute == .leadingMargin
      guard isLeading || anchor.attribute == .trailingMargin else { return }
      anchor.attribute = isLeading ? .leading : .trailing
      let floor = isLeading ? least.leading : least.trailing
      let sign = isLeading ? factor : 0 - factor
      narrow += sign * max(widths.narrow, floor)
      wide += sign * max(widths.wide, floor)
      isReplaced = true
    }
    take(&first, factor: -1)
    if var anchor = second {
      take(&anchor, factor: multiplier)
      second = anchor
    }
    guard isReplaced else { return nil }
    guard narrow != wide else { return .literal(narrow) }
    return narrow < 0
      ? .named(name(0 - narrow, 0 - wide), isNegated: true, offset: 0)
      : .named(name(narrow, wide), isNegated: false, offset: 0)
  }

  /// The name of the constant with two values, which is added if it is new.
  ///
  /// - Parameters:
  ///   - narrow: The value below 414 points of width.
  ///   - wide: The value from 414 points of width on.
  private mutating func name(_ narrow: Double, _ wide: Double) -> String {
    if let known = constants.first(where: { $0.narrow == narrow && $0.wide == wide }) {
      return known.name
    }
    let isPlain = narrow == widths.narrow && wide == widths.wide
    let name = isPlain ? "sideMargin" : "sideMargin\(constants.count + 2)"
    constants.append((name, narrow, wide))
    return name
  }

  func entries(line: Int) -> [DocumentNode.Entry] {
    constants.map {
      .init(constant: $0.name, $0.narrow, where: "width >= 414", $0.wide, line: line)
    }
  }
}
