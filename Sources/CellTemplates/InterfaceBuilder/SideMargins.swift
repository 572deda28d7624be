import StructuredDocuments
import AutoLayout
import XMLDocuments

/// The margins at the sides of a table's cell when the app runs, which depend on the cell's width.
///
/// A document's margins are numbers. So a constraint with such a margin is written with the edge
/// instead and a constant that depends on the environment.
struct SideMargins {
  /// The margin of phones, and that of phones from 414 points of width on, in points; in an inset
  /// grouped table both are one.
  ///
  /// Source: iOS 11 and later; not verified by files.
  private let widths: (narrow: Double, wide: Double)

  /// Different constants that are made; constraints beyond keep the narrow margin.
  private static let capacity = 100

  /// Index of the content view, whose margins they are.
  private let content: Int?
  /// Margins that the file gives the content view, below which these are not: leading, trailing.
  private let least: (leading: Double, trailing: Double)
  /// The constants so far.
  private(set) var constants: [(name: String, narrow: Double, wide: Double)] = []

  /// None where the cell is no table's, or the file decides its margins.
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

  /// Puts edges in the place of margins of the content view.
  ///
  /// - Parameter content: The content view's id in the document.
  /// - Returns: The constant of the constraint; `nil` where it speaks of no such margin.
  mutating func replace(
    _ constraint: ImportedConstraint, _ first: inout ParsedConstraint.Anchor,
    _ second: inout ParsedConstraint.Anchor?, multiplier: Double, content id: String
  ) -> Quantity? {
    guard content != nil, constants.count < Self.capacity else { return nil }
    var (narrow, wide) = (constraint.constant, constraint.constant)
    var isReplaced = false
    // An inset towards the trailing edge adds on the right-hand side and takes off on the left.
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

  /// The constant of two values, which is made where it is new.
  private mutating func name(_ narrow: Double, _ wide: Double) -> String {
    if let known = constants.first(where: { $0.narrow == narrow && $0.wide == wide }) {
      return known.name
    }
    let isPlain = narrow == widths.narrow && wide == widths.wide
    let name = isPlain ? "sideMargin" : "sideMargin\(constants.count + 2)"
    constants.append((name, narrow, wide))
    return name
  }

  /// Their entries in the `constants` of the document.
  func entries(line: Int) -> [DocumentNode.Entry] {
    constants.map {
      .init(constant: $0.name, $0.narrow, where: "width >= 414", $0.wide, line: line)
    }
  }
}
