import CZlib

/// Expands gzip, including several members in a row.
final class GzipExpander: Expander {
  private let path: String
  /// Allocated, because zlib's state points back to it and it must not move.
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
      // A byte that starts no member would be reported as a member that ends early.
      guard input.first == 0x1F else {
        throw FeedError(
          .compressed, path: path, place: RecordPlace(byteOffset: total),
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
      .compressed, path: path, place: RecordPlace(byteOffset: total),
      "the gzip data is broken (\(reason)); fetch the feed again")
  }
}
