import CZlib
import CZstd

/// The compressions of a source, detected from its first bytes; only gzip and zstd can be expanded.
enum Compression: String, Sendable, CaseIterable {
  case gzip, zstd, bzip2, xz, zip

  /// The compression whose magic bytes start the prefix, or `nil`.
  init?(prefix: [UInt8]) {
    guard let match = Self.allCases.first(where: { prefix.starts(with: $0.mark) }) else {
      return nil
    }
    self = match
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

  /// Wraps a source with this compression in one that expands it.
  ///
  /// - Throws: `FeedError` for bzip2, xz and zip, or if there is no memory.
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

  /// Expands a part of the compressed bytes.
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
            .truncated, path: path, location: RecordLocation(byteOffset: taken),
            "the compressed input ends early; fetch the feed again")
        }
        return []
      }
    }
  }

  /// Number of expanded bytes below which the ratio is not checked, because repeated records
  /// compress well.
  private static let freeBytes = 1 << 20

  /// Throws when the expanded bytes exceed the limit or the ratio of expansion.
  ///
  /// This protects the disk and the build from a few bytes that expand without end.
  private func check() throws(FeedError) {
    if made > limits.expandedBytes {
      throw FeedError(
        .tooLarge, path: path, location: RecordLocation(byteOffset: taken),
        "expands to more than \(limits.expandedBytes) bytes (limit expanded_bytes)")
    }
    if made > Self.freeBytes, made / max(taken, 1) > limits.expansionRatio {
      throw FeedError(
        .hostile, path: path, location: RecordLocation(byteOffset: taken),
        "expands to more than \(limits.expansionRatio) times its size, as compression bombs do "
          + "(limit expansion_ratio)")
    }
  }
}

/// Expands gzip, including several members in a row.
final class GzipExpander: Expander {
  private let path: String
  /// zlib's stream, which is allocated because zlib keeps a pointer to it, so that it must not
  /// move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var memberEnded = false
  private var total = 0

  init(path: String) throws(FeedError) {
    self.path = path
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 is the largest window, and 16 more enables gzip's header and check sum.
    guard ch_inflate_init(stream, 15 + 16) == Z_OK else {
      throw FeedError(.tooLarge, path: path, "there is no memory to decompress with")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  var isComplete: Bool { memberEnded }

  func expand(_ input: ArraySlice<UInt8>) throws(FeedError) -> (taken: Int, made: [UInt8]) {
    if memberEnded {
      // Zeros are padding of a tape or device. Anything else is the next member.
      let padding = input.prefix { $0 == 0 }.count
      if padding == input.count || padding > 0 {
        total += padding
        return (padding, [])
      }
      // Without this check, another byte would be reported as a member that ends early.
      guard input.first == 0x1F else {
        throw FeedError(
          .compressed, path: path, location: RecordLocation(byteOffset: total),
          "something that is not gzip follows the end of the gzip data; fetch the feed again, or "
            + "cut it off there")
      }
      guard inflateReset(stream) == Z_OK else { throw broken() }
      memberEnded = false
    }
    guard !input.isEmpty else { return (0, []) }
    var status: Int32 = Z_OK
    var taken = 0
    let made = input.withUnsafeBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: pieceBytes) { output, count in
        stream.pointee.next_in = .init(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        status = inflate(stream, Z_NO_FLUSH)
        taken = input.count - Int(stream.pointee.avail_in)
        count = output.count - Int(stream.pointee.avail_out)
      }
    }
    total += taken
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: memberEnded = true
    default: throw broken()
    }
    return (taken, made)
  }

  private func broken() -> FeedError {
    let reason = stream.pointee.msg.map { String(cString: $0) } ?? "not gzip"
    return FeedError(
      .compressed, path: path, location: RecordLocation(byteOffset: total),
      "the gzip data is broken (\(reason)); fetch the feed again")
  }
}

/// Expands Zstandard, including several frames in a row.
final class ZstdExpander: Expander {
  private let path: String
  private let stream: OpaquePointer
  private var frameEnded = false
  private var total = 0

  /// Creates an expander.
  ///
  /// - Parameter windowBytes: Maximum size of a frame's window, which is held in memory.
  init(path: String, windowBytes: Int) throws(FeedError) {
    self.path = path
    guard let stream = ZSTD_createDStream() else {
      throw FeedError(.tooLarge, path: path, "there is no memory to decompress with")
    }
    self.stream = stream
    let bits = Int32(Int.bitWidth - 1 - max(windowBytes, 1024).leadingZeroBitCount)
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, bits)
  }

  deinit { ZSTD_freeDStream(stream) }

  var isComplete: Bool { frameEnded }

  func expand(_ input: ArraySlice<UInt8>) throws(FeedError) -> (taken: Int, made: [UInt8]) {
    var status = 0
    var taken = 0
    let made = input.withUnsafeBytes { input in
      [UInt8](unsafeUninitializedCapacity: pieceBytes) { output, count in
        var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        status = ZSTD_decompressStream(stream, &target, &source)
        (taken, count) = (source.pos, target.pos)
      }
    }
    total += taken
    guard ZSTD_isError(status) == 0 else {
      let reason = String(cString: ZSTD_getErrorName(status))
      throw FeedError(
        .compressed, path: path, location: RecordLocation(byteOffset: total),
        "the zstd data is broken or asks for too much memory (\(reason)); fetch the feed again, "
          + "or compress it with a smaller window (limit zstd_window_bytes)")
    }
    // Without input between two frames, the status describes the next frame, which may not exist.
    if taken > 0 || !made.isEmpty { frameEnded = status == 0 }
    return (taken, made)
  }
}
