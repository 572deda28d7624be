import XMLDocuments

/// An opened source whose format is detected.
///
/// Its bytes pass through layers, each with one task: to count and hash the stored bytes, to expand
/// compressed ones, and to convert the text to UTF-8.
struct SourceStream {
  let cursor: any RecordCursor
  let detection: FeedDetection
  let metered: CountedBytes
  let notes: FeedNotes
  /// Size of the source as stored, in bytes, or `nil` for a pipe.
  let size: Int?

  /// Number of bytes from which compression and encoding are detected.
  static let prefixBytes = 1 << 12

  init(_ source: FeedSource, _ options: ReadingOptions) throws(FeedError) {
    let (bytes, size) = try source.open()
    try self.init(bytes, size: size, path: source.path, options)
  }

  /// Opens a stream of bytes, which may come in pieces of any size.
  init(
    _ raw: any ByteSource, size: Int?, path: String, _ options: ReadingOptions
  ) throws(FeedError) {
    self.size = size
    notes = FeedNotes(path: path)
    metered = CountedBytes(raw, path: path, limit: options.limits.sourceBytes)
    var bytes = try PeekedBytes(metered, count: Self.prefixBytes)
    if let compression = Compression(prefix: bytes.prefix) {
      let expanded = try compression.expanding(bytes, path: path, limits: options.limits)
      bytes = try PeekedBytes(expanded, count: Self.prefixBytes)
      guard Compression(prefix: bytes.prefix) == nil else {
        throw FeedError(
          .compressed, path: path, "the input is compressed twice; decompress it once first")
      }
    }
    let guess = XMLEncoding(prefix: bytes.prefix)
    let letters = bytes.prefix.dropFirst(guess.markLength).drop { isSpace($0) || $0 == 0 }
    guard let first = letters.first else {
      throw FeedError(
        .empty, path: path,
        bytes.prefix.count < Self.prefixBytes
          ? "the input is empty" : "the input begins with \(Self.prefixBytes) bytes of nothing")
    }
    // A byte order mark in UTF-8 is skipped later, like white space, so that offsets include it.
    let skipped = guess.layout == .bytes ? 0 : guess.markLength
    bytes.skip(skipped)
    let isXML = options.format?.isXML ?? (first == UInt8(ascii: "<"))
    guard isXML || options.format != nil || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else {
      throw FeedError(
        .notAFeed, path: path, location: RecordLocation(line: 1, byteOffset: 0),
        "neither JSON nor XML: it begins with neither {, [ nor <; say --input-format if it is one")
    }
    guard options.format != nil || options.mapping != nil || !Self.isPage(letters) else {
      throw FeedError(.notAFeed, path: path, location: RecordLocation(line: 1), Self.pageAdvice)
    }
    if isXML {
      let encoding = try SourceEncoding(guess, path: path)
      let window = InputWindow(try Self.decoded(bytes, encoding, at: skipped, notes))
      let records = try XMLRecords(window, source: path, options: options, notes: notes)
      (cursor, detection) = (records, records.detection)
    } else {
      var text: any ByteSource = bytes
      if guess.layout != .bytes {
        let encoding = try SourceEncoding(guess, path: path)
        text = try Self.decoded(bytes, encoding, at: skipped, notes)
      }
      let json = try JSONSource(InputWindow(text), path: path, options, notes: notes)
      (cursor, detection) = (json.cursor, json.detection)
    }
  }

  /// The message when the source is an HTML page.
  static let pageAdvice =
    "this is an HTML page, no feed: mostly a server's error or a site's own page; the page may name "
    + "the address of its feed in a <link rel=\"alternate\">"

  /// Whether a text begins like an HTML page.
  private static func isPage(_ letters: some Collection<UInt8>) -> Bool {
    let start = String(decoding: letters.prefix(16), as: UTF8.self).lowercased()
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }

  /// Wraps a source in one that converts its text to UTF-8.
  private static func decoded(
    _ bytes: any ByteSource, _ encoding: SourceEncoding, at offset: Int, _ notes: FeedNotes
  ) throws(FeedError) -> any ByteSource {
    let decoder: any TextDecoder
    switch encoding {
    case .utf8: decoder = UTF8Decoder(notes: notes, isDeclared: true)
    case .undeclared: decoder = UTF8Decoder(notes: notes, isDeclared: false)
    case .windows1252: decoder = Windows1252Decoder()
    case .named(let name, let unitBytes):
      guard let iconv = Iconv(name, unitBytes: unitBytes, notes: notes) else {
        throw FeedError(.encoding, path: notes.path, "there is no converter from \(name)")
      }
      decoder = iconv
    }
    return DecodedBytes(bytes, decoder, at: offset)
  }
}

/// A file, standard input, or bytes in memory that a feed is read from.
public struct FeedSource: Sendable {
  private enum Content: Sendable {
    case file(String)
    case bytes([UInt8])
  }

  /// The path, or the name that errors and stores use instead.
  public let path: String
  private let content: Content

  /// Creates a source that reads a file, or standard input for `-`.
  public init(path: String) {
    self.init(path: path, name: path)
  }

  /// Creates a source that reads a file, and whose `path` is another name, such as the file's URL.
  public init(path: String, name: String) {
    self.path = name
    content = .file(path)
  }

  /// Creates a source that reads bytes in memory.
  public init(bytes: [UInt8], name: String) {
    path = name
    content = .bytes(bytes)
  }

  /// The name of a file without the suffix of a compression, such as `.gz`.
  public static func withoutCompressionSuffix(_ name: String) -> String {
    let suffixes = [".gz", ".zst", ".bz2", ".xz"]
    let suffix = suffixes.first { name.count > $0.count && name.hasSuffix($0) }
    return String(name.dropLast(suffix?.count ?? 0))
  }

  /// Opens the source.
  ///
  /// - Returns: Its bytes, and their number if it is known.
  func open() throws(FeedError) -> (bytes: any ByteSource, size: Int?) {
    switch content {
    case .bytes(let bytes): return (MemoryBytes(bytes), bytes.count)
    case .file(let path):
      let file = try FileBytes(path: path)
      return (file, file.size)
    }
  }
}

/// The identity of the bytes that a feed was read from.
public struct SourceDigest: Hashable, Sendable {
  /// The path as it was named.
  public let path: String
  /// Hash of the bytes before decompression, 32 hexadecimal digits.
  public let hash: String
  /// Number of bytes that were read, before decompression.
  public let bytes: Int
}
