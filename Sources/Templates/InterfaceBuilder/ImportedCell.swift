import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments
import XMLDocuments

/// One cell of an Interface Builder file: its views, guides and constraints, in document order.
struct ImportedCell {
  /// The views, depth first.
  ///
  /// View 0 is the cell.
  var views: [ImportedView] = []
  var guides: [ImportedGuide] = []
  var constraints: [ImportedConstraint] = []
  /// The views and guides by object id.
  var items: [String: ImportedConstraint.Item] = [:]
  /// For each omitted object, by its object id, the code of the note about it.
  var leftOut: [String: TemplateProblem.Code] = [:]

  /// Whether the cell is in an inset grouped table.
  var isInset = false

  var content: Int? { views.firstIndex { $0.role == .content && $0.parent == 0 } }

  /// The cell's frame on the canvas, in points.
  ///
  /// If the file has none, it is the frame of the content view, or else 320 × 44 points.
  var canvas: Rect {
    views.first?.frame ?? content.flatMap { views[$0].frame }
      ?? Rect(x: 0, y: 0, width: 320, height: 44)
  }

  /// Whether the canvas gives the size of a view before layout.
  func hasCanvas(_ index: Int) -> Bool {
    views[index].role == .root || (index == content) || views[index].frame != nil
  }

  /// Indices of a view's direct subviews, in document order.
  func subviews(of index: Int) -> [Int] {
    views.indices.filter { views[$0].parent == index }
  }
}

struct ImportedViewReader {
  private let context: ImportContext
  private(set) var cell = ImportedCell()
  private(set) var isOverLimit = false

  init(context: ImportContext) { self.context = context }

  mutating func read(_ root: XMLElement) {
    add(root, parent: nil, isArranged: false, isContent: false, depth: 0)
  }

  private mutating func add(
    _ element: XMLElement, parent: Int?, isArranged: Bool, isContent: Bool, depth: Int
  ) {
    let limits = context.limits
    guard cell.views.count <= limits.views, depth <= limits.nesting else {
      isOverLimit = true
      return
    }
    let index = cell.views.count
    let role = ImportedView.role(
      of: element, isArranged: isArranged, isContent: isContent, isRoot: parent == nil)
    let object = element["id"] ?? ""
    cell.views.append(ImportedView(element: element, object: object, role: role, parent: parent))
    declare(object, .view(index), line: element.line)
    listVariations(of: element)
    for guide in element.children
    where guide.name == "viewLayoutGuide" || guide.name == "layoutGuide" {
      cell.guides.append(ImportedGuide(key: guide["key"] ?? "", owner: index))
      declare(guide["id"] ?? "", .guide(cell.guides.count - 1), line: guide.line)
    }
    for view in element.children.filter(Self.isContent) {
      add(view, parent: index, isArranged: false, isContent: true, depth: depth + 1)
    }
    let excluded = context.classes.excluded("subviews", of: element)
    for view in element.children("subviews").flatMap(\.children) {
      let id = view["id"] ?? ""
      if excluded.contains(id) {
        context.note(
          .importedVariation, line: view.line, "views that are not installed for the size class",
          "they are left out, and their constraints with them")
        leaveOut(view, .importedVariation)
      } else if ImportedView.containerKinds.contains(element.name) {
        context.note(
          .importedContent, line: view.line, "views inside a \(element.name)",
          "they are left out, because it lays them out itself; their constraints with them")
        leaveOut(view, .importedContent)
      } else {
        add(
          view, parent: index, isArranged: element.name == "stackView", isContent: false,
          depth: depth + 1)
      }
    }
  }

  /// Adds notes about variations for other size classes, except variations of installed
  /// constraints.
  private func listVariations(of element: XMLElement) {
    for variation in element.children("variation") {
      guard let key = variation["key"], key.contains("Class="),
        context.classes.specificity(of: key) == nil
      else { continue }
      let isMore =
        variation.attributes.count > 1
        || variation.children.contains { $0.name != "mask" || $0["key"] != "constraints" }
      if isMore {
        context.note(
          .importedVariation, line: variation.line, "a variation of a view for other size classes",
          "it is left out: text and views are those of the size classes imported")
      }
    }
  }

  /// Whether an element is a cell's content view.
  private static func isContent(_ element: XMLElement) -> Bool {
    element["key"] == "contentView"
      && ["tableViewCellContentView", "collectionViewCellContentView", "view"].contains(
        element.name)
  }

  /// Adds an item under its object id.
  ///
  /// If an object id occurs repeatedly, the first item is kept.
  private mutating func declare(_ object: String, _ item: ImportedConstraint.Item, line: Int) {
    guard !object.isEmpty else { return }
    if cell.items[object] == nil {
      cell.items[object] = item
    } else {
      context.note(
        .importedReference, line: line, "a second object with the id '\(Self.plain(object))'",
        "constraints mean the first one; repair the file")
    }
  }

  /// Records the object ids of omitted objects, so that their constraints are not reported as
  /// broken.
  private mutating func leaveOut(_ element: XMLElement, _ code: TemplateProblem.Code) {
    if let id = element["id"] { cell.leftOut[id] = code }
    for child in element.children { leaveOut(child, code) }
  }

  /// Converts a text of the file to one short line, for a message.
  static func plain(_ text: String) -> String {
    DocumentNode.shortened(String(text.map { $0.isNewline || $0 == "\u{0}" ? " " : $0 }))
  }
}

/// A view of an Interface Builder file.
struct ImportedView {
  /// The rule that decides the frame of a view.
  enum Role: Hashable {
    /// The view is the cell, which is laid out in the environment.
    case root
    /// The view is the `contentView` of a cell, and fills the cell.
    case content
    /// A stack view arranges the view.
    case arranged
    /// The saved frame and the autoresizing mask of the view decide.
    case framed
    /// The constraints of the view decide.
    case constrained
  }

  let element: XMLElement
  let object: String
  let role: Role
  /// Index of the superview, or `nil` for the root.
  let parent: Int?
  /// The view's id in the document.
  var name = ""

  /// The name of the view's element, such as `imageView`.
  var kind: String { element.name }

  /// The saved frame in points; `nil` when it is missing or does not decide the layout.
  var frame: Rect? {
    guard role == .root || role == .content || role == .framed else { return nil }
    return element.child("rect", key: "frame").flatMap { Rect($0) }
  }

  static func role(
    of element: XMLElement, isArranged: Bool, isContent: Bool, isRoot: Bool
  ) -> Role {
    if isRoot { return .root }
    if isContent { return .content }
    if isArranged { return .arranged }
    let isConstrained =
      element["translatesAutoresizingMaskIntoConstraints"] == "NO"
      && element["fixedFrame"] != "YES"
    return isConstrained ? .constrained : .framed
  }

  /// Names of elements that are cells or other reusable views of lists.
  static let cellKinds = ["tableViewCell", "collectionViewCell", "collectionReusableView"]

  /// Names of elements that lay out their subviews themselves.
  static let containerKinds = [
    "scrollView", "tableView", "collectionView", "webView", "wkWebView", "mapView", "textView",
    "pickerView", "datePicker", "searchBar", "toolbar", "navigationBar", "tabBar",
  ]
}

struct ImportedGuide {
  /// The kind of guide, such as `safeArea` or `layoutMargins`.
  let key: String
  let owner: Int
}
