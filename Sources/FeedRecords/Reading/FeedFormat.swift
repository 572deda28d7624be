/// The formats that are read; found out from the content, never from a file's name.
public enum FeedFormat: String, Hashable, Sendable, CaseIterable {
  /// JSON Feed 1.0 or 1.1.
  case jsonFeed = "json-feed"
  /// A JSON document that holds records somewhere.
  case json
  /// One JSON record a line.
  case ndjson
  /// RSS 0.91 to 2.0.
  case rss
  /// RSS 0.90 or 1.0, in RDF.
  case rdf
  /// Atom 0.3 or 1.0.
  case atom

  /// Whether the format is XML.
  public var isXML: Bool { self == .rss || self == .rdf || self == .atom }
}

/// One input of a reader.
public struct FeedSource: Sendable {
  enum Content: Sendable {
    case file
    case bytes(InputBytes)
  }

  /// The path, or the name by which errors call the bytes.
  public let path: String
  let content: Content

  /// A file; `-` is standard input, and pipes are read to their end.
  public init(path: String) {
    self.path = path
    content = .file
  }

  /// Bytes in memory.
  public init(bytes: [UInt8], name: String) {
    path = name
    content = .bytes(InputBytes(bytes))
  }

  /// Opens the source.
  func open(_ limits: FeedLimits) throws(FeedError) -> InputBytes {
    switch content {
    case .bytes(let bytes): return bytes
    case .file:
      do {
        return try InputBytes.open(path, maxBytes: limits.sourceBytes)
      } catch {
        switch error {
        case .missing:
          throw FeedError(.missing, path: path, "no such file; check the path")
        case .unreadable(let reason):
          throw FeedError(.unreadable, path: path, "cannot be read: \(reason)")
        case .tooLarge:
          throw FeedError(
            .tooLarge, path: path, "has more than \(limits.sourceBytes) bytes (limit sourceBytes)")
        }
      }
    }
  }
}
