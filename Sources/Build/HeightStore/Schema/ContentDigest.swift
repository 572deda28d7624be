package import LayoutPrimitives

/// A digest of values that does not depend on their order.
///
/// It is the sum of the hashes of the values, so that neither their order nor the number of workers
/// affects it. It protects against accidents, not against attacks.
package struct ContentDigest: Hashable, Sendable {
  private var high: UInt64 = 0
  private var low: UInt64 = 0
  /// Number of values.
  package private(set) var count: UInt64 = 0

  package init() {}

  package mutating func add(_ hash: ContentHash) {
    high &+= hash.high
    low &+= hash.low
    count &+= 1
  }

  /// Adds the values of another digest.
  package mutating func add(_ other: ContentDigest) {
    high &+= other.high
    low &+= other.low
    count &+= other.count
  }

  /// The sums, as three numbers of 16 hexadecimal digits: they can be added to those of another
  /// digest.
  package var sums: String {
    ContentHash(high: high, low: low).description
      + ContentHash(high: 0, low: count).description.suffix(16)
  }

  /// Decodes `sums`; nil for any other text.
  package init?(sums: String) {
    let digits = Array(sums.utf8)
    guard digits.count == 48 else { return nil }
    let numbers = stride(from: 0, to: 48, by: 16).map {
      UInt64(String(decoding: digits[$0..<$0 + 16], as: UTF8.self), radix: 16)
    }
    guard let high = numbers[0], let low = numbers[1], let count = numbers[2] else { return nil }
    (self.high, self.low, self.count) = (high, low, count)
  }

  /// The digest, as 32 hexadecimal digits.
  var text: String {
    let bytes = RowBytes()
    bytes.append(ContentHash(high: high, low: low))
    bytes.append(Int64(bitPattern: count))
    return bytes.hash.description
  }

  /// The digest of a generation, computed from the digests of its feeds in any order.
  static func combined(feeds: [(name: String, digest: String)]) -> String {
    let bytes = RowBytes()
    let sorted = feeds.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for feed in sorted {
      bytes.append(name: feed.name)
      bytes.append(name: feed.digest)
    }
    return bytes.hash.description
  }
}

/// Computes the hashes of cells, of which the digest of a feed is the sum.
package struct CellHasher {
  private let bytes = RowBytes()
  private var frames: [UInt8] = []
  private var lines: [UInt8] = []
  private let environments: [ContentHash]
  private let templates: [(hash: ContentHash, codec: FrameCodec, lines: LineCodec)]

  /// Creates a hasher for the cells of a feed.
  ///
  /// - Parameter environments: The keys of the environments, in full form.
  package init(environments: [String], templates: [StoredTemplate]) {
    self.environments = environments.map { ContentHash(of: $0) }
    self.templates = templates.map {
      (CellAudit.hash($0), FrameCodec(template: $0), LineCodec(template: $0))
    }
  }

  /// The hash of a cell with frames, or of a failed cell.
  ///
  /// - Parameters:
  ///   - environment: Index of the cell's environment.
  ///   - template: Index of the cell's template.
  /// - Throws: `StoreError.invalid` if the layout does not fit the template, or if one of its
  ///   lengths cannot be stored.
  package mutating func hash(
    recordID: String, version: String, environment: Int, template: Int, outcome: CellOutcome
  ) throws(StoreError) -> ContentHash {
    let template = templates[template]
    bytes.reset()
    bytes.append(environments[environment])
    bytes.append(template.hash)
    bytes.append(name: recordID)
    switch StoredVersion(version) {
    case .hash(let hash): withUnsafeBytes(of: hash.stored) { bytes.append(blob: $0) }
    case .text(let text): bytes.append(name: text)
    }
    switch outcome {
    case .layout(let layout):
      bytes.append(Int64(layout.caveats.rawValue))
      bytes.append(Int64(try outcome.storableHeight() ?? 0))
      bytes.append(layout.exactHeight)
      try template.codec.encode(frames: layout.frames, lines: layout.labels, into: &frames)
      bytes.append(frames.withUnsafeBytes { ContentHash(bytes: $0) })
      if !layout.lineFragments.isEmpty {
        try template.lines.store(layout, into: &lines)
        lines.withUnsafeBytes { bytes.append(blob: $0) }
      }
      bytes.append(name: "")
    case .failure(let failure):
      bytes.append(0 as Int64)
      bytes.append(0 as Int64)
      bytes.append(0 as Double)
      bytes.appendNull()
      bytes.append(name: failure.code)
    }
    return bytes.hash
  }

  /// The hash of a record id at a position of a list, for the digest of the list.
  func hash(of recordID: String, at position: Int64) -> ContentHash {
    bytes.hash(of: recordID, at: position)
  }
}

extension RowBytes {
  /// The hash of a record id and its position in a list; replaces the values of the buffer.
  func hash(of recordID: String, at position: Int64) -> ContentHash {
    reset()
    append(position)
    append(name: recordID)
    return hash
  }
}

/// A digest of all lists: feeds, names, spacing, insets, shapes, and the ids in order in each environment.
///
/// In contrast to the digest of the cells, it depends on the order.
enum ListDigest {
  /// A list, with one digest of its ids per environment; an empty list has an empty digest.
  struct List {
    let description: ListDescription
    let orders: [(key: String, digest: String)]
  }

  /// The digest of feeds that are sorted by name, as 32 hexadecimal digits.
  static func text(of feeds: [FeedEntry]) -> String {
    text(
      of: feeds.map { feed in
        let lists = feed.lists.map { list in
          List(
            description: list.description,
            orders: feed.environments.map {
              ($0.environment.key, list.totals[$0.id]?.digest ?? "")
            })
        }
        return (feed.name, lists)
      })
  }

  /// The digest of feeds that are sorted by name, and whose lists are sorted by name.
  static func text(of feeds: [(name: String, lists: [List])]) -> String {
    let bytes = RowBytes()
    for feed in feeds {
      bytes.append(name: feed.name)
      bytes.append(Int64(feed.lists.count))
      for list in feed.lists {
        let description = list.description
        bytes.append(name: description.name)
        for distance in [
          description.spacing, description.insets.top, description.insets.leading,
          description.insets.bottom, description.insets.trailing,
        ] {
          bytes.append(distance)
        }
        if let shape = description.shape {
          bytes.append(name: shape.words)
          let line = shape.separator
          bytes.append(line?.height ?? 0)
          bytes.append(line?.inset ?? 0)
          bytes.append(line?.isAfterLast == true ? 1 : 0 as Int64)
        }
        for order in list.orders {
          bytes.append(name: order.key)
          bytes.append(name: order.digest)
        }
      }
    }
    return bytes.hash.description
  }
}
