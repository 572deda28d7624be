import CommandSettings
import Foundation
import Glibc

/// A separate program that replaces the process of a command, such as `cellheights-serve`.
///
/// A command that only builds and looks up is compiled without these programs and their packages.
package struct CompanionProgram {
  /// The file name.
  package let name: String
  /// The folder of the program; nil for that of the variable, or the folder of the command.
  package let folder: String?

  package init(name: String, folder: String? = nil) {
    self.name = name
    self.folder = folder
  }

  /// The variable with the path of the command, which the program may start.
  private static let commandVariable = "CELLHEIGHTS_COMMAND"
  /// The variable with the folder of the programs, if it is not that of the command.
  static let folderVariable = "CELLHEIGHTS_COMPANIONS"

  /// The program's path.
  ///
  /// - Throws: `Failure` with 66 if it is missing.
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

  /// Replaces this process by the program, with the same streams and working directory.
  ///
  /// - Parameter arguments: All arguments; the program reads no configuration file.
  /// - Throws: `Failure` if the program cannot be started.
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

  /// The path of this program; empty if it is not known.
  private static var ownPath: String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(ChildProcess.ownFile, &bytes, bytes.count)
    return String(
      decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
