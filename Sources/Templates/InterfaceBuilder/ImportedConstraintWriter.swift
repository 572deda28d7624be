import AutoLayout
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments

/// Writes the constraints of a cell as texts, and the guides that some constraints need.
struct ImportedConstraintWriter {
  private let context: ImportContext
  private let cell: ImportedCell
  /// Whether every constraint gets an id: its name, or without one its object id.
  private let keepsObjects: Bool
  private var names: ImportedNames
  private var ids: Set<String> = []
  /// Names of the guides inside the margins of views, by the index of the view.
  private var marginGuides: [Int: String] = [:]
  private(set) var guides: [DocumentNode] = []
  private(set) var constraints: [DocumentNode] = []

  /// The margins of the content view, as far as they depend on the environment.
  private(set) var sides: SideMargins
  /// The constraints and constants that differ between compact and regular width.
  private(set) var widths = WidthVariations()

  init(_ cell: ImportedCell, keepsObjects: Bool, context: ImportContext) {
    self.context = context
    self.cell = cell
    sides = SideMargins(cell, mode: context.mode)
    self.keepsObjects = keepsObjects
    names = ImportedNames(taken: cell.views.map(\.name))
  }

  mutating func write() {
    for constraint in cell.constraints {
      guard let first = anchor(constraint.first, constraint.line) else { continue }
      var second: ParsedConstraint.Anchor?
      if let written = constraint.second {
        guard let found = anchor(written, constraint.line) else { continue }
        second = found
      }
      if let second, constraint.multiplier != 1, !second.attribute.isExtent,
        let owner = offsetOwner(constraint)
      {
        writeLocation(constraint, first, second, owner: owner)
        continue
      }
      write(constraint, first, second)
    }
  }

  /// Writes a constraint whose anchors have the document's names.
  private mutating func write(
    _ constraint: ImportedConstraint, _ first: ParsedConstraint.Anchor,
    _ second: ParsedConstraint.Anchor?
  ) {
    var (first, second) = (first, second)
    let content = cell.content.map { cell.views[$0].name } ?? ""
    let constant =
      widths.constant(of: constraint)
      ?? sides.replace(
        constraint, &first, &second, multiplier: constraint.multiplier, content: content)
    add(
      constraint, first, second, multiplier: constraint.multiplier,
      constant: constant ?? .literal(constraint.constant))
  }

  func constants(line: Int) -> DocumentNode? {
    let entries = widths.entries(line: line) + sides.entries(line: line)
    return entries.isEmpty ? nil : DocumentNode(line: line, value: .mapping(entries))
  }

  /// An anchor with the document's names; `nil`, with a note, when the constraint is omitted.
  private mutating func anchor(
    _ anchor: ImportedConstraint.Anchor, _ line: Int
  ) -> ParsedConstraint.Anchor? {
    switch anchor.item {
    case .view(let view):
      return named(cell.views[view].name, anchor.attribute)
    case .guide(let index):
      let guide = cell.guides[index]
      let owner = cell.views[guide.owner].name
      switch guide.key {
      case "safeArea", "frameLayoutGuide", "frame": return named(owner, anchor.attribute)
      case "layoutMargins", "readableContent":
        if guide.key == "readableContent" {
          context.note(
            .importedSetting, line: line, "the readable content guide",
            "the layout margins take its place, as on phones")
        }
        if let margin = Self.margin(anchor.attribute) { return named(owner, margin) }
        return named(marginGuide(guide.owner, line: line), anchor.attribute)
      default:
        context.note(
          .importedContent, line: line, "the guide '\(ImportedViewReader.plain(guide.key))'",
          "its constraints are left out; write them by hand")
        return nil
      }
    }
  }

  private func named(_ id: String, _ attribute: Attribute) -> ParsedConstraint.Anchor {
    ParsedConstraint.Anchor(item: .named(id), attribute: attribute, offset: 0)
  }

  /// The counterpart of an attribute inside the margins: `leadingMargin` for `leading`.
  ///
  /// It is `nil` if the attribute has none.
  private static func margin(_ attribute: Attribute) -> Attribute? {
    Attribute(rawValue: "\(attribute.rawValue)Margin")
      ?? Attribute(rawValue: "\(attribute.rawValue)WithinMargins")
  }

  /// The name of the guide inside a view's margins; the guide is added on first use.
  private mutating func marginGuide(_ owner: Int, line: Int) -> String {
    if let known = marginGuides[owner] { return known }
    let view = cell.views[owner].name
    let name = guide(view + "Margins", line: line)
    marginGuides[owner] = name
    for (edge, margin) in [
      (Attribute.leading, Attribute.leadingMargin), (.trailing, .trailingMargin),
      (.top, .topMargin), (.bottom, .bottomMargin),
    ] {
      let constraint = ImportedConstraint(
        object: "", line: line, owner: owner, first: .init(item: .view(owner), attribute: edge),
        relation: .equal, multiplier: 1, constant: 0, priority: 1000)
      write(constraint, named(name, edge), named(view, margin))
    }
    return name
  }

  private mutating func guide(_ base: String, line: Int) -> String {
    let name = names.unique(base, isShared: false)
    var node = NodeBuilder(line: line)
    node.set("id", .text(name))
    node.set("kind", .text("guide"))
    guides.append(node.node)
    return name
  }

  /// The id of the view from whose corner a coordinate is measured before it is multiplied.
  ///
  /// It is `nil` for the corner of the cell.
  private func offsetOwner(_ constraint: ImportedConstraint) -> String? {
    let owner = cell.views[constraint.owner]
    if owner.role == .root { return nil }
    if owner.role == .content, owner.parent == 0 {
      let frame = owner.frame
      if (frame?.x ?? 0) == 0, (frame?.y ?? 0) == 0 { return nil }
    }
    return owner.name
  }

  /// Writes a constraint to a multiple of an edge or a center, with two guides.
  ///
  /// Both guides start at the corner of the view that contains the constraint. The first one
  /// extends to the edge or the center. The length of the second one is the multiple of the first
  /// one's length.
  private mutating func writeLocation(
    _ constraint: ImportedConstraint, _ first: ParsedConstraint.Anchor,
    _ second: ParsedConstraint.Anchor, owner: String
  ) {
    guard constraint.multiplier > 0 else {
      context.note(
        .importedConstraint, line: constraint.line, "a negative multiple of a position",
        "the constraint is left out; write it by hand")
      return
    }
    let isVertical = second.attribute.axis == .vertical
    let near: Attribute =
      isVertical ? .top : second.attribute.isPhysicalHorizontalEdge ? .left : .leading
    let far: Attribute = isVertical ? .bottom : near == .left ? .right : .trailing
    let extent: Attribute = isVertical ? .height : .width
    let reach = guide("\(owner)Reach", line: constraint.line)
    let multiple = guide("\(owner)Multiple", line: constraint.line)
    add(named(reach, near), named(owner, near), line: constraint.line)
    add(named(reach, far), second, line: constraint.line)
    add(named(multiple, near), named(owner, near), line: constraint.line)
    add(
      named(multiple, extent), named(reach, extent), line: constraint.line,
      multiplier: constraint.multiplier)
    add(
      constraint, first, named(multiple, far), multiplier: 1,
      constant: .literal(constraint.constant))
  }

  private mutating func add(
    _ first: ParsedConstraint.Anchor, _ second: ParsedConstraint.Anchor, line: Int,
    multiplier: Double = 1
  ) {
    let parsed = ParsedConstraint(
      first: first, relation: .equal, multiplier: .literal(multiplier), second: second)
    constraints.append(DocumentNode(line: line, value: .text(parsed.description)))
  }

  /// Writes a constraint of the file, with its name.
  private mutating func add(
    _ constraint: ImportedConstraint, _ first: ParsedConstraint.Anchor,
    _ second: ParsedConstraint.Anchor?, multiplier: Double, constant: Quantity
  ) {
    let parsed = ParsedConstraint(
      first: first, relation: constraint.relation, multiplier: .literal(multiplier),
      second: second, constant: constant,
      priority: Priority(constraint.priority) ?? .required)
    let text = DocumentNode(line: constraint.line, value: .text(parsed.description))
    let name = constraint.name ?? (keepsObjects ? constraint.object : nil)
    guard let name, !name.isEmpty, ids.insert(name).inserted else {
      append(text, constraint.width)
      return
    }
    var node = NodeBuilder(line: constraint.line)
    node.set("id", .text(ImportedViewReader.plain(name)))
    node.set("constraint", text)
    append(node.node, constraint.width)
  }

  private mutating func append(_ node: DocumentNode, _ width: ImportedConstraint.Width) {
    if !widths.take(node, width) { constraints.append(node) }
  }
}

/// The constraints and constants of a cell that differ between compact and regular width.
struct WidthVariations {
  private static let condition = "horizontalSizeClass == regular"

  private var constants: [(compact: Double, regular: Double)] = []
  private var compact: [DocumentNode] = []
  private var regular: [DocumentNode] = []

  /// The named constant for a constraint whose constant differs in regular width; otherwise `nil`.
  mutating func constant(of constraint: ImportedConstraint) -> Quantity? {
    guard let regular = constraint.regularConstant else { return nil }
    let pair = (compact: constraint.constant, regular: regular)
    let known = constants.firstIndex { $0 == pair }
    if known == nil { constants.append(pair) }
    return .named(Self.name(known ?? constants.count - 1), isNegated: false, offset: 0)
  }

  /// Stores a constraint that is installed in only one width class.
  ///
  /// - Returns: Whether it was stored; `false` for a constraint that is installed in all widths.
  mutating func take(_ node: DocumentNode, _ width: ImportedConstraint.Width) -> Bool {
    switch width {
    case .all: return false
    case .compact: compact.append(node)
    case .regular: regular.append(node)
    }
    return true
  }

  func entries(line: Int) -> [DocumentNode.Entry] {
    constants.enumerated().map { index, pair in
      .init(
        constant: Self.name(index), pair.compact, where: Self.condition, pair.regular, line: line)
    }
  }

  func groups(line: Int) -> DocumentNode? {
    guard !compact.isEmpty || !regular.isEmpty else { return nil }
    var group = NodeBuilder(line: line)
    group.set("when", .text(Self.condition))
    if !regular.isEmpty { group.set("constraints", .list(regular)) }
    if !compact.isEmpty { group.set("otherwise", .list(compact)) }
    return DocumentNode(line: line, value: .list([group.node]))
  }

  private static func name(_ index: Int) -> String { "spacing\(index + 1)" }
}

extension DocumentNode.Entry {
  /// Creates a constant with a default, and another value under one condition.
  init(
    constant name: String, _ standard: Double, where condition: String, _ value: Double, line: Int
  ) {
    var values = NodeBuilder(line: line)
    values.set("default", .number(standard))
    values.set(condition, .number(value))
    self.init(key: name, line: line, value: values.node)
  }
}
