/// The sources of the documents that a template document names.
public struct TemplateSources: Sendable {
  /// The limits of the documents that one document names.
  public struct Limits: Hashable, Sendable {
    /// Most documents besides the first, each counted once.
    public var documents = 64
    /// Most bytes of them together.
    public var bytes = 2_097_152
    /// Deepest nesting of documents, the first counted.
    public var nesting = 8
    /// Most copies of one repeated view.
    public var copies = 100
  }

  /// The limits.
  public var limits = Limits()
  /// A folder that may contain files besides the folder of the template.
  public var root: String?
  private let find: @Sendable (String, [String]) throws(TemplateError) -> TemplateCatalog.Entry

  /// Creates sources.
  ///
  /// - Parameters:
  ///   - root: A folder that may contain files besides the folder of the template.
  ///   - find: The document of a name, or of a path that must be in one of the folders. Throws a
  ///     `TemplateError` where there is none.
  public init(
    root: String? = nil,
    find: @escaping @Sendable (String, [String]) throws(TemplateError) -> TemplateCatalog.Entry
  ) {
    self.root = root
    self.find = find
  }

  /// The sources of a catalog: its templates by name, and files by path in the template's folder.
  public init(catalog: TemplateCatalog) {
    self.init { name, folders throws(TemplateError) in
      try catalog.entry(name, within: folders)
    }
  }

  /// No sources, for documents that name no others.
  public static let none = TemplateSources { name, _ throws(TemplateError) in
    throw .unreadableFile(path: name, reason: "no other documents can be read here")
  }

  /// The document that another one names, where a path is relative to that one's folder.
  ///
  /// - Parameters:
  ///   - nameOrPath: The name of a template in the catalog, or the path of a file.
  ///   - file: The document that names it.
  ///   - folders: Folders in which a file may lie, besides `root`.
  /// - Throws: `TemplateError` where there is none, or it cannot be read.
  public func entry(
    _ nameOrPath: String, beside file: String, within folders: [String]
  ) throws(TemplateError) -> TemplateCatalog.Entry {
    try find(
      TemplateCatalog.isPath(nameOrPath) ? Self.path(nameOrPath, beside: file) : nameOrPath,
      folders + (root.map { [$0] } ?? []))
  }

  /// A path as seen from another file's folder, without `.` and without `..` where they can go.
  static func path(_ path: String, beside file: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    let folder =
      file.contains("/")
      ? file.split(separator: "/", omittingEmptySubsequences: false).dropLast() : []
    var parts: [Substring] = []
    for part in folder + path.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        if let last = parts.last, last != "..", !last.isEmpty {
          parts.removeLast()
        } else {
          parts.append(part)
        }
      default: parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    return TemplateCatalog.isPath(joined) ? joined : "./" + joined
  }
}
