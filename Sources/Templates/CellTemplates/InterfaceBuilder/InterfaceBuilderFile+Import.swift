import StructuredDocuments
import LayoutPrimitives
import XMLDocuments

extension InterfaceBuilderFile {
  /// Imports a cell as a template document.
  ///
  /// - Parameters:
  ///   - index: Index in `cells`.
  ///   - mode: As the app runs, or as the canvas shows it.
  ///   - limits: The limits of the document.
  ///   - keepsObjects: Whether constraints without a name get their object ids as ids.
  /// - Throws: `TemplateError.invalid` when there is no such cell, or it exceeds the limits.
  public func importedTemplate(
    cell index: Int = 0, mode: InterfaceBuilderMode = .runtime,
    limits: TemplateLimits = TemplateLimits(), keepsObjects: Bool = false
  ) throws(TemplateError) -> ImportedTemplate {
    guard roots.indices.contains(index) else {
      throw Self.refusal(
        file, document.line, found: "no cell number \(index + 1)",
        expected: "expected one of \(roots.count)")
    }
    let root = roots[index]
    let device = CanvasDevice(document)
    let context = ImportContext(
      file: file, mode: mode, classes: mode == .canvas ? device.sizeClasses : .phone,
      limits: limits)
    var reader = ImportedViewReader(context: context)
    reader.read(root)
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
      context.note(
        .importedSetting, line: root.line, "a cell of an inset grouped table",
        "its margins at the sides are taken for 20 points; the list is narrower than the screen, so "
          + "lay it out at its own width")
    }
    let outlets = ImportedOutlets(
      [root] + document.children("objects").flatMap { $0.children("placeholder") })
    ImportedNames.name(&cell.views, outlets: outlets)
    var constraints = ImportedConstraintReader(cell, outlets: outlets, context: context)
    constraints.read()
    cell.constraints = constraints.constraints
    guard cell.constraints.count <= limits.constraints else {
      throw Self.refusal(
        file, root.line, found: "a cell of \(cell.constraints.count) constraints",
        expected: "expected at most \(limits.constraints)")
    }
    let margins = ImportedMargins(toolsVersion: toolsVersion, device: device, mode: mode)
    let content = ImportedContent(
      context: context, images: ImportedImages(document, context: context),
      hasRecentControls: mode == .canvas && margins.isRecent)
    let writer = ImportedViewWriter(
      context: context, cell: cell, content: content, margins: margins)
    let node = node(index, writer, keepsObjects: keepsObjects)
    return ImportedTemplate(
      cell: cells[index], file: file, toolsVersion: toolsVersion, mode: mode,
      notes: context.notes, unbound: unbound(cell, outlets), node: node,
      codeConstraints: cell.constraints.compactMap { constraint in
        outlets.name(of: constraint.object).map { ($0, constraint.line) }
      },
      objectConstraints: Set(cell.constraints.filter { $0.name == nil }.map(\.object)))
  }

  private func node(
    _ index: Int, _ writer: ImportedViewWriter, keepsObjects: Bool
  ) -> DocumentNode {
    let (cell, context) = (writer.cell, writer.context)
    let view = cell.views[0]
    var root = NodeBuilder(line: view.element.line)
    root.set("schema", .text(CellTemplate.schema))
    root.set("template", .text(cells[index].name))
    if !view.object.isEmpty { root.set("object", .text(view.object)) }
    if let name = view.element["customClass"] { root.set("class", .text(name)) }
    root.set("canvas", numbers: [cell.canvas.width, cell.canvas.height])
    if view.frame == nil {
      context.note(
        .importedAutoresizing, line: view.element.line, "a cell without a frame",
        "its size on the canvas is taken for that of its content view, or for 320 by 44 points")
    }
    if let margins = writer.margins.margins(of: view, in: cell) {
      root.set("margins", numbers: margins)
    }
    if let attributes = ImportedAttributes.node(view.element) {
      root.set("attributes", attributes)
    }
    var constraints = ImportedConstraintWriter(cell, keepsObjects: keepsObjects, context: context)
    constraints.write()
    if let constants = constraints.constants(line: view.element.line) {
      root.set("constants", constants)
    }
    root.set("views", .list(writer.subviews(of: 0) + constraints.guides))
    if !constraints.constraints.isEmpty { root.set("constraints", .list(constraints.constraints)) }
    if let groups = constraints.widths.groups(line: view.element.line) {
      root.set("groups", groups)
    }
    if view.element["style"] != nil {
      context.note(
        .importedSetting, line: view.element.line, "a cell style",
        "UIKit lays its labels and picture out when the app runs; here they keep their frames")
    }
    return root.node
  }

  /// The ids of views with a text and an outlet, through which code sets the text.
  private func unbound(_ cell: ImportedCell, _ outlets: ImportedOutlets) -> [String] {
    cell.views.filter {
      ["label", "button", "textView"].contains($0.kind) && outlets.name(of: $0.object) != nil
    }.map(\.name)
  }
}
