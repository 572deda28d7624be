/// Compressions of a source, detected from its first bytes.
enum Compression: String, Sendable, CaseIterable {
  case gzip, zstd, bzip2, xz, zip

  /// The compression whose magic bytes start the prefix, or `nil`.
  init?(prefix: [UInt8]) {
    guard let found = Self.allCases.first(where: { prefix.starts(with: $0.mark) }) else {
      return nil
    }
    self = found
  }

  private var mark: [UInt8] {
    switch self {
    case .gzip: [0x1F, 0x8B]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    case .bzip2: [0x42, 0x5A, 0x68]
    case .xz: [0xFD, 0x37, 0x7A, 0x58]
    case .zip: [0x50, 0x4B, 3, 4]
    }
  }

  /// Wraps a compressed source in one that expands it.
  func expanding(
    _ source: any ByteSource, path: String, limits: FeedLimits
  ) throws(FeedError) -> any ByteSource {
    let expander: any Expander
    switch self {
    case .gzip: expander = try GzipExpander(path: path)
    case .zstd: expander = try ZstdExpander(path: path, windowBytes: limits.zstdWindowBytes)
    case .bzip2, .xz, .zip:
      throw FeedError(
        .compressed, path: path,
        "the input is compressed with \(rawValue), and gzip and zstd are read; decompress it first")
    }
    return ExpandedBytes(source, expander, path: path, limits: limits)
  }
}

/// A decompressor of one format.
protocol Expander: AnyObject {
  /// Whether the input may end here, because no gzip member or Zstandard frame is open.
  var isComplete: Bool { get }

  /// Expands some input.
  ///
  /// - Returns: Number of bytes taken from the input, and the bytes they expand to.
  func expand(_ input: ArraySlice<UInt8>) throws(FeedError) -> (taken: Int, made: [UInt8])
}

/// The expanded bytes of a compressed source, within limits.
final class ExpandedBytes: ByteSource {
  private let source: any ByteSource
  private let expander: any Expander
  private let path: String
  private let limits: FeedLimits
  private var input: ArraySlice<UInt8> = []
  private var sourceEnded = false
  private var taken = 0
  private var made = 0

  init(_ source: any ByteSource, _ expander: any Expander, path: String, limits: FeedLimits) {
    self.source = source
    self.expander = expander
    self.path = path
    self.limits = limits
  }

  func read() throws(FeedError) -> [UInt8] {
    while true {
      if input.isEmpty, !sourceEnded {
        input = try source.read()[...]
        sourceEnded = input.isEmpty
      }
      let step = try expander.expand(input)
      input = input.dropFirst(step.taken)
      taken += step.taken
      made += step.made.count
      try check()
      if !step.made.isEmpty { return step.made }
      if sourceEnded, input.isEmpty {
        guard expander.isComplete else {
          throw FeedError(
            .truncated, path: path, place: RecordPlace(byteOffset: taken),
            "the compressed input ends early; fetch the feed again")
        }
        return []
      }
    }
  }

  /// Number of expanded bytes below which the ratio is not checked: one repeated record is honest.
  private static let freeBytes = 1 << 20

  /// Throws when the expanded bytes exceed the limit or the ratio of expansion.
  ///
  /// A few bytes that expand without end must not fill a disk or keep a build busy.
  private func check() throws(FeedError) {
    if made > limits.expandedBytes {
      throw FeedError(
        .tooLarge, path: path, place: RecordPlace(byteOffset: taken),
        "expands to more than \(limits.expandedBytes) bytes (limit expanded_bytes)")
    }
    if made > Self.freeBytes, made / max(taken, 1) > limits.expansionRatio {
      throw FeedError(
        .hostile, path: path, place: RecordPlace(byteOffset: taken),
        "expands to more than \(limits.expansionRatio) times its size, as compression bombs do "
          + "(limit expansion_ratio)")
    }
  }
}
