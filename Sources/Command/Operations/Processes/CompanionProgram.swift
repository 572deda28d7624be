import CommandSettings
import Foundation
import Glibc

/// A separate program that replaces the process of a command, such as `cellheights-serve`.
///
/// The command itself is compiled without these programs and the packages that they use.
package struct CompanionProgram {
  /// The file name of the program.
  package let name: String
  /// The folder of the program.
  ///
  /// If it is nil, this is the folder that `CELLHEIGHTS_COMPANIONS` names, or else the folder of
  /// the command.
  package let folder: String?

  package init(name: String, folder: String? = nil) {
    self.name = name
    self.folder = folder
  }

  /// The variable with the path of the command, which the program may run.
  private static let commandVariable = "CELLHEIGHTS_COMMAND"
  /// The variable with the folder of the programs, if it differs from the folder of the command.
  static let folderVariable = "CELLHEIGHTS_COMPANIONS"

  /// The path of the program.
  ///
  /// - Throws: `Failure` with exit code 66 if the program is missing.
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
  /// - Parameter arguments: All settings as arguments, because the program reads no configuration.
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

  /// The path of the running command; empty if it cannot be read.
  private static var ownPath: String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(ChildProcess.ownFile, &bytes, bytes.count)
    return String(
      decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
