package import Heights
package import ServeOptions
import ServiceLifecycle
import Synchronization

/// Holds the generation that requests are answered from, and replaces it after a build publishes.
///
/// A request takes one generation and keeps it, so that no answer mixes two.
package final class GenerationFollower: Service, Sendable {
  private struct State {
    var current: ServedGeneration
    /// The earlier generations, newest first, for clients that are in the middle of a list.
    var earlier: [ServedGeneration] = []
    var failure: RefreshFailure?
    var memory = Memory.waiting
  }

  /// Whether the first generation's cells are in memory.
  private enum Memory {
    case waiting, failed
    /// They are, or are too many.
    case done
  }

  private let state: Mutex<State>
  private let settings: FollowSettings
  private let report: @Sendable (FollowEvent) -> Void

  /// Starts with an open store.
  ///
  /// - Parameters:
  ///   - lookup: The store's current generation. It is read from its file until the first `refresh`
  ///     has
  ///     loaded it into memory.
  ///   - settings: How the store is followed.
  ///   - report: Receives new generations and failures.
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

  /// The failure of the last attempt to open the store again; nil if it succeeded.
  package var failure: RefreshFailure? { state.withLock(\.failure) }

  /// All that are served, the newest first.
  var all: [ServedGeneration] { state.withLock { [$0.current] + $0.earlier } }

  /// The generation of a pin, if it is still served.
  package func generation(pin: String) -> ServedGeneration? {
    state.withLock { state in
      if state.current.pin == pin { return state.current }
      return state.earlier.first { $0.pin == pin }
    }
  }

  /// Opens the store again if it was replaced.
  ///
  /// One caller at a time: `run`, or a test.
  package func refresh() {
    let old = current
    do {
      let lookup = try old.lookup.refreshed()
      if lookup === old.lookup {
        try readIntoMemory(old)
        // A failure to read cells into memory remains, even while the file is used.
        state.withLock { if $0.memory != .failed { $0.failure = nil } }
        return
      }
      let new = try ServedGeneration.prepared(lookup, settings)
      state.withLock { state in
        state.failure = nil
        state.memory = .done
        state.earlier.insert(state.current, at: 0)
        // A rollback may bring a generation back.
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

  /// Reads the first generation's cells, once; until then they are read from the file.
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

  /// Checks for another generation periodically, until the service stops.
  package func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        self.refresh()
        do { try await Task.sleep(for: .seconds(self.settings.seconds)) } catch { return }
      }
    }
  }
}

/// The reason why the store could not be opened again; the old generation is still served.
package struct RefreshFailure: Hashable, Sendable {
  /// The sentence of the error.
  package let message: String
  /// Number of consecutive failures.
  package let count: Int
}

/// The events of following the store.
package enum FollowEvent: Sendable {
  case swapped(number: Int)
  /// `isNew` is false when the last try failed alike.
  case failed(message: String, isNew: Bool)
}
