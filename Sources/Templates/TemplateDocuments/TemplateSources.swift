import Foundation

/// Finds the documents that a template document uses.
public struct TemplateSources: Sendable {
  /// The limits of all documents that one document uses, directly or indirectly.
  public struct Limits: Hashable, Sendable {
    /// Maximum number of documents in addition to the first.
    ///
    /// A document that is used several times counts once.
    public var documents = 64
    /// Maximum total size of the documents in addition to the first, in bytes.
    public var bytes = 2_097_152
    /// Maximum depth to which documents use one another, including the first one.
    public var nesting = 8
    /// Maximum number of copies of one repeated view.
    public var copies = 100
  }

  /// The limits of the documents that a template uses.
  public var limits = Limits()
  /// A folder that may contain documents, besides the template's folder; `nil` for none.
  public var root: String?
  private let find: @Sendable (String, [String]) throws(TemplateError) -> TemplateCatalog.Entry

  /// Creates sources that find documents by calling a closure.
  ///
  /// - Parameters:
  ///   - root: A folder that may contain documents, besides the template's folder.
  ///   - find: Returns the document with a name or a path. A path must be in one of the folders
  ///     that are passed. Throws a `TemplateError` when there is no such document.
  public init(
    root: String? = nil,
    find: @escaping @Sendable (String, [String]) throws(TemplateError) -> TemplateCatalog.Entry
  ) {
    self.root = root
    self.find = find
  }

  /// Creates the sources of a catalog.
  ///
  /// Its templates are found by name. Files are found by path in the template's folder.
  public init(catalog: TemplateCatalog) {
    self.init { name, folders throws(TemplateError) in
      try catalog.entry(name, within: folders)
    }
  }

  /// Sources without documents, for templates that use no other document.
  public static let none = TemplateSources { name, _ throws(TemplateError) in
    throw .unreadableFile(path: name, reason: "no other documents can be read here")
  }

  /// Loads a document that another document uses.
  ///
  /// A path is relative to the folder of the other document.
  ///
  /// - Parameters:
  ///   - nameOrPath: The name of a template in the catalog, or the path of a file.
  ///   - file: The file of the other document.
  ///   - folders: Folders that may contain a file, besides `root`.
  /// - Throws: `TemplateError` when the document does not exist or cannot be read.
  public func entry(
    _ nameOrPath: String, beside file: String, within folders: [String]
  ) throws(TemplateError) -> TemplateCatalog.Entry {
    try find(
      TemplateCatalog.isPath(nameOrPath) ? Self.path(nameOrPath, beside: file) : nameOrPath,
      folders + (root.map { [$0] } ?? []))
  }

  /// A path relative to the folder of another file, without resolving symbolic links.
  ///
  /// It contains no `.`, and `..` only at its start.
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

/// The folders that contain all documents that a template may use, with symbolic links resolved.
///
/// A template may be untrusted, and messages quote the documents that it uses. So a template may
/// not read files outside these folders.
struct TemplateFolders {
  private let folders: [String]

  /// Creates a list of folders, which need not exist.
  init(_ folders: [String]) { self.folders = folders }

  static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }

  /// The real path of a file, which must be in one of the folders.
  ///
  /// - Throws: `TemplateError.unreadableFile` for a path outside, whether or not the file exists,
  ///   and `.missingFile` when there is no file inside.
  func realPath(of path: String) throws(TemplateError) -> String {
    let real = folders.compactMap(Self.real)
    let named = folders.map(Self.plain)
    guard Self.isInside(Self.plain(path), named + real) else { throw Self.outside(path) }
    guard let found = Self.real(path) else { throw .missingFile(path: path) }
    guard Self.isInside(found, real) else { throw Self.outside(path) }
    return found
  }

  private static func outside(_ path: String) -> TemplateError {
    .unreadableFile(
      path: path,
      reason: "it is not inside the template's folder; 'templates: {root: FOLDER}' in "
        + "cellheights.yaml names a wider one")
  }

  private static func isInside(_ path: String, _ folders: [String]) -> Bool {
    folders.contains { path.hasPrefix($0 == "/" ? $0 : $0 + "/") }
  }

  /// An absolute path without `.` and `..`, in which symbolic links are not resolved.
  private static func plain(_ path: String) -> String {
    let start = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath
    var parts: [Substring] = []
    for part in (start + "/" + path).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
