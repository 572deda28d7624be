import Foundation
import Glibc

/// Finds the configuration file and reads it.
package struct ConfigurationDiscovery {
  /// The default name of a configuration file.
  package static let fileName = "cellheights.yaml"
  /// Maximum size of a configuration file, in bytes.
  package static let byteLimit = 1 << 20

  /// Reads the named configuration file, or the nearest one in a folder or its parent folders.
  ///
  /// - Parameters:
  ///   - named: The path in a flag or variable; nil to search for a file.
  ///   - folder: The absolute path of the working directory, where the search begins.
  /// - Returns: `nil` if no file is named or found.
  /// - Throws: `ConfigurationError` if the file is missing, unreadable or invalid.
  package static func configuration(
    named: String?, upwardFrom folder: String
  ) throws(ConfigurationError) -> ConfigurationFile? {
    guard let path = named ?? nearest(upwardFrom: folder) else { return nil }
    return try ConfigurationReader(path: path).read(text(of: path))
  }

  /// The path of the nearest configuration file; nil if there is none.
  ///
  /// In the working directory this is the bare file name, so that paths in messages are short.
  /// Elsewhere it is an absolute path.
  package static func nearest(upwardFrom folder: String) -> String? {
    // A working directory that was deleted has no path.
    guard folder.hasPrefix("/") else { return nil }
    var current = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL
    var isHere = true
    while true {
      let candidate = current.appending(path: fileName).path
      var isDirectory: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate, isDirectory: &isDirectory),
        !isDirectory.boolValue
      {
        return isHere ? fileName : candidate
      }
      guard current.path != "/", !current.path.isEmpty else { return nil }
      current.deleteLastPathComponent()
      isHere = false
    }
  }

  package static func text(of path: String) throws(ConfigurationError) -> String {
    let data: Data
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      let inside = path.hasSuffix("/") ? path + fileName : "\(path)/\(fileName)"
      throw ConfigurationError(
        .unreadable, path: path, "this is a folder, no configuration file; name \(inside)")
    }
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      data = try handle.read(upToCount: byteLimit + 1) ?? Data()
    } catch {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw ConfigurationError(
        .unreadable, path: path,
        isThere
          ? "the configuration file cannot be read; check its permissions"
          : "there is no such configuration file; check --config and CELLHEIGHTS_CONFIG")
    }
    guard data.count <= byteLimit else {
      throw ConfigurationError(
        .invalid, path: path, "the configuration file has more than \(byteLimit) bytes")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ConfigurationError(.invalid, path: path, "the configuration file is not UTF-8 text")
    }
    return text
  }
}

/// A path with the wildcards `*`, `?` and `[…]`, as in a shell.
package struct FilePattern {
  /// The pattern as it is in the configuration file.
  package let written: String
  /// The folder for relative paths, which ends with a slash; empty for the working directory.
  package let folder: String

  package init(written: String, folder: String) {
    (self.written, self.folder) = (written, folder)
  }

  /// The matching paths in byte order; a path without wildcards is returned even if no file is
  /// there.
  ///
  /// - Throws: `Failure` if no file matches, or if a folder cannot be read.
  package func files() throws(Failure) -> [String] {
    let isAbsolute = written.hasPrefix("/")
    guard written.contains(where: { "*?[".contains($0) }) else {
      return [isAbsolute ? written : folder + written]
    }
    var matches = glob_t()
    defer { globfree(&matches) }
    let pattern = isAbsolute ? written : Self.escaped(folder) + written
    switch glob(pattern, GLOB_NOSORT | GLOB_ERR, nil, &matches) {
    case 0: break
    case GLOB_NOMATCH:
      throw Failure(.inputMissing, "no file fits the pattern '\(written)'\(folderText)")
    default:
      throw Failure(
        .inputMissing, "the folders of the pattern '\(written)'\(folderText) cannot be read")
    }
    var files: [String] = []
    for index in 0..<Int(matches.gl_pathc) {
      if let path = matches.gl_pathv[index] { files.append(String(cString: path)) }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private var folderText: String { folder.isEmpty ? "" : " in \(folder)" }

  /// Escapes the wildcard characters in the path of a folder.
  private static func escaped(_ folder: String) -> String {
    folder.reduce(into: "") { text, character in
      if "*?[]\\".contains(character) { text.append("\\") }
      text.append(character)
    }
  }
}
