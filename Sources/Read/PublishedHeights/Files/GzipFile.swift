import CZlib

/// Compresses and decompresses files of one gzip member; equal contents give equal bytes.
public enum GzipFile {
  /// The gzip header: no file name, no time, the flag of the slowest compression, and an unknown
  /// system.
  static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 0xFF]
  /// Size of the checksum and the length at the end of the file, in bytes.
  static let trailerBytes = 8
  /// Maximum number of content bytes per byte of a deflate stream.
  static let largestRatio = 1_032
  /// The compression level of zlib: the slowest, which gives the smallest files.
  static let level: Int32 = 9

  /// Compresses the content of a file; `file` is its name in errors.
  ///
  /// - Throws: `PublishedFormatError.tooLarge` if the content exceeds the limit; `.malformed` if
  ///   there is no memory for the compression.
  public static func pack(
    _ content: [UInt8], file: String, limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> [UInt8] {
    guard content.count <= min(limits.maximumFileBytes, Int(UInt32.max)) else {
      throw .tooLarge(file: file, bytes: content.count, limit: limits.maximumFileBytes)
    }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard ch_deflate_init(stream, level) == Z_OK else {
      throw .malformed(file: file, detail: "there is no memory to compress with")
    }
    defer { deflateEnd(stream) }
    let capacity = Int(deflateBound(stream, UInt(content.count)))
    var status: Int32 = Z_OK
    var checksum: UInt = 0
    var packed = header
    packed += content.withUnsafeBufferPointer { content in
      [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
        stream.pointee.next_in = .init(mutating: content.baseAddress)
        stream.pointee.avail_in = UInt32(content.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(capacity)
        status = deflate(stream, Z_FINISH)
        count = capacity - Int(stream.pointee.avail_out)
        checksum = content.isEmpty ? 0 : crc32(0, content.baseAddress, UInt32(content.count))
      }
    }
    guard status == Z_STREAM_END else {
      throw .malformed(file: file, detail: "it could not be compressed")
    }
    for number in [UInt32(truncatingIfNeeded: checksum), UInt32(content.count)] {
      withUnsafeBytes(of: number.littleEndian) { packed.append(contentsOf: $0) }
    }
    return packed
  }

  /// Decompresses a file that consists of one gzip member.
  ///
  /// - Parameter size: Size of the content in bytes; the caller must have checked it against a
  ///   limit.
  /// - Throws: `PublishedFormatError` if the file is not a single gzip member, or if the content
  ///   has another size.
  static func unpack(
    _ stored: [UInt8], size: Int, file: String
  ) throws(PublishedFormatError) -> [UInt8] {
    guard size >= 0, stored.count > header.count + trailerBytes,
      size / largestRatio <= stored.count, Int(UInt32.max) > max(size, stored.count)
    else {
      throw .malformed(file: file, detail: "\(stored.count) bytes cannot unpack to \(size)")
    }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    // 15 selects the largest window; adding 16 makes zlib check the gzip header and the checksum.
    guard ch_inflate_init(stream, 15 + 16) == Z_OK else {
      throw .malformed(file: file, detail: "there is no memory to unpack with")
    }
    defer { inflateEnd(stream) }
    var status: Int32 = Z_OK
    var left = 0
    // There is space for one more byte, so that a longer content is detected.
    let content = stored.withUnsafeBufferPointer { stored in
      [UInt8](unsafeUninitializedCapacity: size + 1) { output, count in
        stream.pointee.next_in = .init(mutating: stored.baseAddress)
        stream.pointee.avail_in = UInt32(stored.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(size + 1)
        status = inflate(stream, Z_FINISH)
        left = Int(stream.pointee.avail_in)
        count = size + 1 - Int(stream.pointee.avail_out)
      }
    }
    guard status == Z_STREAM_END, left == 0 else {
      throw .malformed(file: file, detail: "the gzip data is broken, or longer than \(size) bytes")
    }
    guard content.count == size else {
      throw .malformed(file: file, detail: "it unpacks to \(content.count) of \(size) bytes")
    }
    return content
  }

  /// Reads the size of the content from the end of a gzip file, in bytes.
  ///
  /// The value is not verified here; `unpack` compares it with the content.
  ///
  /// - Returns: nil if the file is too short.
  static func claimedSize(_ stored: [UInt8]) -> Int? {
    guard stored.count > header.count + trailerBytes else { return nil }
    return stored.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
