import Foundation
import Glibc

/// Finds the configuration file and reads it.
package struct ConfigurationDiscovery {
  /// The default name of a configuration file.
  package static let fileName = "cellheights.yaml"
  /// Maximum size of a configuration file, in bytes.
  package static let byteLimit = 1 << 20

  /// The named configuration file, or the nearest one in a folder or its ancestors.
  ///
  /// - Parameters:
  ///   - named: The path in a flag or variable.
  ///   - folder: The working directory, absolute.
  /// - Returns: `nil` if no file is named or found.
  package static func configuration(
    named: String?, upwardFrom folder: String
  ) throws(ConfigurationError) -> ConfigurationFile? {
    guard let path = named ?? nearest(upwardFrom: folder) else { return nil }
    return try ConfigurationReader(path: path).read(text(of: path))
  }

  /// The nearest configuration file: its name for the working directory, which keeps its paths
  /// short, otherwise an absolute path.
  package static func nearest(upwardFrom folder: String) -> String? {
    // A deleted working directory has no path.
    guard folder.hasPrefix("/") else { return nil }
    var place = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL
    var isHere = true
    while true {
      let candidate = place.appending(path: fileName).path
      var isDirectory: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate, isDirectory: &isDirectory),
        !isDirectory.boolValue
      {
        return isHere ? fileName : candidate
      }
      guard place.path != "/", !place.path.isEmpty else { return nil }
      place.deleteLastPathComponent()
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
  /// The pattern as written.
  package let written: String
  /// The folder of relative paths with a final slash; empty for the working directory.
  package let folder: String

  package init(written: String, folder: String) {
    (self.written, self.folder) = (written, folder)
  }

  /// The matching files in byte order, or a path without wildcards, unchecked.
  package func files() throws(Failure) -> [String] {
    let isAbsolute = written.hasPrefix("/")
    guard written.contains(where: { "*?[".contains($0) }) else {
      return [isAbsolute ? written : folder + written]
    }
    var found = glob_t()
    defer { globfree(&found) }
    let pattern = isAbsolute ? written : Self.escaped(folder) + written
    switch glob(pattern, GLOB_NOSORT | GLOB_ERR, nil, &found) {
    case 0: break
    case GLOB_NOMATCH:
      throw Failure(.inputMissing, "no file fits the pattern '\(written)'\(place)")
    default:
      throw Failure(
        .inputMissing, "the folders of the pattern '\(written)'\(place) cannot be read")
    }
    var files: [String] = []
    for index in 0..<Int(found.gl_pathc) {
      if let path = found.gl_pathv[index] { files.append(String(cString: path)) }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private var place: String { folder.isEmpty ? "" : " in \(folder)" }

  /// Escapes the wildcards in a folder's name.
  private static func escaped(_ folder: String) -> String {
    folder.reduce(into: "") { text, character in
      if "*?[]\\".contains(character) { text.append("\\") }
      text.append(character)
    }
  }
}
