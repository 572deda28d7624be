import ArgumentParser
import Glibc
import HeightStore

/// The reason why the program ends, with an exit code that means the same as for `cellheights`.
struct Failure: Error {
  let status: Int32
  let message: String

  static let usage: Int32 = 64
  static let badData: Int32 = 65
  static let inputMissing: Int32 = 66
  static let unavailable: Int32 = 69
  static let cannotCreate: Int32 = 73
  static let configuration: Int32 = 78

  init(_ status: Int32, _ message: String) {
    self.status = status
    self.message = message
  }

  init(_ error: StoreError) {
    message = error.description
    status =
      switch error {
      case .missing, .unreadable: Self.inputMissing
      default: Self.badData
      }
  }

  /// Writes the message, and ends the program.
  func exit() -> Never {
    StandardError.write("cellheights-serve: \(message)")
    Glibc.exit(status)
  }
}

/// Writes lines for people to standard error.
enum StandardError {
  static func write(_ line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
