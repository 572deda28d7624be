import LayoutPrimitives
import XMLDocuments

/// Finds the layout margins of a cell and its content view, [top, leading, bottom, trailing] in
/// points.
///
/// Source: a table fitted to several hundred margin constraints in files that Xcode saved, because
/// Apple documents no such table; docs/interface-builder.md has it.
struct ImportedMargins {
  /// The version of the tools that saved the file, without the part after its dot.
  var toolsVersion: Int
  var device: CanvasDevice
  var mode: InterfaceBuilderMode

  /// The default margins of views.
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

  /// The margins that the file declares for a view, [top, leading, bottom, trailing] in points, or
  /// `nil`.
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
  /// Versions from 32000 on are not releases: some tools write 32700.99.
  var isRecent: Bool { (24_000..<32_000).contains(toolsVersion) }

  /// The margins of a table cell's content view on the canvas, [top, leading, bottom, trailing].
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

  /// The top and bottom margin of a table's cell on the canvas, in points, from Xcode 9 on.
  private var edge: Double { isRecent ? 15 : 11 }

  /// The leading and trailing margin of a table's cell on the canvas, in points, from Xcode 9 on.
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
