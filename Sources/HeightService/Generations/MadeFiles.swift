import Dispatch
import Glibc
import HTTPTypes
import HeightLookup
import HeightPublishing
import Synchronization

/// The published files of one generation in a temporary folder.
///
/// They are made when somebody first asks for them, and go with the generation. It is a class
/// because it owns the folder.
final class MadeFiles: Sendable {
  private enum State {
    case nothing
    case making
    case made(TemporarySink)
    case failed(String)
  }

  private let state = Mutex(State.nothing)
  private let lookup: HeightLookup
  /// Publishing takes seconds, and must not hold up threads that answer requests.
  private let queue = DispatchQueue(label: "published-files", qos: .utility)

  init(of lookup: HeightLookup) { self.lookup = lookup }

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
    let limit = request.limits.publishedBytes
    let mustMake = state.withLock { state in
      guard case .nothing = state else { return false }
      state = .making
      return true
    }
    if mustMake { queue.async { self.make(limit: limit) } }
    while true {
      if let ready { return ready }
      let failure = state.withLock { state in
        if case .failed(let message) = state { message } else { nil as String? }
      }
      if let failure {
        throw Problem(
          .serviceUnavailable, "not-published", "The files cannot be made",
          "\(failure); publish into a folder and name it with --published")
      }
      guard request.deadline.left > .zero else {
        throw Problem(
          .serviceUnavailable, "files-in-the-making", "The files are being made",
          "the files of generation \(request.generation.number) are being made; "
            + "try again in some seconds"
        ).retrying(afterSeconds: 5)
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

  private func make(limit: Int) {
    let result: State
    do {
      var sink = try TemporarySink(limit: limit)
      do {
        _ = try HeightPublisher(lookup).publish(into: &sink)
        result = .made(sink)
      } catch {
        sink.remove()
        throw error
      }
    } catch {
      result = .failed("\(error)")
    }
    state.withLock { $0 = result }
  }
}
