import AutoLayout
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments

/// Reads the `views` of a document, depth first.
///
/// View `i` belongs to layout item `i`.
struct ViewReader {
  private(set) var views: [TemplateView] = [TemplateView(id: "cell", kind: .cell, parent: nil)]
  private(set) var items: [LayoutItem]
  /// The stacks in document order.
  private(set) var stacks: [StackDeclaration] = []
  /// The grids in document order.
  private(set) var grids: [TrackedGrid] = []
  /// The views that are placed by frames, in document order.
  private(set) var placements: [ViewPlacement] = []
  /// The conditions under which views are hidden, which are parsed once all labels are known.
  private(set) var hiddenTexts: [(view: Int, text: String, line: Int)] = []
  /// The size of each superview, in points, for which the frames of its subviews were saved.
  ///
  /// The keys are the indices of the superviews.
  private(set) var canvases: [Int: Size] = [:]
  /// The distance after each arranged view that declares a distance, in points, by the view's
  /// index.
  private(set) var spacings: [Int: Double] = [:]
  /// Indices of the subviews that their stack or grid does not arrange.
  private(set) var loose: Set<Int> = []
  private let context: DocumentContext
  /// The verification of ambiguity for views that declare none.
  private let verification: AmbiguityVerification
  private var identifiers: ViewIdentifiers
  private var isOverLimit = false
  /// Nesting depth of the view that is being read.
  private var depth = 0

  /// Creates a reader with the cell as view 0.
  ///
  /// - Parameters:
  ///   - cell: The item of the cell, with its margins and its verification of ambiguity.
  ///   - canvas: The size of the cell for which the frames were saved, in points.
  ///   - object: The cell's object id in an Interface Builder file.
  init(cell: LayoutItem, canvas: Size?, object: String?, context: DocumentContext) {
    self.context = context
    identifiers = ViewIdentifiers(context: context)
    items = [cell]
    views[0].objectID = object
    verification = cell.verification
    canvases[0] = canvas
  }

  /// Adds a guide that a stack, a grid or a frame needs.
  ///
  /// - Returns: The index of the guide in `views`.
  mutating func addGuide(_ name: String, in parent: Int) -> Int {
    views.append(TemplateView(id: name, kind: .guide, parent: parent))
    items.append(LayoutItem(name: name, parent: parent, verification: .never))
    return views.count - 1
  }

  /// Sets the guides that take the width and the height of a view's content.
  mutating func setContentItems(_ view: Int, _ content: GridProgram.ContentItems) {
    items[view].contentWidthItem = content.width
    items[view].contentHeightItem = content.height
  }

  mutating func setHidden(_ view: Int, when condition: Condition) {
    views[view].hiddenWhen = condition
  }

  /// Reads a list of views below a parent.
  mutating func read(_ nodes: [DocumentNode], parent: Int) {
    guard let first = nodes.first, !isOverLimit else { return }
    guard depth < context.limits.nesting else {
      isOverLimit = true
      context.reportLimit(
        context.limits.nesting, line: first.line,
        found: "more than \(context.limits.nesting) views inside one another")
      return
    }
    depth += 1
    defer { depth -= 1 }
    for node in nodes {
      guard !isOverLimit else { return }
      guard views.count <= context.limits.views else {
        isOverLimit = true
        context.reportLimit(
          context.limits.views, line: node.line, found: "more than \(context.limits.views) views")
        return
      }
      readView(node, parent: parent)
    }
  }

  private mutating func readView(_ node: DocumentNode, parent: Int) {
    let read = Fields(
      node, what: Self.name(of: node), sort: "a view", keys: ViewKeys.all, into: context)
    guard let fields = read else { return }
    let id = identifiers.read(fields)
    guard let kind = kind(fields) else {
      // An invalid view is added with its id, so that constraints on it are not reported too.
      views.append(TemplateView(id: id, kind: .view, parent: parent, line: fields.line))
      items.append(LayoutItem(name: id, parent: parent))
      self.read(fields.list("subviews"), parent: views.count - 1)
      return
    }
    ViewKeys.refuseForeign(fields, kind)

    let index = views.count
    var view = TemplateView(id: id, kind: kind, parent: parent, line: fields.line)
    readHidden(fields, of: &view, index)
    view.objectID = fields.text("object")
    if let (size, bound) = fields.intrinsic("intrinsic", ofText: isText(fields, kind)) {
      view.intrinsic = size
      view.boundIntrinsic = bound
    }
    switch kind {
    case .switch: view.intrinsic = .switchControl
    case .label: view.label = LabelReader.read(fields)
    case .button: view.label = ButtonReader.read(fields)
    case .image: view.image = ImageReader.read(fields)
    case .stack: stacks.append(StackDeclaration.read(fields, view: index))
    case .cell, .view, .grid, .guide, .spacer: break
    }
    views.append(view)
    items.append(item(fields, of: view))
    readPlace(fields, of: index, parent: parent)
    if kind == .grid { track(GridDeclaration(fields, view: index)) }
    self.read(fields.list("subviews"), parent: index)
  }

  /// Adds a grid, with a guide for each row and column that a condition hides.
  ///
  /// The guide has the same condition, so the row or column is hidden while the guide is hidden.
  private mutating func track(_ grid: GridDeclaration) {
    let id = views[grid.view].id
    var tracked = TrackedGrid(declaration: grid)
    func guide(_ hiding: GridDeclaration.Hiding?, _ name: String) -> Int? {
      guard let hiding else { return nil }
      let guide = addGuide(name, in: grid.view)
      hiddenTexts.append((guide, hiding.text, hiding.line))
      return guide
    }
    for (index, row) in grid.arrangement.rows.enumerated() {
      let guide = guide(grid.rowHiding[index], "\(id) row \(index + 1)")
      tracked.rows.append(guide.map { .guide($0) } ?? (row.isHidden ? .hidden : .shown))
    }
    for (index, column) in grid.arrangement.columns.enumerated() {
      let guide = guide(grid.columnHiding[index], "\(id) column \(index + 1)")
      tracked.columns.append(guide.map { .guide($0) } ?? (column.isHidden ? .hidden : .shown))
    }
    grids.append(tracked)
  }

  private func item(_ fields: Fields, of view: TemplateView) -> LayoutItem {
    var item = LayoutItem(name: view.id, parent: view.parent, content: Self.content(of: view))
    let size = fields.size("size")
    item.fixedWidth = size?.width
    item.fixedHeight = size?.height
    item.hugging = fields.priorities("hugging", default: .defaultHugging)
    item.compression = fields.priorities("compression", default: .defaultCompression)
    item.margins = fields.insets("margins", default: 8)
    item.preservesSuperviewMargins = fields.flag("preservesSuperviewMargins") ?? false
    item.alignmentInsets = fields.insets("alignmentInsets")
    if view.kind == .switch, fields["alignmentInsets"] == nil { item.alignmentInsets.trailing = 2 }
    item.verification = fields.word("ambiguity") ?? verification
    fields.checkKept()
    return item
  }

  /// Reads the key `hidden`: a boolean or a condition.
  private mutating func readHidden(_ fields: Fields, of view: inout TemplateView, _ index: Int) {
    guard let node = fields["hidden"] else { return }
    switch node.value {
    case .bool(let isHidden): view.isHidden = isHidden
    case .text:
      guard let text = fields.text("hidden") else { return }
      hiddenTexts.append((index, text, fields.line(of: "hidden")))
    default:
      fields.report("hidden", node, expected: "true, false or a condition such as \"not {image}\"")
    }
  }

  /// Reads the keys that place a view: its frame, its canvas, and its settings in a stack or a
  /// grid.
  private mutating func readPlace(_ fields: Fields, of index: Int, parent: Int) {
    canvases[index] = fields.extents("canvas")
    if let placement = ViewPlacement.read(fields, view: index) {
      placements.append(placement)
      if canvases[index] == nil {
        canvases[index] = Size(width: placement.frame.width, height: placement.frame.height)
      }
    }
    let isInStack = views[parent].kind == .stack
    let isInGrid = views[parent].kind == .grid
    for key in ["arranged", "spacingAfter"] where fields[key] != nil && !isInStack {
      if key == "arranged", isInGrid { continue }
      context.report(
        .unknownKey, line: fields.line(of: key), found: "'\(key)' on \(fields.what)",
        expected: "expected only on a subview of a stack" + (key == "arranged" ? " or grid" : ""))
    }
    if fields.flag("arranged") == false { loose.insert(index) }
    spacings[index] = fields.length("spacingAfter", expected: "points")
    if isInStack || isInGrid, fields["frame"] != nil, !loose.contains(index) {
      context.report(
        .invalidValue, line: fields.line(of: "frame"), found: "'frame' on an arranged view",
        expected: "expected 'arranged: false' beside it: a \(views[parent].kind.rawValue) places "
          + "the views it arranges")
    }
  }

  /// Whether a view has a text, which determines its intrinsic size.
  private func isText(_ fields: Fields, _ kind: TemplateView.Kind) -> Bool {
    kind == .label || kind == .button && fields["text"] != nil
  }

  /// The kind of content that determines the intrinsic size of a view.
  private static func content(of view: TemplateView) -> LayoutItem.Content {
    if view.kind == .label || view.label != nil { return .text }
    return view.intrinsic != nil || view.image != nil ? .intrinsic : .none
  }

  /// Describes a view in words, for messages.
  private static func name(of node: DocumentNode) -> String {
    node["id"]?.text.map { "the view '\(DocumentNode.shortened($0))'" } ?? "a view"
  }

  /// Reads the kind of a view; `nil`, with a problem reported, when it is unknown or unsupported.
  private func kind(_ fields: Fields) -> TemplateView.Kind? {
    guard let node = fields["kind"] else {
      fields.reportMissing("kind", expected: "one of " + ViewKeys.kinds.joined(separator: ", "))
      return nil
    }
    if let text = node.text, ViewKeys.unsupportedKinds.contains(text) {
      context.report(
        .unsupported, line: node.line, found: "the kind '\(text)'",
        expected: TemplateBox.Kind(rawValue: text) == nil
          ? "not supported by this version; build it from views and constraints"
          : "expected it in 'layout', where boxes stand instead of views with constraints")
      return nil
    }
    if let text = node.text, ViewKeys.kinds.contains(text) {
      return TemplateView.Kind(rawValue: text)
    }
    fields.report("kind", node, words: ViewKeys.kinds)
    return nil
  }
}

/// The keys that each kind of view may have.
enum ViewKeys {
  /// Keys of all kinds of views.
  private static let common =
    ["id", "kind", "size", "subviews", "object", "class"] + DocumentComposer.viewKeys
  /// Keys of all kinds of views except guides and spacers.
  private static let drawn =
    [
      "intrinsic", "hugging", "compression", "hidden", "margins", "preservesSuperviewMargins",
      "alignmentInsets", "ambiguity", "canvas", "arranged", "spacingAfter", "attributes",
    ] + ViewPlacement.keys
  private static let image = ["source", "scale"]
  /// Keys that labels and buttons have in common.
  private static let title = LabelReader.keys

  static let all =
    Array(
      Set(
        common + drawn + title + image + ButtonReader.keys + StackDeclaration.keys
          + GridDeclaration.keys)
    ).sorted()

  /// The names of the kinds of views that documents may declare.
  static let kinds = TemplateView.Kind.allCases.filter { $0 != .cell }.map(\.rawValue)

  /// Names of kinds of views that this version does not lay out.
  static let unsupportedKinds = ["box", "inset", "overlay", "flow", "sizeBox", "stackBox"]

  static func keys(of kind: TemplateView.Kind) -> [String] {
    let foreign = foreign(to: kind).map(\.key)
    return all.filter { !foreign.contains($0) }
  }

  /// Keys that are invalid for a kind of view, each with a description of the kinds that may have
  /// it.
  private static func foreign(to kind: TemplateView.Kind) -> [(key: String, home: String)] {
    var foreign: [(key: String, home: String)] = []
    if kind != .label, kind != .button { foreign += title.map { ($0, "a label or a button") } }
    if kind != .image { foreign += image.map { ($0, "an image") } }
    if kind != .button { foreign += ButtonReader.keys.map { ($0, "a button") } }
    if kind != .stack { foreign += StackDeclaration.keys.map { ($0, "a stack") } }
    if kind != .grid { foreign += GridDeclaration.keys.map { ($0, "a grid") } }
    if kind == .switch { foreign.append(("intrinsic", "other views: a switch has its own")) }
    if kind == .stack { foreign.append(("intrinsic", "other views: a stack has none")) }
    if kind == .grid { foreign.append(("intrinsic", "other views: a grid has none")) }
    if !kind.hasFrame {
      foreign += (drawn + ["subviews"]).map { ($0, "a view that is drawn") }
    }
    return foreign
  }

  /// Reports keys that are invalid for a kind of view.
  static func refuseForeign(_ fields: Fields, _ kind: TemplateView.Kind) {
    for (key, home) in foreign(to: kind) where fields[key] != nil {
      fields.context.report(
        .unknownKey, line: fields.line(of: key),
        found: "'\(key)' on \(kind == .image ? "an" : "a") \(kind.rawValue)",
        expected: "expected only on \(home)")
    }
  }
}

/// The ids of a document's views, each of which is declared once.
struct ViewIdentifiers {
  private let context: DocumentContext
  private var lines: [String: Int] = [:]

  init(context: DocumentContext) {
    self.context = context
  }

  /// Reads the id of a view; an invalid id is reported.
  mutating func read(_ fields: Fields) -> String {
    let expected = "a name that is stable in the output"
    guard let id = fields.required("id", expected: expected) else { return "" }
    let line = fields.line(of: "id")
    if id.isEmpty || id.contains("\"") || id.contains(where: \.isNewline) {
      context.report(
        .invalidValue, line: line, found: "the id '\(DocumentNode.shortened(id))'",
        expected: "expected a name on one line without double quotes")
    } else if id == "cell" {
      context.report(
        .duplicateName, line: line, found: "a view named 'cell'",
        expected: "expected another id; cell is the cell itself")
    } else {
      context.declare("view", id, line: line, in: &lines)
    }
    return id
  }
}

struct ImageReader {
  /// Reads the content of an image view; `nil` if it has no source.
  static func read(_ fields: Fields) -> ImageContent? {
    let scale = fields.number(
      "scale", in: 0.01...100, expected: "pixels per point from 0.01 to 100")
    guard let source = fields.boundText("source") else { return nil }
    // The paths of the sizes are known only if the source is a single binding.
    var path: String?
    if case .binding(let binding)? = source.parts.first, source.parts.count == 1 {
      path = binding.paths.first?.spelling
    }
    func pixels(_ side: String) -> BoundNumber? {
      path.map { BoundNumber(numerator: Binding(path: "\($0).\(side)")) }
    }
    return ImageContent(
      source: source, pixelWidth: pixels("width"), pixelHeight: pixels("height"),
      scale: scale ?? 1)
  }
}
