package import CommandSettings
import Foundation
package import PublishedHeights

/// Published files on a web server, fetched with curl.
package final class PublishedAddress: PublishedLocation {
  /// The address of the folder, without a slash at its end.
  private var base: String
  private let limits: FormatLimits
  private let seconds: Int
  /// Whether the pointer file was found, so that the folder is known.
  private var isFound = false

  /// Maximum length of an address in bytes; one command line contains many addresses.
  private static let maximumBytes = 2_048
  /// Maximum number of files that one transfer fetches.
  private static let filesPerTransfer = 24
  /// Maximum number of simultaneous transfers.
  private static let transfers = 6

  /// Whether the value of `--source` is an address of `http` or `https`.
  static func isAddress(_ source: String) -> Bool {
    let start = source.prefix { $0 != ":" }.lowercased()
    return (start == "http" || start == "https")
      && source.dropFirst(start.count).hasPrefix("://")
  }

  /// Checks an address of a folder, or of a running `cellheights serve`.
  ///
  /// - Parameters:
  ///   - limits: Maximum sizes of files.
  ///   - seconds: Maximum time of the transfer of one file, in seconds.
  /// - Throws: `Failure.usage` for an invalid address.
  package init(
    _ address: String, limits: FormatLimits = FormatLimits(), seconds: Int = 60
  ) throws(Failure) {
    guard address.utf8.count <= Self.maximumBytes else {
      throw Failure(.usage, "the address is longer than \(Self.maximumBytes) bytes")
    }
    guard address.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value < 0x7F })
    else { throw Failure(.usage, "\(address) is no address; escape what is not ASCII") }
    guard !address.contains("?"), !address.contains("#") else {
      throw Failure(
        .usage, "\(address) has a query or a fragment; give the address of the folder alone")
    }
    let rest = address.drop { $0 != ":" }.dropFirst(3)
    let host = rest.prefix { $0 != "/" }
    guard !host.isEmpty else { throw Failure(.usage, "\(address) names no server") }
    guard !host.contains("@") else {
      throw Failure(
        .usage, "the address has a password, which other users could read; leave it out")
    }
    var base = address
    while base.hasSuffix("/") { base.removeLast() }
    self.base = base
    self.limits = limits
    self.seconds = seconds
  }

  package func pointer() throws -> [UInt8] {
    do {
      let bytes = try file(PublishedPath.pointer, bytes: PublishedPointer.maximumBytes)
      isFound = true
      return bytes
    } catch let failure as Failure where failure.status == .inputMissing && !isFound {
      // The service has the published folder at this path.
      let folder = base
      base += "/heights"
      isFound = true
      do {
        return try file(PublishedPath.pointer, bytes: PublishedPointer.maximumBytes)
      } catch let other as Failure where other.status == .inputMissing {
        throw Failure(
          .inputMissing,
          "\(failure), nor \(base)/\(PublishedPath.pointer): \(folder) is neither a folder that "
            + "cellheights publish wrote nor a running cellheights serve")
      }
    }
  }

  package func file(_ path: String, bytes: Int) throws -> [UInt8] {
    let transfer = try transfer([path], limit: bytes)
    return try transfer.file(bytes: bytes, isLast: true)
  }

  /// Fetches chunks in groups, with several transfers at the same time.
  ///
  /// A transfer whose data is not read yet waits when its pipe is full, which limits memory.
  ///
  /// - Returns: A function that returns the next chunk at each call, and no bytes after the last
  ///   one.
  package func chunks(_ references: [FileReference]) -> () throws -> [UInt8] {
    var rest = references[...]
    var running: [(transfer: PublishedTransfer, files: ArraySlice<FileReference>)] = []
    return {
      while running.count < Self.transfers, !rest.isEmpty {
        let files = rest.prefix(Self.filesPerTransfer)
        rest = rest.dropFirst(files.count)
        running.append(
          (try self.transfer(files.map(\.path), limit: files.map(\.bytes).max() ?? 0), files))
      }
      guard !running.isEmpty, let file = running[0].files.popFirst() else { return [] }
      let isLast = running[0].files.isEmpty
      let bytes = try running[0].transfer.file(bytes: file.bytes, isLast: isLast)
      if isLast { running.removeFirst() }
      return bytes
    }
  }

  private func transfer(_ paths: [String], limit: Int) throws(Failure) -> PublishedTransfer {
    try PublishedTransfer(
      paths.map { "\(base)/\($0)" },
      Curl.Limits(
        seconds: seconds, connectionSeconds: 30, redirects: 5,
        bytes: min(limit, limits.maximumFileBytes)))
  }
}

/// A curl process that fetches several addresses one after the other.
///
/// The files arrive in one pipe and are separated by their known sizes. Their hashes are checked.
private struct PublishedTransfer {
  private let addresses: [String]
  private let limits: Curl.Limits
  private let process: RunningProcess

  /// Maximum size of curl's messages about its transfers, in bytes.
  private static let errorBytes = 4_096

  /// Starts the transfer.
  package init(_ addresses: [String], _ limits: Curl.Limits) throws(Failure) {
    self.addresses = addresses
    self.limits = limits
    let curl = try Curl(in: ProcessInfo.processInfo.environment["PATH"] ?? "")
    var child = curl.process(
      .published, limits, isSecure: addresses.allSatisfy { $0.lowercased().hasPrefix("https:") },
      ["--fail-early", "--write-out", "%{stderr}%{http_code}\n"]
        + addresses.flatMap { ["--url", $0] }, output: nil)
    // An interrupt key then ends this command and the transfer.
    child.hasOwnGroup = false
    process = try child.start()
  }

  /// Reads the next file; if its length is not the expected one, the server sent another file.
  ///
  /// - Parameters:
  ///   - bytes: The expected size.
  ///   - isLast: Whether it is the last file, after which no byte may follow.
  package func file(bytes: Int, isLast: Bool) throws(Failure) -> [UInt8] {
    let content = Self.read(process.output, isLast ? bytes + 1 : bytes)
    // The exit code of curl is checked after the last file.
    if content.count < bytes || (isLast && content.count == bytes) { try finish() }
    return content
  }

  private static func read(_ descriptor: Int32, _ count: Int) -> [UInt8] {
    // Declared sizes may be wrong, so the memory grows only as bytes arrive.
    var content: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(count, 1 << 16))
    while content.count < count {
      let got = Foundation.read(descriptor, &piece, min(piece.count, count - content.count))
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { break }
      content.append(contentsOf: piece[..<got])
    }
    return content
  }

  /// Waits for the end of curl, and throws if curl failed.
  private func finish() throws(Failure) {
    let told = String(decoding: Self.read(process.errors, Self.errorBytes), as: UTF8.self)
    let statuses = told.split(separator: "\n")
    let code = process.wait()
    guard code != 0 else { return }
    // The transfer stops at the first failure, so the last status belongs to the failed address.
    let address = addresses[max(0, min(statuses.count, addresses.count) - 1)]
    throw failure(CurlFailure(code, http: String(statuses.last ?? "000")), address)
  }

  private func failure(_ failure: CurlFailure, _ address: String) -> Failure {
    switch failure.kind {
    case .notHTTP, .noURL: Failure(.usage, "\(address) is no address that is fetched")
    case .gone, .refused:
      Failure(failure.status, "the server does not give \(address) (HTTP \(failure.http))")
    case .timeout:
      Failure(
        failure.status,
        "\(address): it took longer than \(limits.seconds) s, or there was no answer")
    case .redirects: Failure(failure.status, "\(address) redirects without end")
    case .tooLarge:
      Failure(failure.status, "\(address) is larger than was published, or than a file may be")
    case .noCertificates: Failure(failure.status, failure.sentence)
    case .cutOff:
      Failure(failure.status, "\(address): the connection broke (curl exit \(failure.code))")
    case .notWritten: Failure(.badData, "\(address): \(failure.sentence)")
    default: Failure(failure.status, "\(address): \(failure.sentence)")
    }
  }
}
