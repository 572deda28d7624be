import AutoLayout
import LayoutPrimitives

/// Reads the `views` of a document, depth first, into views and layout items of equal indices.
struct ViewReader {
  private(set) var views: [TemplateView] = [TemplateView(id: "cell", kind: .cell, parent: nil)]
  private(set) var items: [LayoutItem]
  private var lines: [String: Int] = [:]
  private var isOverLimit = false

  /// Begins with the cell.
  init(cellMargins: Insets) {
    items = [LayoutItem(name: "cell", parent: nil, margins: cellMargins)]
  }

  /// Keys that every kind of view has.
  private static let commonKeys = ["id", "kind", "size", "subviews"]
  /// Keys of everything that is drawn.
  private static let drawnKeys = ["intrinsic", "hugging", "compression", "hidden", "margins"]
  /// Keys of labels.
  private static let labelKeys = LabelReader.keys
  /// Keys of images.
  private static let imageKeys = ["source", "scale"]
  /// Kinds of the schema that this version does not lay out.
  private static let unsupportedKinds = [
    "button", "stack", "grid", "box", "inset", "overlay", "flow", "sizeBox", "stackBox",
  ]

  /// Reads a list of views under a parent.
  mutating func read(
    _ nodes: [DocumentNode], parent: Int, into context: inout DocumentContext
  ) {
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
    let allKeys = Self.commonKeys + Self.drawnKeys + Self.labelKeys + Self.imageKeys
    guard
      let fields = Fields(
        node, what: Self.name(of: node), sort: "a view", keys: allKeys, into: &context)
    else { return }
    let id = identifier(fields, into: &context)
    guard let kind = kind(fields, into: &context) else {
      // Its id is known all the same, so that constraints with it are not reported as well.
      views.append(TemplateView(id: id, kind: .view, parent: parent, line: fields.line))
      items.append(LayoutItem(name: id, parent: parent))
      read(fields.list("subviews", into: &context), parent: views.count - 1, into: &context)
      return
    }
    refuseForeignKeys(fields, kind, into: &context)

    var view = TemplateView(id: id, kind: kind, parent: parent, line: fields.line)
    view.isHidden = fields.flag("hidden", into: &context) ?? false
    view.intrinsic = fields.size("intrinsic", into: &context)
    if kind == .switch { view.intrinsic = .switchControl }
    if kind == .label { view.label = LabelReader.read(fields, into: &context) }
    if kind == .image { view.image = image(fields, into: &context) }

    var item = LayoutItem(name: id, parent: parent, content: Self.content(of: view))
    let size = fields.size("size", into: &context)
    item.fixedWidth = size?.width
    item.fixedHeight = size?.height
    item.hugging = fields.priorities("hugging", default: .defaultHugging, into: &context)
    item.compression = fields.priorities(
      "compression", default: .defaultCompression, into: &context)
    item.margins = fields.margins("margins", into: &context)
    views.append(view)
    items.append(item)
    read(fields.list("subviews", into: &context), parent: views.count - 1, into: &context)
  }

  /// Where the intrinsic size of a view comes from.
  private static func content(of view: TemplateView) -> LayoutItem.Content {
    if view.kind == .label { return .text }
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
        .duplicateName, line: line, found: "a second view named '\(id)', first on line \(first)",
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
        "kind", expected: "one of " + Self.kinds.joined(separator: ", "), into: &context)
      return nil
    }
    if case .text(let text) = node.value, Self.unsupportedKinds.contains(text) {
      context.report(
        .unsupported, line: node.line, found: "the kind '\(text)'",
        expected: "not supported by this version; build it from views and constraints")
      return nil
    }
    if case .text(let text) = node.value, Self.kinds.contains(text) {
      return TemplateView.Kind(rawValue: text)
    }
    var expected = "one of " + Self.kinds.joined(separator: ", ")
    if case .text(let text) = node.value {
      expected += NearestName(Self.kinds).suggestion(for: text)
    }
    fields.report("kind", node, expected: expected, into: &context)
    return nil
  }

  /// The kinds that a document may write.
  private static let kinds = TemplateView.Kind.allCases.filter { $0 != .cell }.map(\.rawValue)

  /// Refuses keys that mean nothing on this kind of view.
  private func refuseForeignKeys(
    _ fields: Fields, _ kind: TemplateView.Kind, into context: inout DocumentContext
  ) {
    var foreign: [(key: String, home: String)] = []
    if kind != .label { foreign += Self.labelKeys.map { ($0, "a label") } }
    if kind != .image { foreign += Self.imageKeys.map { ($0, "an image") } }
    if kind == .label { foreign.append(("intrinsic", "a view or an image: a label measures")) }
    if kind == .switch { foreign.append(("intrinsic", "a view or an image: a switch has its own")) }
    if !kind.hasFrame {
      foreign += (Self.drawnKeys + ["subviews"]).map { ($0, "a view that is drawn") }
    }
    for (key, home) in foreign where fields[key] != nil {
      context.report(
        .unknownKey, line: fields.line(of: key), found: "'\(key)' on a \(kind.rawValue)",
        expected: "expected only on \(home)")
    }
  }

  /// What an image shows, if it says so.
  private func image(_ fields: Fields, into context: inout DocumentContext) -> ImageContent? {
    let scale = fields.number(
      "scale", in: 0.01...100, expected: "pixels per point from 0.01 to 100", into: &context)
    guard let source = fields.boundText("source", into: &context) else { return nil }
    // Only a source that is one binding has a place where the record may tell the size.
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
