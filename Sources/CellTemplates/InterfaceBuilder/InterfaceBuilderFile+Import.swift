import StructuredDocuments
import XMLDocuments

extension InterfaceBuilderFile {
  /// Makes a template document of a cell.
  ///
  /// - Parameters:
  ///   - index: Index in `cells`.
  ///   - mode: As the app runs, or as the canvas shows it.
  ///   - limits: What the document must keep within.
  /// - Throws: `TemplateError.invalid` where the cell has more than the limits allow.
  public func importedTemplate(
    cell index: Int = 0, mode: InterfaceBuilderMode = .runtime,
    limits: TemplateLimits = TemplateLimits()
  ) throws(TemplateError) -> ImportedTemplate {
    try importedTemplate(cell: index, mode: mode, limits: limits, keepsObjects: false)
  }

  /// The same; on request every constraint keeps its object id as its name.
  func importedTemplate(
    cell index: Int, mode: InterfaceBuilderMode, limits: TemplateLimits, keepsObjects: Bool
  ) throws(TemplateError) -> ImportedTemplate {
    guard roots.indices.contains(index) else {
      throw Self.refusal(
        file, document.line, found: "no cell number \(index + 1)",
        expected: "expected one of \(roots.count)")
    }
    let root = roots[index]
    var notes = ImportNotes(file: file)
    let device = CanvasDevice(document)
    let classes = mode == .canvas ? device.sizeClasses : .phone
    var reader = ImportedViewReader(classes: classes, limits: limits)
    reader.read(root, into: &notes)
    guard !reader.isOverLimit else {
      throw Self.refusal(
        file, root.line,
        found:
          "a cell of more than \(limits.views) views, or of more than \(limits.nesting) inside one "
          + "another",
        expected: "expected at most \(limits.views) views and \(limits.nesting) inside one another")
    }
    var cell = reader.cell
    if insetRoots.contains(index) {
      cell.isInset = true
      notes.add(
        .importedSetting, line: root.line, "a cell of an inset grouped table",
        "its margins at the sides are taken for 20 points; the list is narrower than the screen, so "
          + "lay it out at its own width")
    }
    let outlets = ImportedOutlets(
      [root] + document.children("objects").flatMap { $0.children("placeholder") })
    ImportedNames.name(&cell.views, outlets: outlets)
    var constraints = ImportedConstraintReader(
      cell, classes: classes, mode: mode, outlets: outlets)
    constraints.read(into: &notes)
    cell.constraints = constraints.constraints
    guard cell.constraints.count <= limits.constraints else {
      throw Self.refusal(
        file, root.line, found: "a cell of \(cell.constraints.count) constraints",
        expected: "expected at most \(limits.constraints)")
    }
    let margins = ImportedMargins(toolsVersion: toolsVersion, device: device, mode: mode)
    let content = ImportedContent(
      classes: classes, mode: mode, limits: limits, images: ImportedImages(document),
      hasRecentControls: mode == .canvas && margins.isRecent)
    let writer = ImportedViewWriter(
      cell: cell, classes: classes, mode: mode, content: content, margins: margins)
    let node = node(index, cell, writer, keepsObjects: keepsObjects, &notes)
    return ImportedTemplate(
      cell: cells[index], file: file, toolsVersion: toolsVersion, mode: mode,
      notes: notes.sorted,
      unbound: unbound(cell, outlets), node: node,
      codeConstraints: cell.constraints.compactMap { constraint in
        outlets.name(of: constraint.object).map { ($0, constraint.line) }
      },
      objectConstraints: Set(cell.constraints.filter { $0.name == nil }.map(\.object)))
  }

  /// The whole document.
  private func node(
    _ index: Int, _ cell: ImportedCell, _ writer: ImportedViewWriter, keepsObjects: Bool,
    _ notes: inout ImportNotes
  ) -> DocumentNode {
    let view = cell.views[0]
    var root = NodeBuilder(line: view.element.line)
    root.set("schema", .text(CellTemplate.schema))
    root.set("template", .text(cells[index].name))
    if !view.object.isEmpty { root.set("object", .text(view.object)) }
    if let name = view.element["customClass"] { root.set("class", .text(name)) }
    root.set("canvas", numbers: [cell.canvas.width, cell.canvas.height])
    if view.frame == nil {
      notes.add(
        .importedAutoresizing, line: view.element.line, "a cell without a frame",
        "its size on the canvas is taken for that of its content view, or for 320 by 44 points")
    }
    if let margins = writer.margins.margins(of: view, in: cell) {
      root.set("margins", numbers: margins)
    }
    if let attributes = ImportedAttributes.node(view.element) {
      root.set("attributes", attributes)
    }
    var constraints = ImportedConstraintWriter(
      cell, mode: writer.mode, keepsObjects: keepsObjects)
    constraints.write(into: &notes)
    if let constants = constraints.constants(line: view.element.line) {
      root.set("constants", constants)
    }
    var views: [DocumentNode] = []
    if case .list(let nodes)? = writer.subviews(of: 0, &notes)?.value { views = nodes }
    root.set("views", .list(views + constraints.guides))
    if !constraints.constraints.isEmpty { root.set("constraints", .list(constraints.constraints)) }
    if let groups = constraints.widths.groups(line: view.element.line) {
      root.set("groups", groups)
    }
    if view.element["style"] != nil {
      notes.add(
        .importedSetting, line: view.element.line, "a cell style",
        "UIKit lays its labels and picture out when the app runs; here they keep their frames")
    }
    return root.node
  }

  /// Labels with an outlet, whose text code sets: what wants a binding.
  private func unbound(_ cell: ImportedCell, _ outlets: ImportedOutlets) -> [String] {
    cell.views.filter {
      ["label", "button", "textView"].contains($0.kind) && outlets.name(of: $0.object) != nil
    }.map(\.name)
  }
}
