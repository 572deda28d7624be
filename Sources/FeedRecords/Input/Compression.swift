/// Ways in which a source may be compressed; found out from its first bytes.
enum Compression: String, Sendable, CaseIterable {
  case gzip, zstd, bzip2, xz, zip

  /// The compression that first bytes announce, if any.
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

  /// What a source's bytes expand to.
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
  /// Whether the input may end here: no member or frame is open.
  var isComplete: Bool { get }

  /// Expands some input.
  ///
  /// - Returns: Bytes taken from the input and bytes put into the output.
  func expand(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(FeedError) -> (taken: Int, made: Int)
}

/// The bytes that a compressed source expands to, within limits.
final class ExpandedBytes: ByteSource {
  private let source: any ByteSource
  private let expander: any Expander
  private let path: String
  private let limits: FeedLimits
  private var input = [UInt8](repeating: 0, count: 1 << 16)
  private var start = 0
  private var end = 0
  private var sourceEnded = false
  private var taken = 0
  private var made = 0

  init(_ source: any ByteSource, _ expander: any Expander, path: String, limits: FeedLimits) {
    self.source = source
    self.expander = expander
    self.path = path
    self.limits = limits
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    while true {
      if start == end, !sourceEnded {
        start = 0
        end = try source.read(into: &input, from: 0)
        sourceEnded = end == 0
      }
      let (from, to) = (start, end)
      let result = input.withUnsafeBytes { bytes in
        Result { () throws(FeedError) in
          try expander.expand(UnsafeRawBufferPointer(rebasing: bytes[from..<to]), into: buffer)
        }
      }
      let step = try result.get()
      start += step.taken
      taken += step.taken
      made += step.made
      try check()
      if step.made > 0 { return step.made }
      if sourceEnded, start == end {
        guard expander.isComplete else {
          throw FeedError(
            .truncated, path: path, place: RecordPlace(byteOffset: taken),
            "the compressed input ends early; fetch the feed again")
        }
        return 0
      }
    }
  }

  /// Bytes that any input may expand to: one repeated record is honest.
  private static let freeBytes = 1 << 20

  /// A few bytes that expand without end must not fill a disk or keep a build busy for ever.
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
