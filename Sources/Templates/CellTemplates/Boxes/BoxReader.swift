import AutoLayout
import BoxLayouts
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments

/// Reads the `layout` of a document, depth first: its boxes and the views that they create.
struct BoxReader {
  private(set) var views: [TemplateView] = [TemplateView(id: "cell", kind: .cell, parent: nil)]
  private(set) var tree = BoxTree()
  /// The conditions under which boxes are hidden, which are parsed once all labels are known.
  private(set) var hiddenTexts: [(box: Int, text: String, line: Int)] = []
  private let context: DocumentContext
  private let constants: [TemplateConstant]
  private var identifiers: ViewIdentifiers
  private var isOverLimit = false
  /// Nesting depth of the box that is being read.
  private var depth = 0
  /// For each box, the box itself and the boxes between it and the nearest view around it.
  private var covers: [[Int]] = []

  /// The surroundings of a box in the tree.
  struct Place {
    /// Index of the box around this box; `nil` for the outermost box.
    var box: Int?
    /// Whether this box is in the list of a stack or a flow.
    var isInList = false
    /// Index in `views` of the nearest view around this box.
    var view = 0
    /// Indices of the boxes between that view and this box.
    var covers: [Int] = []
  }

  /// Creates a reader with the cell as view 0.
  init(object: String?, constants: [TemplateConstant], context: DocumentContext) {
    self.context = context
    self.constants = constants
    identifiers = ViewIdentifiers(context: context)
    views[0].objectID = object
  }

  mutating func setHidden(_ box: Int, when condition: Condition) {
    tree.boxes[box].hiddenWhen = condition
  }

  /// Hides each view whose box is hidden, or that has a hidden box between it and the view around
  /// it.
  mutating func hideViews() {
    for (index, box) in tree.boxes.enumerated() {
      guard let view = box.view else { continue }
      let covers = covers[index].map { tree.boxes[$0] }
      views[view].isHidden = covers.contains(where: \.isHidden)
      let conditions = covers.compactMap(\.hiddenWhen)
      if !conditions.isEmpty {
        views[view].hiddenWhen = conditions.count == 1 ? conditions[0] : .any(conditions)
      }
    }
  }

  /// Reads a box and the boxes inside it.
  ///
  /// - Parameters:
  ///   - node: The box.
  ///   - place: The surroundings of the box in the tree.
  /// - Returns: The index of the box; `nil`, with a problem reported, if the box is invalid.
  mutating func read(_ node: DocumentNode, in place: Place = Place()) -> Int? {
    guard hasRoom(line: node.line) else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard let kind = kind(node) else { return nil }
    let keys = BoxKeys.keys(of: kind)
    let read = Fields(
      node, what: Self.name(of: node, kind), sort: "a box of kind \(kind.rawValue)", keys: keys,
      into: context)
    guard let fields = read else { return nil }
    let index = tree.boxes.count
    var box = TemplateBox(kind: kind, parent: place.box, isInList: place.isInList)
    box.name = Self.name(of: node, kind)
    box.line = fields.line
    box.alignment = fields.boxAlignment("alignment")
    box.flexibility = fields.flexibility("flexibility")
    readNumbers(fields, of: &box, index)
    readHidden(fields, of: &box, index)
    readView(fields, of: &box, parent: place.view)
    tree.boxes.append(box)
    covers.append(place.covers + [index])
    let inside = Place(
      box: index, isInList: kind == .stack || kind == .flow, view: box.view ?? place.view,
      covers: box.view == nil ? place.covers + [index] : [])
    if let arrangement = arrangement(fields, kind, inside) {
      tree.boxes[index].arrangement = arrangement
    }
    return index
  }

  /// Whether one more box is within the limits; the first box beyond a limit is reported.
  private mutating func hasRoom(line: Int) -> Bool {
    guard !isOverLimit else { return false }
    if depth >= context.limits.nesting {
      context.reportLimit(
        context.limits.nesting, line: line,
        found: "more than \(context.limits.nesting) boxes inside one another")
    } else if tree.boxes.count >= context.limits.views {
      context.reportLimit(
        context.limits.views, line: line, found: "more than \(context.limits.views) boxes")
    } else {
      return true
    }
    isOverLimit = true
    return false
  }

  private func kind(_ node: DocumentNode) -> TemplateBox.Kind? {
    let words = TemplateBox.Kind.allCases.map(\.rawValue)
    guard node.entries != nil else {
      context.report(
        .invalidValue, line: node.line, found: "\(node.found) as a box",
        expected: "expected a mapping")
      return nil
    }
    guard let word = node["kind"] else {
      context.report(
        .missingKey, line: node.line, found: "no 'kind' in a box",
        expected: "expected one of " + words.joined(separator: ", "))
      return nil
    }
    if let kind = word.text.flatMap(TemplateBox.Kind.init) { return kind }
    let near = word.text.map { context.suggestion(for: $0, among: words) } ?? ""
    context.report(
      .invalidValue, line: word.line, found: "\(word.found) as 'kind' of a box",
      expected: "expected one of " + words.joined(separator: ", ") + near)
    return nil
  }

  /// Describes a box in words, for messages.
  private static func name(of node: DocumentNode, _ kind: TemplateBox.Kind) -> String {
    node["id"]?.text.map { "the box '\(DocumentNode.shortened($0))'" }
      ?? "a box of kind \(kind.rawValue)"
  }

  /// Reads the id and the content of the view that a box creates.
  private mutating func readView(_ fields: Fields, of box: inout TemplateBox, parent: Int) {
    if box.kind.isContent { box.size = fields.size("size") }
    fields.checkKept()
    guard fields["id"] != nil || box.kind.isContent else {
      if fields["reuseId"] != nil {
        fields.reportMissing("id", expected: "the id of the view that 'reuseId' is about")
      }
      return
    }
    let id = identifiers.read(fields)
    var view = TemplateView(
      id: id, kind: box.kind.viewKind, parent: parent, line: fields.line)
    view.objectID = fields.text("object")
    view.reuseID = fields.text("reuseId")
    box.reuseID = view.reuseID ?? id
    switch box.kind {
    case .label: view.label = LabelReader.read(fields)
    case .button: view.label = ButtonReader.read(fields)
    case .image: view.image = ImageReader.read(fields)
    case .sized, .inset, .stack, .overlay, .flow: break
    }
    let isText = box.kind == .label || box.kind == .button && fields["text"] != nil
    if box.kind.isContent, let (size, bound) = fields.intrinsic("intrinsic", ofText: isText) {
      view.intrinsic = size
      view.boundIntrinsic = bound
    }
    box.view = views.count
    views.append(view)
  }

  /// Reads the key `hidden`: a boolean or a condition.
  private mutating func readHidden(_ fields: Fields, of box: inout TemplateBox, _ index: Int) {
    guard let node = fields["hidden"] else { return }
    switch node.value {
    case .bool(let isHidden): box.isHidden = isHidden
    case .text:
      guard let text = fields.text("hidden") else { return }
      hiddenTexts.append((index, text, fields.line(of: "hidden")))
    default:
      fields.report("hidden", node, expected: "true, false or a condition such as \"not {image}\"")
    }
  }

  private mutating func readNumbers(_ fields: Fields, of box: inout TemplateBox, _ index: Int) {
    let first = tree.numbers.count
    for role in BoxKeys.roles(of: box.kind) {
      guard let source = fields.boxNumber(role, constants: constants) else { continue }
      tree.numbers.append(
        BoxNumber(
          role: role, source: source, box: index, line: fields.line(of: role.rawValue)))
    }
    box.numbers = first..<tree.numbers.count
    if fields["aspectOtherwise"] != nil, fields["aspect"] == nil {
      fields.reportMissing("aspect", expected: "the ratio for which 'aspectOtherwise' stands in")
    }
  }
}

/// Reads the boxes inside a box.
extension BoxReader {
  private mutating func arrangement(
    _ fields: Fields, _ kind: TemplateBox.Kind, _ place: Place
  ) -> TemplateBox.Arrangement? {
    switch kind {
    case .label, .button, .image: return .content
    case .sized:
      let sublayout = fields["sublayout"]
      return .sized(sublayout.flatMap { read($0, in: place) })
    case .inset:
      let insets = fields.boxInsets("insets")
      if fields["insets"] == nil {
        fields.reportMissing("insets", expected: "the space around it, in points")
      }
      return one("sublayout", fields, place).map { .inset(insets, $0) }
    case .stack:
      let axis: StackDeclaration.AxisWord = fields.word("axis") ?? .horizontal
      let distribution: StackDistribution? = fields.word("distribution")
      return .stack(
        axis == .horizontal ? .horizontal : .vertical, distribution ?? .fillFlexing,
        list("sublayouts", fields, place))
    case .overlay:
      let background = list("background", fields, place)
      let primary = one("primary", fields, place)
      let overlay = list("overlay", fields, place)
      return primary.map { .overlay(background: background, primary: $0, overlay: overlay) }
    case .flow:
      var shape = TemplateBox.FlowShape()
      let most = context.limits.views
      let whole = "a whole number from 1 to \(most)"
      if fields["columns"] == nil { fields.reportMissing("columns", expected: whole) }
      shape.columns = fields.integer("columns", in: 1...most, expected: whole) ?? 1
      shape.insets = fields.boxInsets("insets")
      shape.withMargin = fields.flag("withMargin") ?? false
      return .flow(shape, list("sublayouts", fields, place))
    }
  }

  /// Reads the box at a required key; `nil`, with a problem reported, when it is missing or
  /// invalid.
  private mutating func one(
    _ key: String, _ fields: Fields, _ place: Place
  ) -> Int? {
    guard let node = fields[key] else {
      fields.reportMissing(key, expected: "a box")
      return nil
    }
    return read(node, in: place)
  }

  /// Reads the boxes at a key whose value is a list or a single box.
  private mutating func list(
    _ key: String, _ fields: Fields, _ place: Place
  ) -> [Int] {
    guard let node = fields[key] else { return [] }
    let nodes = node.entries == nil ? fields.list(key) : [node]
    return nodes.compactMap { read($0, in: place) }
  }
}

extension TemplateBox.Kind {
  /// The kind of view that a box of this kind creates.
  fileprivate var viewKind: TemplateView.Kind {
    switch self {
    case .label: .label
    case .button: .button
    case .image: .image
    case .sized, .inset, .stack, .overlay, .flow: .view
    }
  }
}

/// The keys that each kind of box may have.
enum BoxKeys {
  /// Keys of all kinds of boxes.
  static let common = [
    "id", "kind", "reuseId", "alignment", "hidden", "repeat", "object", "class", "attributes",
  ]
  private static let content = ["size", "intrinsic"]

  static func keys(of kind: TemplateBox.Kind) -> [String] {
    let own: [String] =
      switch kind {
      case .sized: roles(of: kind).map(\.rawValue) + ["sublayout"]
      case .inset: ["insets", "sublayout"]
      case .label: LabelReader.keys + content
      case .button: LabelReader.keys + ButtonReader.keys + content
      case .image: ["source", "scale"] + content
      case .stack: ["axis", "distribution", "sublayouts"] + roles(of: kind).map(\.rawValue)
      case .overlay: ["background", "primary", "overlay"]
      case .flow:
        ["columns", "insets", "withMargin", "sublayouts"] + roles(of: kind).map(\.rawValue)
      }
    // Boxes of the other kinds are as flexible as the box inside them.
    let isFlexible = kind != .inset && kind != .overlay
    return common + (isFlexible ? ["flexibility"] : []) + own
  }

  /// The numbers that a box of a kind may have.
  static func roles(of kind: TemplateBox.Kind) -> [BoxNumber.Role] {
    switch kind {
    case .sized:
      [
        .width, .height, .minWidth, .maxWidth, .minHeight, .maxHeight, .aspect, .minAspect,
        .maxAspect, .aspectOtherwise,
      ]
    case .stack: [.spacing]
    case .flow: [.itemWidth, .itemHeight, .itemSpacing, .lineSpacing, .aspect]
    case .inset, .overlay, .label, .button, .image: []
    }
  }

  /// Keys of boxes or views that contain boxes or views, in the order of drawing from back to
  /// front.
  static let nested = [
    "subviews", "sublayouts", "sublayout", "background", "primary", "overlay", "children",
  ]
}
