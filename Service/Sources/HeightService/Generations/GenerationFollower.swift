package import Heights
package import ServeOptions
import ServiceLifecycle
import Synchronization

/// Follows the store: after a build publishes, new requests are answered from its generation.
package final class GenerationFollower: Service, Sendable {
  private struct State {
    var current: ServedGeneration
    /// The earlier generations, the newest first, for clients that are still reading a list.
    var earlier: [ServedGeneration] = []
    var failure: RefreshFailure?
    var memory = Memory.waiting
  }

  /// Whether the cells of the first generation were read into memory.
  ///
  /// The state is `waiting` until the attempt begins, and then `failed` until it succeeds.
  private enum Memory {
    case waiting, failed
    /// The cells are in memory, or are too many.
    case done
  }

  private let state: Mutex<State>
  private let settings: FollowSettings
  private let report: @Sendable (FollowEvent) -> Void

  /// Starts with an open store.
  ///
  /// - Parameters:
  ///   - lookup: The current generation. It is read from the file until the first `refresh`, which
  ///     reads its cells into memory.
  ///   - settings: The interval of checks, and the limits of generations and cells.
  ///   - report: Receives each new generation and each failure.
  package init(
    _ lookup: HeightLookup, settings: FollowSettings = FollowSettings(),
    report: @escaping @Sendable (FollowEvent) -> Void = { _ in }
  ) {
    let files = MadeFiles(of: lookup, in: settings.temporaryFolder)
    state = Mutex(State(current: ServedGeneration(lookup, files: files)))
    self.settings = settings
    self.report = report
  }

  /// The newest generation that could be opened.
  package var current: ServedGeneration { state.withLock(\.current) }

  /// The failure of the last attempt to open a generation, or to read it into memory; nil if it
  /// succeeded.
  package var failure: RefreshFailure? { state.withLock(\.failure) }

  /// All served generations, the newest first.
  var all: [ServedGeneration] { state.withLock { [$0.current] + $0.earlier } }

  /// The served generation with a pin; nil if it is no longer served.
  package func generation(pin: String) -> ServedGeneration? {
    state.withLock { state in
      if state.current.pin == pin { return state.current }
      return state.earlier.first { $0.pin == pin }
    }
  }

  /// Serves the new generation if the store's file was replaced; reports a failure.
  ///
  /// The first call also reads the cells of the first generation into memory. After a failure, the
  /// previous generation is still served. Only one caller at a time is allowed: `run` or a test.
  package func refresh() {
    let old = current
    do {
      let lookup = try old.lookup.refreshed()
      if lookup === old.lookup {
        try readIntoMemory(old)
        // A failed attempt to read the cells into memory is still reported while the file is used.
        state.withLock { if $0.memory != .failed { $0.failure = nil } }
        return
      }
      let new = try ServedGeneration.prepared(lookup, settings)
      state.withLock { state in
        state.failure = nil
        state.memory = .done
        state.earlier.insert(state.current, at: 0)
        // After a rollback, the new generation may also be one of the earlier ones.
        state.earlier.removeAll { $0.pin == new.pin }
        state.earlier = Array(state.earlier.prefix(settings.earlier))
        state.current = new
      }
      report(.swapped(number: new.number))
    } catch {
      let isNew = state.withLock { state in
        let failures = (state.failure?.count ?? 0) + 1
        let message = "\(error)"
        let isNew = state.failure?.message != message
        state.failure = RefreshFailure(message: message, count: failures)
        return isNew
      }
      report(.failed(message: "\(error)", isNew: isNew))
    }
  }

  /// Reads the cells of the first generation into memory, at most once.
  private func readIntoMemory(_ generation: ServedGeneration) throws {
    guard state.withLock({ $0.memory == .waiting }) else { return }
    state.withLock { $0.memory = .failed }
    let read = try ServedGeneration.prepared(
      generation.lookup, settings, files: generation.files)
    state.withLock { state in
      state.memory = .done
      if read.isInMemory, state.current === generation { state.current = read }
    }
  }

  /// Calls `refresh` at the configured interval, until the service stops; never throws.
  package func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        self.refresh()
        do { try await Task.sleep(for: .seconds(self.settings.seconds)) } catch { return }
      }
    }
  }
}

/// The reason why the store could not be reopened; the previous generation is still served.
package struct RefreshFailure: Hashable, Sendable {
  /// The text of the error.
  package let message: String
  /// Number of consecutive failures.
  package let count: Int
}

/// An event of following the store, for the log and the metrics.
package enum FollowEvent: Sendable {
  /// A new generation is served.
  case swapped(number: Int)
  /// A failure; `isNew` is false if the last attempt failed with the same message.
  case failed(message: String, isNew: Bool)
}
