import CZlib

/// Unpacks gzip of at most a size; nil for anything else.
func gunzipped(_ bytes: [UInt8], size: Int) -> [UInt8]? {
  var stream = z_stream()
  guard ch_inflate_init(&stream, 15 + 16) == Z_OK else { return nil }
  defer { inflateEnd(&stream) }
  var bytes = bytes
  var result = [UInt8](repeating: 0, count: size + 1)
  let (inputCount, room) = (bytes.count, result.count)
  return bytes.withUnsafeMutableBufferPointer { input in
    result.withUnsafeMutableBufferPointer { output in
      (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(inputCount))
      (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(room))
      guard inflate(&stream, Z_FINISH) == Z_STREAM_END else { return nil }
      return Array(output.prefix(room - Int(stream.avail_out)))
    }
  }
}
