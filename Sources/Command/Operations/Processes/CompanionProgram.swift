import CommandSettings
import Foundation
import Glibc

/// A program of its own that a command becomes, such as `cellheights-serve`.
///
/// Whoever only builds and looks up compiles neither these programs nor the packages that they need.
package struct CompanionProgram {
  /// The file name.
  package let name: String
  /// The folder of the program; nil for what the variable names, or the folder of the command.
  package let folder: String?

  package init(name: String, folder: String? = nil) {
    self.name = name
    self.folder = folder
  }

  /// Tells the program where the command is, which it may start.
  private static let commandVariable = "CELLHEIGHTS_COMMAND"
  /// Names the folder of the programs, where it is not that of the command.
  static let folderVariable = "CELLHEIGHTS_COMPANIONS"

  /// The program's path.
  ///
  /// - Throws: `Failure` with 66 when it is not there.
  package func path() throws -> String {
    let folder = try folder ?? usualFolder()
    let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    guard access(path, X_OK) == 0, FileStatus(path)?.isRegular == true else {
      throw Failure(
        .inputMissing,
        "\(name) is not in \(folder); scripts/cellheights compiles it when it is needed, and "
          + "\(Self.folderVariable) can name the folder where it is")
    }
    return path
  }

  /// Becomes the program, which has this process's streams and working directory.
  ///
  /// - Parameter arguments: All that it needs; it reads no configuration file.
  /// - Throws: `Failure`, when this process stays what it is.
  package func become(_ arguments: [String]) throws {
    let path = try path()
    setenv(Self.commandVariable, Self.ownPath, 1)
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    execv(path, &words)
    throw Failure(
      .internalError, "\(path) cannot be started: \(String(cString: strerror(errno)))")
  }

  private func usualFolder() throws -> String {
    let named = ProcessInfo.processInfo.environment[Self.folderVariable] ?? ""
    if !named.isEmpty { return named }
    let own = Self.ownPath
    guard let slash = own.lastIndex(of: "/") else {
      throw Failure(
        .internalError,
        "the folder of this program is not known; name it with "
          + "\(Self.folderVariable)")
    }
    return slash == own.startIndex ? "/" : String(own[..<slash])
  }

  /// The path of this program; empty where it is not known.
  private static var ownPath: String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(ChildProcess.ownFile, &bytes, bytes.count)
    return String(
      decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
