/// Where a template document finds the documents that it names.
public struct TemplateSources: Sendable {
  /// How much a document may gather around itself.
  public struct Limits: Hashable, Sendable {
    /// Most documents besides the first, each counted once.
    public var documents: Int
    /// Most bytes of them together.
    public var bytes: Int
    /// Most documents inside one another, the first counted.
    public var nesting: Int
    /// Most copies of one repeated view.
    public var copies: Int

    /// Creates limits; the defaults are far above what a person would write.
    public init(documents: Int = 64, bytes: Int = 2_097_152, nesting: Int = 8, copies: Int = 100) {
      self.documents = documents
      self.bytes = bytes
      self.nesting = nesting
      self.copies = copies
    }
  }

  /// How much may be gathered.
  public var limits: Limits
  /// A folder in which files may lie besides the folder of the template.
  public var root: String?
  private let find: @Sendable (String, [String]) throws(TemplateError) -> TemplateCatalog.Entry

  /// Creates sources.
  ///
  /// - Parameters:
  ///   - limits: How much may be gathered.
  ///   - find: The document of a name or path; throws a `TemplateError` where there is none.
  public init(
    limits: Limits = Limits(),
    find: @escaping @Sendable (String) throws(TemplateError) -> TemplateCatalog.Entry
  ) {
    self.limits = limits
    self.find = { name, _ throws(TemplateError) in try find(name) }
  }

  /// Creates sources that look into files.
  ///
  /// - Parameters:
  ///   - root: A folder in which files may lie besides the folder of the template.
  ///   - find: The document of a name, or of a path that must lie in one of the folders; throws a
  ///     `TemplateError` where there is none.
  public init(
    root: String?,
    find: @escaping @Sendable (String, [String]) throws(TemplateError) -> TemplateCatalog.Entry
  ) {
    limits = Limits()
    self.root = root
    self.find = find
  }

  /// The sources of a catalog: its templates by name, and files by path in the template's folder.
  public init(catalog: TemplateCatalog) {
    self.init(root: nil) { name, folders throws(TemplateError) in
      try catalog.entry(name, within: folders)
    }
  }

  /// No sources: a document stands for itself.
  public static let none = TemplateSources { name throws(TemplateError) in
    throw .unreadableFile(path: name, reason: "no other documents can be read here")
  }

  /// The document that another one names: a path begins at that one's folder.
  ///
  /// - Parameter folders: Folders in which a file may lie, besides `root`.
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
