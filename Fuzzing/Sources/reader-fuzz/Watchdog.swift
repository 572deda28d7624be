import Foundation
import Synchronization

/// Ends the process when one input takes too long.
final class Watchdog: Sendable {
  private struct State {
    var name: String?
    var since = Date.now
  }

  private let state = Mutex(State())

  /// - Parameter patience: Seconds that one input may take.
  init(patience: Double) {
    Thread.detachNewThread { [self] in
      while true {
        Thread.sleep(forTimeInterval: 0.25)
        let late = state.withLock { state -> String? in
          guard let name = state.name, Date.now.timeIntervalSince(state.since) > patience else {
            return nil
          }
          return name
        }
        guard let late else { continue }
        FileHandle.standardError.write(
          Data("reader-fuzz: \(late) took more than \(patience) s\n".utf8))
        _exit(75)
      }
    }
  }

  func begin(_ name: String) {
    state.withLock { $0 = State(name: name, since: .now) }
  }

  func end() {
    state.withLock { $0.name = nil }
  }
}

/// Keeps the input at hand in a file.
final class InputRecorder {
  private let file: FileHandle

  init(path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw FuzzFinding("cannot write \(path)") }
    self.file = file
  }

  func keep(_ input: [UInt8]) throws {
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data(input))
    try file.truncate(atOffset: UInt64(input.count))
  }
}

/// Memory of this process that is not given back.
enum ResidentMemory {
  /// Bytes; 0 where the system does not tell.
  static var bytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii) else {
      return 0
    }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
