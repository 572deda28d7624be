import CZstd

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
        .compressed, path: path, place: RecordPlace(byteOffset: total),
        "the zstd data is broken or asks for too much memory (\(reason)); fetch the feed again, "
          + "or raise the limit zstd_window_bytes")
    }
    // Without input between two frames, the status describes the next frame, which may not exist.
    if taken > 0 || !made.isEmpty { frameEnded = status == 0 }
    return (taken, made)
  }
}
