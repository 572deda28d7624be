import CZlib
import CZstd
import HTTPTypes

/// The parsed values of a header field with weights, such as `Accept` (RFC 9110, 12.4.2).
struct WeightedList: Sendable {
  /// The names in lower case without parameters, each with its weight from 0 to 1.
  let entries: [(name: String, weight: Double)]

  /// Parses the values of a field, and ignores all parameters except the weight `q`.
  ///
  /// A name without `q` has the weight 1. If `q` is not a number, the weight is 0.
  init(_ values: [String]) {
    entries = values.flatMap { $0.split(separator: ",") }.compactMap { entry in
      let parts = entry.split(separator: ";").map(Self.trimmed)
      guard let name = parts.first, !name.isEmpty else { return nil }
      var weight = 1.0
      for part in parts.dropFirst() where part.hasPrefix("q=") {
        weight = Double(part.dropFirst(2)).map { min(max($0, 0), 1) } ?? 0
      }
      return (name, weight)
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text.lowercased()
  }

  /// The weight of a name; nil if the list does not contain it.
  func weight(of name: String) -> Double? { entries.first { $0.name == name }?.weight }
}

/// Chooses the type of a response from the field `Accept`.
enum Accepting {
  /// Chooses the offered type with the greatest weight; of equal ones, the first.
  ///
  /// - Parameter offered: The available types, of which the first is chosen if the request has no
  ///   `Accept`.
  /// - Throws: `Problem` if every offered type has the weight 0.
  static func choose(
    _ headers: HTTPFields, offered: [MediaType]
  ) throws(Problem) -> MediaType {
    let list = WeightedList(headers[values: .accept])
    guard !list.entries.isEmpty else { return offered[0] }
    var best: (type: MediaType, weight: Double)?
    for type in offered {
      let name = String(type.rawValue.prefix { $0 != ";" })
      let kind = name.prefix { $0 != "/" } + "/*"
      let weight =
        list.weight(of: name) ?? list.weight(of: String(kind)) ?? list.weight(of: "*/*") ?? 0
      if weight > best?.weight ?? 0 { best = (type, weight) }
    }
    guard let best else {
      throw .notAcceptable(offered.map { String($0.rawValue.prefix { $0 != ";" }) })
    }
    return best.type
  }
}

/// The content coding of a body: its compression.
enum ContentCoding: String, Sendable {
  case identity, gzip, zstd

  /// Minimum size of a body that is compressed, in bytes.
  static let minimumBytes = 256

  /// The supported coding that the client prefers; `identity` if it accepts no compression.
  ///
  /// At equal weights, zstd precedes gzip, and gzip precedes identity.
  static func choose(_ headers: HTTPFields) -> ContentCoding {
    let list = WeightedList(headers[values: .acceptEncoding])
    let rest = list.weight(of: "*")
    let zstd = list.weight(of: "zstd") ?? rest ?? 0
    let gzip = list.weight(of: "gzip") ?? list.weight(of: "x-gzip") ?? rest ?? 0
    // Identity wins only if its weight is greater than the weights of the others.
    let identity = list.weight(of: "identity") ?? 0
    if zstd > 0, zstd >= gzip, zstd >= identity { return .zstd }
    if gzip > 0, gzip >= identity { return .gzip }
    return .identity
  }

  /// The compressed bytes; nil if the library fails.
  func encode(_ bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .identity: bytes
    case .gzip: Self.gzipped(bytes)
    case .zstd: Self.zstandard(bytes)
    }
  }

  /// A fast level, because each response is compressed separately.
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
    // `deflateInit2` is a macro, which Swift does not import.
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

  /// The largest window; 16 selects the header of gzip instead of zlib's header.
  private static let gzipWindowBits: Int32 = 15 + 16
  /// The default of zlib for the memory of its compressor.
  private static let memoryLevel: Int32 = 8
}
