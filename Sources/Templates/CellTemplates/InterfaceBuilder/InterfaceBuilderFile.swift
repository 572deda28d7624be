import LayoutPrimitives
public import XMLDocuments

/// A `.xib` or storyboard, whose cells can be imported as template documents.
public struct InterfaceBuilderFile: Sendable {
  /// A cell of the file.
  public struct Cell: Hashable, Sendable {
    /// The cell's reuse identifier, or `nil`.
    public let reuseIdentifier: String?
    /// The cell's object id.
    public let object: String
    /// Line of the cell, from 1.
    public let line: Int
    /// The name for the cell's template: the reuse identifier, otherwise the class, otherwise the
    /// file's name.
    public let name: String
  }

  /// The file as given.
  public let file: String
  /// The version of the tools that saved the file, without the part after its dot.
  public let toolsVersion: Int
  /// Whether the file is a storyboard.
  public let isStoryboard: Bool
  /// The cells in document order, never empty.
  public let cells: [Cell]

  /// Maximum number of cells in one file.
  public static let cellLimit = 1_000

  let document: XMLElement
  let roots: [XMLElement]
  /// Indices into `roots` of the cells that are in an inset grouped table.
  let insetRoots: Set<Int>

  /// Whether a path leads to an Interface Builder file, or to a cell in one: `PATH#NAME`.
  public static func isInterfaceBuilder(path: String) -> Bool {
    let path = split(path).path
    return path.hasSuffix(".xib") || path.hasSuffix(".storyboard")
  }

  /// Whether a text looks like XML, which template documents never do.
  static func isInterfaceBuilder(text: String) -> Bool {
    text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" } == "<"
  }

  /// Splits the name of a cell off a path such as `Main.storyboard#PostCell`.
  public static func split(_ path: String) -> (path: String, cell: String?) {
    guard let mark = path.lastIndex(of: "#"),
      [".xib", ".storyboard"].contains(where: { path[..<mark].hasSuffix($0) })
    else { return (path, nil) }
    return (String(path[..<mark]), String(path[path.index(after: mark)...]))
  }

  /// The index of a cell.
  ///
  /// - Parameter name: The cell's reuse identifier, the name of its template or its object id;
  ///   `nil` for the only cell.
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

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes.
  ///   - file: File as given, for messages and for the names of cells.
  ///   - limits: The limits of the file.
  /// - Throws: `TemplateError.invalid` when it is not an Interface Builder file for iOS, or has no
  ///   cell or too many.
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
    // Views of macOS are not those of UIKit.
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

  /// The number before the dot of a version such as `14313.18`; 0 without one.
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
