import CSimdjson

/// A value cut out of JSON text: byte ranges in that text.
struct JSONSlice: Hashable, Sendable {
  /// The value's bytes.
  var range: Range<Int>
  /// The bytes of its name, still escaped, where "each" ran over an object.
  var key: Range<Int>?
}

/// Cuts the values at a record path out of bytes, front to back, without parsing them.
final class JSONSplitter {
  private let handle: OpaquePointer
  private let bytes: InputBytes
  private let base: Int

  /// Creates a splitter over a range of the input.
  init(
    _ bytes: InputBytes, range: Range<Int>, path: RecordsPath, maxDepth: Int
  ) throws(JSONProblem) {
    self.bytes = bytes
    base = range.lowerBound
    let handle = bytes.withUnsafeBytes(in: range) { buffer -> OpaquePointer? in
      // The bytes stay in place for as long as `bytes` lives, which this object sees to.
      Self.withSteps(path) { steps in
        ch_json_splitter_create(
          buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), buffer.count, steps.baseAddress,
          steps.count, maxDepth)
      }
    }
    guard let handle else { throw .memory }
    self.handle = handle
  }

  deinit { ch_json_splitter_destroy(handle) }

  /// The byte at which the splitter stands, in the whole input.
  var position: Int { base + ch_json_splitter_position(handle) }

  /// The next value, or `nil` after the last.
  func next() throws(JSONProblem) -> JSONSlice? {
    var slice = ch_json_slice()
    let status = ch_json_splitter_next(handle, &slice)
    if status == CH_JSON_END { return nil }
    if let problem = JSONProblem(status) { throw problem }
    return JSONSlice(
      range: base + slice.start..<base + slice.end,
      key: slice.key_end > 0 ? base + slice.key_start..<base + slice.key_end : nil)
  }

  /// Hands over the path in C's form for the length of a call.
  private static func withSteps<Result>(
    _ path: RecordsPath, _ body: (UnsafeBufferPointer<ch_json_step>) -> Result
  ) -> Result {
    var names: [CChar] = []
    var ranges: [Range<Int>?] = []
    for step in path.steps {
      switch step {
      case .each: ranges.append(nil)
      case .key(let name):
        let start = names.count
        names.append(contentsOf: name.utf8.map { CChar(bitPattern: $0) })
        ranges.append(start..<names.count)
      }
    }
    names.append(0)
    return names.withUnsafeBufferPointer { buffer in
      let steps = ranges.map { range -> ch_json_step in
        guard let range, let start = buffer.baseAddress else {
          return ch_json_step(key: nil, key_length: 0)
        }
        return ch_json_step(key: start + range.lowerBound, key_length: range.count)
      }
      return steps.withUnsafeBufferPointer(body)
    }
  }
}
