import Foundation
import XMLDocuments

/// Finds templates by name in a list, or by path in the file system.
public struct TemplateCatalog: Hashable, Sendable {
  /// A template document with the name by which it is found.
  public struct Entry: Hashable, Sendable {
    /// The name by which the template is found; for a document from a file, its path.
    public var name: String
    /// The text of the document.
    public var text: String
    /// The path of the file, or a description such as `built-in template post`; for messages.
    public var file: String

    /// Creates an entry.
    public init(name: String, text: String, file: String) {
      self.name = name
      self.text = text
      self.file = file
    }
  }

  /// The templates that are found by name, in the order in which messages list them.
  public var entries: [Entry]
  /// The limits of each document.
  ///
  /// Interface Builder files have the size limit of `XMLTreeLimits` instead.
  public var limits: TemplateLimits

  /// Creates a catalog; by default its templates are the built-in ones.
  public init(entries: [Entry] = Self.builtIn, limits: TemplateLimits = TemplateLimits()) {
    self.entries = entries
    self.limits = limits
  }

  /// The built-in templates: `post`, the file in the folder `BuiltIn`, and `post-system`, the same in
  /// the font `system`.
  public static let builtIn = [
    builtIn("post", text: post),
    builtIn(
      "post-system",
      text: post.replacing(", font: Inter", with: "")
        .replacing("template: post\n", with: "template: post-system\n")),
  ]

  private static let post = String(decoding: PackageResources.post_yaml, as: UTF8.self)

  private static func builtIn(_ name: String, text: String) -> Entry {
    Entry(name: name, text: text, file: "built-in template \(name)")
  }

  /// Whether a text is a path, because it contains `/` or has the extension of a template file.
  public static func isPath(_ name: String) -> Bool {
    name.contains("/") || InterfaceBuilderPath(name) != nil
      || [".yaml", ".yml", ".json", ".css"].contains { name.hasSuffix($0) }
  }

  /// Loads the document with a name or path, without parsing it.
  ///
  /// - Parameters:
  ///   - nameOrPath: The name of a template in the catalog, or the path of a file.
  ///   - folders: Folders, one of which must contain the file after symbolic links are resolved;
  ///     `nil` if the file may be anywhere.
  /// - Throws: `TemplateError.unknownName`, `.missingFile` or `.unreadableFile`.
  public func entry(
    _ nameOrPath: String, within folders: [String]? = nil
  ) throws(TemplateError) -> Entry {
    if Self.isPath(nameOrPath) {
      let text = try document(at: nameOrPath, within: folders.map { TemplateFolders($0) })
      return Entry(name: nameOrPath, text: text, file: nameOrPath)
    }
    guard let entry = entries.first(where: { $0.name == nameOrPath }) else {
      throw .unknownName(nameOrPath, known: entries.map(\.name))
    }
    return entry
  }

  /// Reads a regular UTF-8 file within the size limit, and drops a byte order mark.
  private func document(
    at path: String, within folders: TemplateFolders?
  ) throws(TemplateError) -> String {
    let imported = InterfaceBuilderPath(path)
    let path = imported?.file ?? path
    let place = try folders?.realPath(of: path) ?? path
    let limit = imported == nil ? limits.bytes : XMLTreeLimits().bytes
    guard FileManager.default.fileExists(atPath: place) else { throw .missingFile(path: path) }
    let data: Data
    do {
      let url = URL(filePath: place).resolvingSymlinksInPath()
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      // Reading a pipe or a device may never end.
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw TemplateError.unreadableFile(path: path, reason: "it is no regular file")
      }
      let handle = try FileHandle(forReadingFrom: url)
      data = try handle.read(upToCount: limit + 1) ?? Data()
    } catch let error as TemplateError {
      throw error
    } catch {
      throw .unreadableFile(path: path, reason: "\(error)")
    }
    guard data.count <= limit else {
      throw .unreadableFile(path: path, reason: "it is larger than \(limit) bytes")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw .unreadableFile(path: path, reason: "it is not UTF-8 text")
    }
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }
}

/// A path to an Interface Builder file, or to a cell in one: `Main.storyboard#PostCell`.
public struct InterfaceBuilderPath: Hashable, Sendable {
  private static let extensions = [".xib", ".storyboard"]

  /// The path of the file.
  public let file: String
  /// The name of a cell; `nil` if the path names none.
  public let cell: String?

  /// Splits a path; `nil` if it does not lead to an Interface Builder file.
  public init?(_ path: String) {
    if let mark = path.lastIndex(of: "#"), Self.isFile(path[..<mark]) {
      file = String(path[..<mark])
      cell = String(path[path.index(after: mark)...])
    } else if Self.isFile(path[...]) {
      file = path
      cell = nil
    } else {
      return nil
    }
  }

  private static func isFile(_ path: Substring) -> Bool {
    extensions.contains(where: path.hasSuffix)
  }
}
