import Foundation

/// The folders that must contain all documents that a template names, after links are resolved.
///
/// Messages about a document quote it, and a template may come from elsewhere. So no template may
/// read files outside of its folders.
struct TemplateFolders {
  private let folders: [String]

  /// Creates a list of folders, which need not exist.
  init(_ folders: [String]) { self.folders = folders }

  static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }

  /// The real path of a file, which must be inside the folders.
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

  /// An absolute path without `.` and `..`, in which links are not resolved.
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
