import Dispatch
import SQLiteDatabase
import Synchronization

/// Reads the parts of a file with several threads, each with a connection of its own.
struct ParallelReading {
  /// Maximum number of threads: each connection has its own page cache, and more threads wait for
  /// memory.
  static let maximumThreads = 16

  /// Calls `read` once for each part.
  ///
  /// Parts are begun in order. The number of threads does not affect the results.
  ///
  /// - Parameters:
  ///   - count: Number of parts.
  ///   - threads: Maximum number of threads.
  ///   - path: Path of the file, which must not change during the call.
  ///   - connection: A connection to the file, which reads the parts that no other thread reads.
  ///   - read: Reads the part with a number.
  /// - Returns: The results of the parts, in order.
  static func results<Part: Sendable>(
    of count: Int, threads: Int, path: String, connection: Connection,
    _ read: @Sendable (_ part: Int, Connection) throws -> Part
  ) -> [Result<Part, any Error>] {
    let work = Work<Part>(count: count)
    let threads = min(threads, count, maximumThreads)
    if threads > 1 {
      DispatchQueue.concurrentPerform(iterations: threads) { _ in
        // A thread that cannot open the file reads nothing; the others read its parts.
        guard let other = try? ReadConnection(path: path, isMapped: false) else { return }
        other.limitSteps(false)
        work.run(other.database, read)
      }
    }
    work.run(connection, read)
    return work.results
  }

  /// The parts that are read, and their results; a class because the threads share it.
  private final class Work<Part: Sendable>: Sendable {
    private struct State {
      var next = 0
      var results: [Result<Part, any Error>?]
    }

    private let state: Mutex<State>

    init(count: Int) {
      state = Mutex(State(results: Array(repeating: nil, count: count)))
    }

    /// Reads the next part until all parts are begun.
    func run(_ connection: Connection, _ read: (Int, Connection) throws -> Part) {
      while let part = begin() {
        let result = Result { try read(part, connection) }
        state.withLock { $0.results[part] = result }
      }
    }

    private func begin() -> Int? {
      state.withLock { state in
        guard state.next < state.results.count else { return nil }
        state.next += 1
        return state.next - 1
      }
    }

    /// The results, once all threads have ended.
    var results: [Result<Part, any Error>] { state.withLock { $0.results.compactMap { $0 } } }
  }
}
