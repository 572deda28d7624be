import ArgumentParser
import Glibc
import Heights
import PublishedHeights
import HeightStore

/// The exit codes, those of sysexits.h.
enum ExitStatus {
  /// Carries out a command; of its error standard error has a sentence and the program the code.
  static func ending(_ command: () throws -> Void) throws {
    do {
      try command()
    } catch {
      guard let code = code(of: error) else { throw error }
      Streams.write("cellheights-publish: \(error)\n".printable, to: STDERR_FILENO)
      throw ExitCode(code)
    }
  }

  /// The code of an error; nil for errors of the argument parser.
  static func code(of error: any Error) -> Int32? {
    switch error {
    case let error as PublishingError:
      switch error {
      case .cannotCreate: 73
      case .writeFailed: 74
      case .unreadable: 66
      case .locked: 75
      }
    case is PublishedFormatError: 65
    case let error as ReadingError: error.code
    case let error as StoreError:
      switch error {
      case .missing, .unreadable: 66
      default: 65
      }
    case ShardError.noFile: 66
    case let error as ShardError: error.isUsage ? 64 : 65
    case is Miss: 1
    default: nil
    }
  }
}
