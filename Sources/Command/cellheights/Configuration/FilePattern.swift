import Glibc

/// A path in which `*`, `?` and `[…]` stand for names, as in a shell.
struct FilePattern {
  /// The pattern as written.
  let written: String
  /// The folder of relative paths with a final slash; empty for the working directory.
  let folder: String

  /// The matching files in byte order, or a path without wildcards, unchecked.
  func files() throws(Failure) -> [String] {
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
