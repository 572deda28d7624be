import Dispatch
import Glibc
import HTTPTypes
import Heights
import PublishedHeights
import ServeOptions
import Synchronization

/// The published files of one generation in a temporary folder.
///
/// They are made when somebody first asks for them, and go with the generation. Where they cannot be
/// made, somebody who asks later has it tried again. It is a class because it owns the folder.
final class MadeFiles: Sendable {
  private enum State {
    case nothing
    case making
    case made(TemporarySink)
    /// Whoever asks later than the instant tries again.
    case failed(Problem, retry: ContinuousClock.Instant)
  }

  private let state = Mutex(State.nothing)
  private let lookup: HeightLookup
  private let parent: String
  /// Publishing takes seconds, and must not hold up threads that answer requests.
  private let queue = DispatchQueue(label: "published-files", qos: .utility)

  /// - Parameters:
  ///   - lookup: The generation.
  ///   - parent: Where the folder is made.
  init(of lookup: HeightLookup, in parent: String) {
    self.lookup = lookup
    self.parent = parent
  }

  deinit { remove() }

  /// The files, if they are made.
  var ready: FolderFiles? {
    state.withLock { state in
      if case .made(let sink) = state { FolderFiles(folder: sink.folder) } else { nil }
    }
  }

  /// The files, which are made when they are missing.
  ///
  /// - Throws: `Problem` where they are not made in time, or cannot be.
  func made(_ request: ServiceRequest) async throws(Problem) -> FolderFiles {
    let mustMake = state.withLock { state in
      switch state {
      case .nothing: break
      case .failed(_, let retry) where .now >= retry: break
      case .making, .made, .failed: return false
      }
      state = .making
      return true
    }
    if mustMake {
      let limits = request.limits
      queue.async { self.make(limits) }
    }
    while true {
      if let ready { return ready }
      let failure = state.withLock { state in
        if case .failed(let problem, _) = state { problem } else { nil as Problem? }
      }
      if let failure { throw failure }
      guard request.deadline.left > .zero else {
        throw Problem(
          .serviceUnavailable, "files-in-the-making", "The files are being made",
          "the files of generation \(request.generation.number) are being made; "
            + "try again in some seconds"
        ).retried(afterSeconds: 5)
      }
      do { try await Task.sleep(for: .milliseconds(5)) } catch { throw .failed }
    }
  }

  /// Removes the files.
  func remove() {
    let old = state.withLock { state in
      defer { if case .made = state { state = .nothing } }
      return if case .made(let sink) = state { sink } else { nil as TemporarySink? }
    }
    old?.remove()
  }

  private func make(_ limits: ServiceLimits) {
    let result: State
    do {
      var sink = try TemporarySink(in: parent, limit: limits.publishedBytes)
      do {
        _ = try HeightPublisher(lookup).publish(into: &sink)
        result = .made(sink)
      } catch {
        sink.remove()
        throw error
      }
    } catch {
      let reason =
        error is TooManyBytes
        ? "\(error)" : "the service's own log says why, under this request's id"
      let problem = Problem(
        .serviceUnavailable, "not-published", "The files cannot be made",
        "\(reason); try again later, or publish into a folder and name it with --published"
      ).retried(afterSeconds: Int(limits.requestSeconds.rounded(.up))).caused(by: "\(error)")
      result = .failed(problem, retry: .now + .seconds(limits.requestSeconds))
    }
    state.withLock { $0 = result }
  }
}
