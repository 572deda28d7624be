import CZlib
import CZstd
import HTTPTypes

/// How a body is compressed.
enum ContentCoding: String, Sendable {
  case identity, gzip, zstd

  /// Bodies below this many bytes are not worth it.
  static let leastBytes = 256

  /// The coding that the client prefers of those we have; zstd before gzip at equal weights.
  static func choose(_ headers: HTTPFields) -> ContentCoding {
    let list = WeightedList(headers[values: .acceptEncoding])
    let rest = list.weight(of: "*")
    let zstd = list.weight(of: "zstd") ?? rest ?? 0
    let gzip = list.weight(of: "gzip") ?? list.weight(of: "x-gzip") ?? rest ?? 0
    // A client that weighs identity above the others wants it.
    let identity = list.weight(of: "identity") ?? 0
    if zstd > 0, zstd >= gzip, zstd >= identity { return .zstd }
    if gzip > 0, gzip >= identity { return .gzip }
    return .identity
  }

  /// The compressed bytes; nil where the library fails.
  func encode(_ bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .identity: bytes
    case .gzip: Self.gzipped(bytes)
    case .zstd: Self.zstandard(bytes)
    }
  }

  /// Fast levels: an answer is compressed for one request.
  private static let gzipLevel: Int32 = 1
  private static let zstdLevel: Int32 = 1

  private static func zstandard(_ bytes: [UInt8]) -> [UInt8]? {
    let bound = ZSTD_compressBound(bytes.count)
    var written = 0
    let result = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      written = ZSTD_compress(buffer.baseAddress, bound, bytes, bytes.count, zstdLevel)
      count = ZSTD_isError(written) == 0 ? written : 0
    }
    return ZSTD_isError(written) == 0 ? result : nil
  }

  private static func gzipped(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // `deflateInit2` is a macro, which Swift does not see.
    let started = deflateInit2_(
      &stream, gzipLevel, Z_DEFLATED, gzipWindowBits, memoryLevel, Z_DEFAULT_STRATEGY,
      ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    var status = Z_OK
    var bytes = bytes
    let result = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      bytes.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(bound)
        status = deflate(&stream, Z_FINISH)
      }
      count = bound - Int(stream.avail_out)
    }
    return status == Z_STREAM_END ? result : nil
  }

  /// The largest window, with the header of gzip instead of zlib's.
  private static let gzipWindowBits: Int32 = 15 + 16
  /// What zlib takes where nothing is said.
  private static let memoryLevel: Int32 = 8
}
