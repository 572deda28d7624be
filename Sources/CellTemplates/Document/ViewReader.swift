import StructuredDocuments
import AutoLayout
import LayoutPrimitives

/// Reads the `views` of a document, depth first, into views and layout items of equal indices.
struct ViewReader {
  private(set) var views: [TemplateView] = [TemplateView(id: "cell", kind: .cell, parent: nil)]
  private(set) var items: [LayoutItem]
  /// The stacks in document order.
  private(set) var stacks: [StackDeclaration] = []
  /// Views that their frames place, in document order.
  private(set) var placements: [ViewPlacement] = []
  /// Conditions under which views are hidden, not yet read, because they may ask any label.
  private(set) var hiddenTexts: [(view: Int, text: String, line: Int)] = []
  /// Sizes to which frames of subviews belong, by superview, in points.
  private(set) var canvases: [Int: Size] = [:]
  /// Distances after single views of a stack, by view, in points.
  private(set) var spacings: [Int: Double] = [:]
  /// Views that the stack around them does not arrange.
  private(set) var loose: Set<Int> = []
  /// What is verified of views that do not say.
  private let verification: AmbiguityVerification
  private var lines: [String: Int] = [:]
  private var isOverLimit = false
  /// How many views stand around those that are read.
  private var depth = 0

  /// Begins with the cell.
  ///
  /// - Parameters:
  ///   - cell: The cell's margins and what is verified of it.
  ///   - canvas: The cell's size to which frames belong, in points.
  init(cell: LayoutItem, canvas: Size?) {
    items = [cell]
    verification = cell.verification
    canvases[0] = canvas
  }

  /// Adds a guide that a stack or a frame needs.
  ///
  /// - Returns: Its index.
  mutating func addGuide(_ name: String, in parent: Int) -> Int {
    views.append(TemplateView(id: name, kind: .guide, parent: parent))
    items.append(LayoutItem(name: name, parent: parent, verification: .never))
    return views.count - 1
  }

  /// Says which object of an Interface Builder file the cell is.
  mutating func setObject(_ object: String?) { views[0].objectID = object }

  /// Says when a view is hidden.
  mutating func setHidden(_ view: Int, when condition: Condition) {
    views[view].hiddenWhen = condition
  }

  /// Reads a list of views under a parent.
  mutating func read(
    _ nodes: [DocumentNode], parent: Int, into context: inout DocumentContext
  ) {
    guard let first = nodes.first, !isOverLimit else { return }
    guard depth < context.limits.nesting else {
      isOverLimit = true
      context.report(
        .limit, line: first.line,
        found: "more than \(context.limits.nesting) views inside one another",
        expected: "expected at most \(context.limits.nesting)")
      return
    }
    depth += 1
    defer { depth -= 1 }
    for node in nodes {
      guard !isOverLimit else { return }
      guard views.count <= context.limits.views else {
        isOverLimit = true
        context.report(
          .limit, line: node.line, found: "more than \(context.limits.views) views",
          expected: "expected at most \(context.limits.views)")
        return
      }
      readView(node, parent: parent, into: &context)
    }
  }

  /// Reads one view and its subviews.
  private mutating func readView(
    _ node: DocumentNode, parent: Int, into context: inout DocumentContext
  ) {
    guard
      let fields = Fields(
        node, what: Self.name(of: node), sort: "a view", keys: ViewKeys.all, into: &context)
    else { return }
    let id = identifier(fields, into: &context)
    guard let kind = kind(fields, into: &context) else {
      // Its id is known all the same, so that constraints with it are not reported as well.
      views.append(TemplateView(id: id, kind: .view, parent: parent, line: fields.line))
      items.append(LayoutItem(name: id, parent: parent))
      read(fields.list("subviews", into: &context), parent: views.count - 1, into: &context)
      return
    }
    ViewKeys.refuseForeign(fields, kind, into: &context)

    let index = views.count
    var view = TemplateView(id: id, kind: kind, parent: parent, line: fields.line)
    readHidden(fields, of: &view, index, into: &context)
    view.objectID = fields.text("object", into: &context)
    view.intrinsic = fields.size("intrinsic", into: &context)
    switch kind {
    case .switch: view.intrinsic = .switchControl
    case .label: view.label = LabelReader.read(fields, into: &context)
    case .button: view.label = ButtonReader.read(fields, into: &context)
    case .image: view.image = ImageReader.read(fields, into: &context)
    case .stack: stacks.append(StackDeclaration.read(fields, view: index, into: &context))
    case .cell, .view, .guide, .spacer: break
    }
    views.append(view)
    items.append(item(fields, of: view, into: &context))
    readPlace(fields, of: index, parent: parent, into: &context)
    read(fields.list("subviews", into: &context), parent: index, into: &context)
  }

  /// What layout has to know of a view besides its place.
  private func item(
    _ fields: Fields, of view: TemplateView, into context: inout DocumentContext
  ) -> LayoutItem {
    var item = LayoutItem(
      name: view.id, parent: view.parent, content: Self.content(of: view))
    let size = fields.size("size", into: &context)
    item.fixedWidth = size?.width
    item.fixedHeight = size?.height
    item.hugging = fields.priorities("hugging", default: .defaultHugging, into: &context)
    item.compression = fields.priorities(
      "compression", default: .defaultCompression, into: &context)
    item.margins = fields.margins("margins", into: &context)
    item.preservesSuperviewMargins =
      fields.flag("preservesSuperviewMargins", into: &context) ?? false
    item.alignmentInsets = fields.insets("alignmentInsets", into: &context)
    if view.kind == .switch, fields["alignmentInsets"] == nil { item.alignmentInsets.trailing = 2 }
    item.verification = fields.word("ambiguity", into: &context) ?? verification
    fields.checkKept(into: &context)
    return item
  }

  /// Whether a view is hidden, always or on a condition.
  private mutating func readHidden(
    _ fields: Fields, of view: inout TemplateView, _ index: Int,
    into context: inout DocumentContext
  ) {
    guard let node = fields["hidden"] else { return }
    switch node.value {
    case .bool(let isHidden): view.isHidden = isHidden
    case .text:
      guard let text = fields.text("hidden", into: &context) else { return }
      hiddenTexts.append((index, text, fields.line(of: "hidden")))
    default:
      fields.report(
        "hidden", node, expected: "true, false or a condition such as \"not {image}\"",
        into: &context)
    }
  }

  /// What a view says of its place: its frame, the size for its subviews' frames, its stack.
  private mutating func readPlace(
    _ fields: Fields, of index: Int, parent: Int, into context: inout DocumentContext
  ) {
    canvases[index] = fields.extents("canvas", into: &context)
    if let placement = ViewPlacement.read(fields, view: index, into: &context) {
      placements.append(placement)
      if canvases[index] == nil {
        canvases[index] = Size(width: placement.frame.width, height: placement.frame.height)
      }
    }
    let isInStack = views[parent].kind == .stack
    for key in ["arranged", "spacingAfter"] where fields[key] != nil && !isInStack {
      context.report(
        .unknownKey, line: fields.line(of: key), found: "'\(key)' on \(fields.what)",
        expected: "expected only on a subview of a stack")
    }
    if fields.flag("arranged", into: &context) == false { loose.insert(index) }
    spacings[index] = fields.number(
      "spacingAfter", in: -Fields.longest...Fields.longest, expected: "points", into: &context)
    if isInStack, fields["frame"] != nil, !loose.contains(index) {
      context.report(
        .invalidValue, line: fields.line(of: "frame"), found: "'frame' on an arranged view",
        expected: "expected 'arranged: false' beside it: a stack places the views it arranges")
    }
  }

  /// Where the intrinsic size of a view comes from.
  private static func content(of view: TemplateView) -> LayoutItem.Content {
    if view.kind == .label || view.label != nil { return .text }
    return view.intrinsic != nil || view.image != nil ? .intrinsic : .none
  }

  /// The view in words, before it has been read.
  private static func name(of node: DocumentNode) -> String {
    guard case .mapping(let entries) = node.value,
      case .text(let id)? = entries.first(where: { $0.key == "id" })?.value.value
    else { return "a view" }
    return "the view '\(DocumentNode.shortened(id))'"
  }

  /// The view's id; a broken one becomes a problem and stands for itself.
  private mutating func identifier(
    _ fields: Fields, into context: inout DocumentContext
  ) -> String {
    guard fields["id"] != nil else {
      fields.reportMissing("id", expected: "a name that is stable in the output", into: &context)
      return ""
    }
    guard let id = fields.text("id", into: &context) else { return "" }
    let line = fields.line(of: "id")
    if id.isEmpty || id.contains("\"") || id.contains(where: \.isNewline) {
      context.report(
        .invalidValue, line: line, found: "the id '\(DocumentNode.shortened(id))'",
        expected: "expected a name on one line without double quotes")
    } else if id == "cell" {
      context.report(
        .duplicateName, line: line, found: "a view named 'cell'",
        expected: "expected another id; cell is the cell itself")
    } else if let first = lines[id] {
      context.report(
        .duplicateName, line: line,
        found: "a second view named '\(id)', first on line "
          + context.lines.words(for: first, seenFrom: line),
        expected: "expected each id once")
    } else {
      lines[id] = line
    }
    return id
  }

  /// The view's kind, if it is one that can be laid out.
  private func kind(
    _ fields: Fields, into context: inout DocumentContext
  ) -> TemplateView.Kind? {
    guard let node = fields["kind"] else {
      fields.reportMissing(
        "kind", expected: "one of " + ViewKeys.kinds.joined(separator: ", "), into: &context)
      return nil
    }
    if case .text(let text) = node.value, ViewKeys.unsupportedKinds.contains(text) {
      context.report(
        .unsupported, line: node.line, found: "the kind '\(text)'",
        expected: "not supported by this version; build it from views and constraints")
      return nil
    }
    if case .text(let text) = node.value, ViewKeys.kinds.contains(text) {
      return TemplateView.Kind(rawValue: text)
    }
    var expected = "one of " + ViewKeys.kinds.joined(separator: ", ")
    if case .text(let text) = node.value {
      expected += NearestName(ViewKeys.kinds).suggestion(for: text)
    }
    fields.report("kind", node, expected: expected, into: &context)
    return nil
  }
}
