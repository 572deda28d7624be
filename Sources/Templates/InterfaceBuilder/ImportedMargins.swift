import AutoLayout
import LayoutPrimitives
import StructuredDocuments
import XMLDocuments

/// Finds the layout margins of a cell and its content view, [top, leading, bottom, trailing] in
/// points.
///
/// Source: a table in docs/interface-builder.md, fitted to several hundred margin constraints in
/// files saved by Xcode. Apple documents no such table.
struct ImportedMargins {
  /// The version of the tools that saved the file, up to its dot.
  var toolsVersion: Int
  var device: CanvasDevice
  var mode: InterfaceBuilderMode

  /// The default margins of views, [top, leading, bottom, trailing] in points.
  static let standard: [Double] = [8, 8, 8, 8]

  /// The margins of a view, [top, leading, bottom, trailing] in points; `nil` for the default.
  func margins(of view: ImportedView, in cell: ImportedCell) -> [Double]? {
    let base = base(of: view, in: cell)
    guard let explicit = Self.explicit(view.element) else {
      return base == Self.standard ? nil : base
    }
    guard preserves(view), view.role == .content else { return explicit }
    return zip(explicit, base).map { max($0, $1) }
  }

  /// Whether the view preserves its superview's margins.
  func preserves(_ view: ImportedView) -> Bool {
    view.element["preservesSuperviewLayoutMargins"] == "YES"
  }

  /// The margins of a view that the file declares, [top, leading, bottom, trailing] in points.
  ///
  /// It is `nil` if the file declares none.
  static func explicit(_ element: XMLElement) -> [Double]? {
    for child in element.children {
      let names: [String]
      switch child["key"] {
      case "layoutMargins": names = ["top", "left", "bottom", "right"]
      case "directionalLayoutMargins": names = ["top", "leading", "bottom", "trailing"]
      default: continue
      }
      if let values = child.lengths(names) { return values }
    }
    return nil
  }

  private func base(of view: ImportedView, in cell: ImportedCell) -> [Double] {
    guard let root = cell.views.first else { return Self.standard }
    let isContent = view.role == .content && view.parent == 0
    switch (mode, root.kind) {
    case (.runtime, "tableViewCell") where isContent || view.role == .root:
      let side = cell.isInset ? Self.insetSide : 16
      return [11, side, 11, side]
    case (.canvas, "tableViewCell") where isContent: return canvas(view, root, cell.isInset)
    case (.canvas, "tableViewCell") where view.role == .root && toolsVersion >= 13_000:
      let side = tableSide(root.frame?.width ?? 0, preserves(view), cell.isInset)
      return [edge, side, edge, side]
    case (.canvas, "collectionViewCell"), (.canvas, "collectionReusableView"):
      guard view.role == .root, toolsVersion >= 13_000 else { return Self.standard }
      let side = side(width: root.frame?.width ?? 0, preserves: preserves(view))
      return [0, side, 0, side]
    default: return Self.standard
    }
  }

  /// The leading and trailing margin of a cell of an inset grouped table, in points.
  static let insetSide = 20.0

  /// Whether the file was saved by Xcode 26, whose canvas shows iOS 26.
  ///
  /// Versions from 32000 on are excluded, because some tools write 32700.99.
  var isRecent: Bool { (24_000..<32_000).contains(toolsVersion) }

  /// The margins of a table cell's content view on the canvas, in points.
  ///
  /// Their order is [top, leading, bottom, trailing].
  private func canvas(_ view: ImportedView, _ root: ImportedView, _ isInset: Bool) -> [Double] {
    guard toolsVersion >= 13_000 else { return Self.standard }
    let cell = root.frame ?? Rect(x: 0, y: 0, width: 0, height: 0)
    let content = view.frame ?? cell
    let side = tableSide(cell.width, preserves(view), isInset)
    var bottom = edge
    if toolsVersion < 14_800 {
      let separator = cell.height - (content.y + content.height)
      if separator > 0, separator <= 1 { bottom -= separator }
    }
    let hasAccessory = cell.width - content.width > 2
    return [edge, side, bottom, hasAccessory ? 8 : side]
  }

  /// The top and bottom margin of a table cell on the canvas, in points, from Xcode 9 on.
  private var edge: Double { isRecent ? 15 : 11 }

  /// The leading and trailing margin of a table cell on the canvas, in points, from Xcode 9 on.
  private func tableSide(_ width: Double, _ preserves: Bool, _ isInset: Bool) -> Double {
    if isInset { return Self.insetSide }
    return isRecent ? 20 : side(width: width, preserves: preserves)
  }

  /// The leading and trailing margin of a cell on the canvas, in points, from Xcode 9 to 16.
  private func side(width: Double, preserves: Bool) -> Double {
    if toolsVersion < 14_800 { return width >= 402 ? 20 : 16 }
    if toolsVersion < 17_000 { return width >= 414 && preserves ? 20 : 15 }
    let isWide = device.isWidePhone && (preserves || device.name != "retina5_5")
    return width >= 414 && isWide ? 20 : 16
  }
}

/// The leading and trailing margins of a table cell in the running app.
///
/// They depend on the cell's width, but the margins of a document are fixed. So a constraint to
/// such a margin is written as a constraint to the edge, with a constant that depends on the
/// environment.
struct SideMargins {
  /// The margins of phones narrower than 414 points, and of other devices, in points.
  ///
  /// Source: iOS 11 and later; no files confirm these values.
  private let widths: (narrow: Double, wide: Double)

  /// Maximum number of different constants.
  ///
  /// Further constraints get the margin of narrow phones.
  private static let capacity = 100

  /// Index of the content view; `nil` when its margins do not depend on the width.
  private let content: Int?
  /// Minimum margins in points, as the file declares them for the content view.
  private let least: (leading: Double, trailing: Double)
  private(set) var constants: [(name: String, narrow: Double, wide: Double)] = []

  /// Finds the content view of a table cell whose margins depend on its width.
  ///
  /// For other cells, `content` is `nil`.
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

  /// Replaces margins of the content view by edges in a constraint.
  ///
  /// - Parameter id: The content view's id in the document.
  /// - Returns: The new constant of the constraint, or `nil` when it has no such margin.
  mutating func replace(
    _ constraint: ImportedConstraint, _ first: inout ParsedConstraint.Anchor,
    _ second: inout ParsedConstraint.Anchor?, multiplier: Double, content id: String
  ) -> Quantity? {
    guard content != nil, constants.count < Self.capacity else { return nil }
    var (narrow, wide) = (constraint.constant, constraint.constant)
    var isReplaced = false
    // A trailing inset is added to the right-hand side of a constraint, or subtracted on the left.
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
  ///   - narrow: The value for widths below 414 points.
  ///   - wide: The value for widths from 414 points on.
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
