import PublishedHeights

/// Published files on a web server, which curl fetches.
final class WebPlace: PublishedPlace {
  /// The address of the folder, without a slash at its end.
  private var base: String
  private let limits: FormatLimits
  private let seconds: Int
  /// Whether the pointer was found, so that the folder is known.
  private var isFound = false

  /// Maximum length of an address, in bytes; many of them are arguments of one program.
  static let maximumAddressBytes = 2_048

  /// Whether a source is an address and no folder.
  static func isAddress(_ source: String) -> Bool {
    let start = source.prefix { $0 != ":" }.lowercased()
    return (start == "http" || start == "https")
      && source.dropFirst(start.count).hasPrefix("://")
  }

  /// Checks an address.
  ///
  /// - Parameter seconds: Maximum time of a transfer.
  /// - Throws: `ReadingError.usage`.
  init(_ address: String, limits: FormatLimits, seconds: Int) throws(ReadingError) {
    guard address.utf8.count <= Self.maximumAddressBytes else {
      throw .usage("the address is longer than \(Self.maximumAddressBytes) bytes")
    }
    guard address.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value < 0x7F })
    else { throw .usage("\(address) is no address; escape what is not ASCII") }
    guard !address.contains("?"), !address.contains("#") else {
      throw .usage("\(address) has a query or a fragment; give the address of the folder alone")
    }
    let rest = address.drop { $0 != ":" }.dropFirst(3)
    let host = rest.prefix { $0 != "/" }
    guard !host.isEmpty else { throw .usage("\(address) names no server") }
    guard !host.contains("@") else {
      throw .usage("the address has a password, which other users could read; leave it out")
    }
    var base = address
    while base.hasSuffix("/") { base.removeLast() }
    self.base = base
    self.limits = limits
    self.seconds = seconds
  }

  func pointer() throws -> [UInt8] {
    do {
      let bytes = try file(PublishedPath.pointer, bytes: PublishedPointer.maximumBytes)
      isFound = true
      return bytes
    } catch ReadingError.missing(let why) where !isFound {
      // The service has the folder here.
      let folder = base
      base += "/heights"
      isFound = true
      do {
        return try file(PublishedPath.pointer, bytes: PublishedPointer.maximumBytes)
      } catch ReadingError.missing {
        throw ReadingError.missing(
          "\(why), nor \(base)/\(PublishedPath.pointer): \(folder) is neither a folder that "
            + "cellheights publish wrote nor a running cellheights serve")
      }
    }
  }

  func file(_ path: String, bytes: Int) throws -> [UInt8] {
    let transfer = try transfer([path], limit: bytes)
    return try transfer.file(bytes: bytes, isLast: true)
  }

  func chunks(_ references: [FileReference]) -> any StoredChunks {
    WebChunks(self, references)
  }

  private func transfer(_ paths: [String], limit: Int) throws(ReadingError) -> CurlTransfer {
    try CurlTransfer(
      addresses: paths.map { "\(base)/\($0)" }, limit: min(limit, limits.maximumFileBytes),
      seconds: seconds)
  }

  /// Chunks that are fetched some at a time by some transfers at once.
  ///
  /// A transfer that is not read yet waits when the pipe between is full, so that little is kept.
  private final class WebChunks: StoredChunks {
    private let place: WebPlace
    private var rest: ArraySlice<FileReference>
    private var running: [(transfer: CurlTransfer, files: ArraySlice<FileReference>)] = []

    /// Files that one transfer fetches.
    private static let filesPerTransfer = 24
    /// Transfers at once.
    private static let transfers = 6

    init(_ place: WebPlace, _ references: [FileReference]) {
      self.place = place
      rest = references[...]
    }

    func next() throws -> [UInt8] {
      while running.count < Self.transfers, !rest.isEmpty {
        let files = rest.prefix(Self.filesPerTransfer)
        rest = rest.dropFirst(files.count)
        running.append(
          (try place.transfer(files.map(\.path), limit: files.map(\.bytes).max() ?? 0), files))
      }
      guard !running.isEmpty, let file = running[0].files.popFirst() else { return [] }
      let isLast = running[0].files.isEmpty
      let bytes = try running[0].transfer.file(bytes: file.bytes, isLast: isLast)
      if isLast { running.removeFirst() }
      return bytes
    }
  }
}
