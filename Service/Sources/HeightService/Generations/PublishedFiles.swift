import Dispatch
import Glibc
import Heights
import HTTPTypes
import LayoutPrimitives
import PublishedHeights
import ServeOptions
import Synchronization

/// Provides the files under `/heights/`, from a folder or made from the served generation.
struct PublishedFiles: Sendable {
  /// The folder into which another program publishes; nil to make files from the generation.
  let folder: FolderFiles?
  let follower: GenerationFollower

  /// The content of the pointer file.
  ///
  /// - Throws: `Problem` if nothing is published, or if the files cannot be made in time;
  ///   `FileTrouble` if the file cannot be read.
  func pointer(_ request: ServiceRequest) async throws -> [UInt8] {
    var bytes = try await self.bytes(of: PublishedPath.pointer, request)
    if bytes == nil, folder == nil {
      // Another program has emptied the temporary folder.
      request.generation.files.remove()
      bytes = try await self.bytes(of: PublishedPath.pointer, request)
    }
    guard let bytes else {
      throw Problem(
        .notFound, "nothing-published", "Nothing is published",
        "the folder of published files has no pointer; fill it with cellheights publish")
    }
    return bytes
  }

  /// The content of a file; nil if there is no such file.
  ///
  /// - Throws: `Problem` if the files cannot be made in time; `FileTrouble` if the file cannot be
  ///   read.
  func bytes(of name: String, _ request: ServiceRequest) async throws -> [UInt8]? {
    var folders = [try await folder(request)]
    if folder == nil, name != PublishedPath.pointer {
      // A client may have read the pointer of an earlier generation, and still fetch its files.
      folders += follower.all.filter { $0 !== request.generation }.compactMap(\.files.ready)
    }
    return try await request.long { [folders] in
      for folder in folders {
        if let bytes = try folder.bytes(of: name) { return bytes }
      }
      return nil
    }
  }

  /// The folder with the files of a generation, which are made first if necessary.
  private func folder(_ request: ServiceRequest) async throws -> FolderFiles {
    if let folder = folder ?? request.generation.files.ready { return folder }
    return try await request.waiting { try await request.generation.files.made(request) }
  }
}

/// Published files in a folder; symbolic links are not followed.
struct FolderFiles: Sendable {
  let folder: String

  /// Maximum size of a file in bytes, the same as in the clients that read published files.
  static let maximumBytes = 64 << 20

  /// The content of a file; nil if it does not exist.
  ///
  /// - Parameter name: A name that the service made; never text from a request.
  /// - Throws: `FileTrouble`.
  func bytes(of name: String) throws(FileTrouble) -> [UInt8]? {
    let bytes: [UInt8]?
    do {
      bytes = try OpenFolder.read(name, inPublished: folder, limit: Self.maximumBytes)
    } catch {
      throw FileTrouble(name: name, reason: "\(error)")
    }
    if let bytes, bytes.count > Self.maximumBytes {
      throw FileTrouble(name: name, reason: "it has more than \(Self.maximumBytes) bytes")
    }
    return bytes
  }
}

/// A published file that cannot be read or made.
struct FileTrouble: Error, CustomStringConvertible {
  let name: String
  let reason: String

  var description: String { "the published file \(name): \(reason)" }
}

/// The published files of one generation in a temporary folder.
///
/// They are made at the first request, and removed with the generation. After a failure, a later
/// request repeats the attempt. It is a class because it owns the folder.
final class MadeFiles: Sendable {
  private enum State {
    case nothing
    case making
    case made(TemporarySink)
    /// The attempt failed; a request after `retry` repeats it.
    case failed(Problem, retry: ContinuousClock.Instant)
  }

  private let state = Mutex(State.nothing)
  private let lookup: HeightLookup
  private let parent: String
  /// Publishing takes seconds, and must not block the threads that answer requests.
  private let queue = DispatchQueue(label: "published-files", qos: .utility)

  /// - Parameters:
  ///   - lookup: The generation to publish.
  ///   - parent: The folder in which the temporary folder is created.
  init(of lookup: HeightLookup, in parent: String) {
    self.lookup = lookup
    self.parent = parent
  }

  deinit { remove() }

  /// The files; nil if they are not made yet.
  var ready: FolderFiles? {
    state.withLock { state in
      if case .made(let sink) = state { FolderFiles(folder: sink.folder) } else { nil }
    }
  }

  /// Returns the files, and makes them first if they are missing.
  ///
  /// - Throws: `Problem` if making them fails, or does not end before the deadline of the request.
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

/// A temporary folder for published files, with a maximum total size in bytes.
struct TemporarySink: PublishingSink {
  /// The path of the folder.
  let folder: String
  private let limit: Int
  private var bytes = 0
  private var paths: Set<String> = []

  /// Creates an empty folder inside another folder.
  ///
  /// - Throws: `FileTrouble` if the folder cannot be created.
  init(in parent: String, limit: Int) throws(FileTrouble) {
    self.limit = limit
    var path = Array("\(parent)/cellheights-serve-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else {
      throw FileTrouble(name: "in \(parent)", reason: String(cString: strerror(errno)))
    }
    folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for name in [PublishedPath.chunks, PublishedPath.manifests] {
      mkdir("\(folder)/\(name)", 0o700)
    }
  }

  func holds(_ file: PublishedFile) -> Bool { paths.contains(file.path) }

  /// - Throws: `FileTrouble` if a file cannot be written; `TooManyBytes` if all files together
  ///   exceed the limit.
  mutating func write(_ file: PublishedFile) throws {
    bytes += file.bytes.count
    guard bytes <= limit else { throw TooManyBytes(limit: limit) }
    let path = "\(folder)/\(file.path)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw trouble(file) }
    paths.insert(file.path)
    defer { close(descriptor) }
    var rest = file.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw trouble(file) }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes the pointer, in no special order: the folder is read only after publishing has ended.
  mutating func finish(_ pointer: PublishedFile) throws { try write(pointer) }

  /// Removes the folder.
  func remove() {
    for path in paths { unlink("\(folder)/\(path)") }
    for name in [PublishedPath.chunks, PublishedPath.manifests] { rmdir("\(folder)/\(name)") }
    rmdir(folder)
  }

  private func trouble(_ file: PublishedFile) -> FileTrouble {
    FileTrouble(name: file.path, reason: String(cString: strerror(errno)))
  }
}

/// The files of a generation would exceed the maximum total size.
struct TooManyBytes: Error, CustomStringConvertible {
  let limit: Int

  var description: String { "all files have more than \(limit) bytes" }
}
