import LayoutPrimitives
import StructuredDocuments
public import TemplateDocuments
public import XMLDocuments

/// A `.xib` file or a storyboard, whose cells can be imported as template documents.
public struct InterfaceBuilderFile: Sendable {
  /// A cell of the file.
  public struct Cell: Hashable, Sendable {
    /// The cell's reuse identifier, or `nil`.
    public let reuseIdentifier: String?
    /// The cell's object id; empty if the file gives none.
    public let object: String
    /// Line of the cell, from 1.
    public let line: Int
    /// The name for the cell's template, which no other cell of the file has.
    ///
    /// It is the reuse identifier, otherwise the class, otherwise the name of the file. A name that
    /// occurs repeatedly gets a number.
    public let name: String
  }

  /// The file as given.
  public let file: String
  /// The version of the tools that saved the file, up to its dot; 0 if it is unknown.
  public let toolsVersion: Int
  /// Whether the file is a storyboard.
  public let isStoryboard: Bool
  /// The cells in document order; there is at least one.
  public let cells: [Cell]

  /// Maximum number of cells in one file.
  public static let cellLimit = 1_000

  let document: XMLElement
  let roots: [XMLElement]
  /// Indices into `roots` of the cells that are in an inset grouped table.
  let insetRoots: Set<Int>

  /// The index of a cell.
  ///
  /// - Parameter name: The cell's reuse identifier, the name of its template, or its object id;
  ///   `nil` for the only cell of the file.
  /// - Throws: `TemplateError.invalid` when there is no such cell, or when `name` is `nil` and
  ///   there are several.
  public func cell(named name: String?) throws(TemplateError) -> Int {
    let known = cells.map(\.name)
    guard let name else {
      guard cells.count > 1 else { return 0 }
      throw Self.refusal(
        file, 1, found: "\(cells.count) cells in the file",
        expected: "expected the name of one of them, as \(file)#\(known[0]); there are "
          + known.prefix(20).joined(separator: ", "))
    }
    let match =
      cells.firstIndex { $0.reuseIdentifier == name } ?? cells.firstIndex { $0.name == name }
      ?? cells.firstIndex { $0.object == name && !name.isEmpty }
    guard let match else {
      throw Self.refusal(
        file, 1, found: "no cell '\(ImportedViewReader.plain(name))' in the file",
        expected: "expected one of \(known.prefix(20).joined(separator: ", "))"
          + NearestName(known).suggestion(for: name))
    }
    return match
  }

  /// Reads an Interface Builder file and finds its cells.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes.
  ///   - file: The file as given, for messages and for the names of cells.
  ///   - limits: The limits of the file.
  /// - Throws: `TemplateError.invalid` when it is not an Interface Builder file for iOS, or has no
  ///   cells or too many.
  public init(
    bytes: [UInt8], file: String, limits: XMLTreeLimits = XMLTreeLimits()
  ) throws(TemplateError) {
    let document: XMLElement
    do throws(XMLError) {
      document = try XMLTree.read(bytes, limits: limits).withoutMarks
    } catch {
      throw Self.refusal(
        file, error.line ?? 1, found: error.reason,
        expected: "expected a .xib or storyboard as Xcode saves it")
    }
    let kind = document["type"] ?? ""
    guard document.name == "document", kind.hasPrefix("com.apple.InterfaceBuilder") else {
      throw Self.refusal(
        file, document.line, found: "the element '\(ImportedViewReader.plain(document.name))'",
        expected: "expected a document of Interface Builder for iOS")
    }
    // Views of macOS differ from the views of UIKit.
    let runtime = document["targetRuntime"] ?? ""
    guard !runtime.hasPrefix("MacOSX"), !kind.contains(".Cocoa.") else {
      throw Self.refusal(
        file, document.line,
        found: "a document of Interface Builder for macOS"
          + (runtime.isEmpty ? "" : " (targetRuntime \(ImportedViewReader.plain(runtime)))"),
        expected: "expected one for iOS, with cells of UIKit")
    }
    self.file = file
    self.document = document
    toolsVersion = Self.toolsVersion(document["toolsVersion"] ?? "")
    isStoryboard = kind.contains("Storyboard")
    var roots: [XMLElement] = []
    var insetRoots: Set<Int> = []
    Self.findCells(document, into: &roots, isInset: false, &insetRoots)
    if roots.isEmpty, !isStoryboard {
      roots = document.children("objects").flatMap { $0.children("view") }
    }
    guard !roots.isEmpty else {
      throw Self.refusal(
        file, document.line, found: "no cell in the file",
        expected: "expected a tableViewCell, collectionViewCell, collectionReusableView or view")
    }
    guard roots.count <= Self.cellLimit else {
      throw Self.refusal(
        file, document.line, found: "\(roots.count) cells in the file",
        expected: "expected at most \(Self.cellLimit)")
    }
    self.roots = roots
    self.insetRoots = insetRoots
    cells = Self.cells(roots, file: file)
  }

  /// The number before the dot of a version such as `14313.18`; 0 if there is no number.
  private static func toolsVersion(_ text: String) -> Int {
    Int(text.prefix { $0.isASCII && $0.isNumber }.prefix(9)) ?? 0
  }

  /// Finds cells at any depth, including cells inside other cells.
  private static func findCells(
    _ element: XMLElement, into roots: inout [XMLElement], isInset: Bool,
    _ insetRoots: inout Set<Int>
  ) {
    if ImportedView.cellKinds.contains(element.name) {
      if isInset { insetRoots.insert(roots.count) }
      roots.append(element)
    }
    let isInset = element.name == "tableView" ? element["style"] == "insetGrouped" : isInset
    for child in element.children {
      findCells(child, into: &roots, isInset: isInset, &insetRoots)
    }
  }

  private static func cells(_ roots: [XMLElement], file: String) -> [Cell] {
    let base = file.split(separator: "/").last.map(String.init) ?? file
    let stem = String(base.prefix { $0 != "." })
    var names = ImportedNames()
    return roots.map { root in
      let reuse = root["reuseIdentifier"].flatMap { $0.isEmpty ? nil : $0 }
      var name = reuse ?? root["customClass"] ?? stem
      name = ImportedViewReader.plain(name)
      if name.isEmpty || TemplateCatalog.isPath(name) {
        name = ImportedNames.identifier(name) ?? "cell"
      }
      return Cell(
        reuseIdentifier: reuse, object: root["id"] ?? "", line: root.line,
        name: names.unique(name, isShared: false))
    }
  }

  static func refusal(
    _ file: String, _ line: Int, found: String, expected: String
  ) -> TemplateError {
    .invalid(
      problems: [
        TemplateProblem(
          code: .interfaceBuilder, file: file, lines: [line], found: found, expected: expected)
      ], unreported: 0)
  }
}

extension InterfaceBuilderFile {
  /// Imports a cell as a template document.
  ///
  /// - Parameters:
  ///   - index: Index in `cells`.
  ///   - mode: Whether the cell is imported as the app shows it or as the canvas shows it.
  ///   - limits: The limits of the document.
  ///   - keepsObjects: Whether constraints without a name get their object ids as ids.
  /// - Throws: `TemplateError.invalid` when there is no such cell, or when the cell exceeds the
  ///   limits.
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
    root.set("schema", .text(DocumentSchema.template))
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

  /// The ids of views with a text and with an outlet, through which code may set the text.
  private func unbound(_ cell: ImportedCell, _ outlets: ImportedOutlets) -> [String] {
    cell.views.filter {
      ["label", "button", "textView"].contains($0.kind) && outlets.name(of: $0.object) != nil
    }.map(\.name)
  }
}

/// The two ways to import a cell from an Interface Builder file.
public enum InterfaceBuilderMode: Hashable, Sendable {
  /// As the running app shows it: without placeholders, and with margins of the environment.
  case runtime
  /// As Xcode's canvas shows it: with placeholders, and with margins of the canvas.
  case canvas
}
