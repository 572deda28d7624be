import CSimdjson

/// A value cut out of JSON text: places in the source.
struct JSONSlice: Hashable, Sendable {
  /// The value's bytes.
  var range: Range<Int>
  /// The bytes of its name, still escaped, where "each" ran over an object.
  var key: Range<Int>?
  /// The line that the value begins in, from 1.
  var line: Int

  init(_ slice: ch_json_slice) {
    range = slice.start..<slice.end
    key = slice.key_end > 0 ? slice.key_start..<slice.key_end : nil
    line = slice.line
  }
}

/// Cuts the values at a record path out of bytes that pass by, front to back, without parsing them.
final class JSONSplitter {
  /// What comes next.
  enum Cut {
    /// A value; its bytes are in the window until the next call.
    case value(JSONSlice)
    /// A value that has more bytes than the limit; they have been passed over.
    case tooLarge(JSONSlice)
    /// The window is used up: more bytes are wanted, and those before `keep` no longer.
    case more
    /// There is no further value.
    case end
    /// The text is broken at `position`.
    case broken(JSONProblem)
  }

  /// Nesting of a document around its records; a record has its own limit.
  static let documentDepth = 1024

  private let handle: OpaquePointer

  /// - Parameters:
  ///   - start: The place of the document's first byte, and its line.
  ///   - maxBytes: Bytes of a value.
  init(
    path: RecordsPath, start: (place: Int, line: Int) = (0, 1), maxBytes: Int = Int.max
  ) throws(JSONProblem) {
    let handle = Self.withSteps(path) { steps in
      ch_json_splitter_create(steps.baseAddress, steps.count, Self.documentDepth, maxBytes)
    }
    guard let handle else { throw .memory }
    self.handle = handle
    ch_json_splitter_start(handle, start.place, start.line)
  }

  deinit { ch_json_splitter_destroy(handle) }

  /// Where the splitter stands.
  var place: RecordPlace { RecordPlace(line: line, byteOffset: position) }

  /// The byte at which the splitter stands.
  var position: Int { ch_json_splitter_position(handle) }

  /// The line in which the splitter stands, from 1.
  var line: Int { ch_json_splitter_line(handle) }

  /// The first byte that the window must still have at the next call.
  var keep: Int { ch_json_splitter_keep(handle) }

  /// Whether the splitter stands behind an element of the array whose elements are the records.
  var isBetween: Bool { ch_json_splitter_is_between(handle) }

  /// Passes over records that were read otherwise, to the end of one of them.
  ///
  /// - Parameter lines: Line feeds on the way.
  func pass(to position: Int, lines: Int) { ch_json_splitter_pass(handle, position, lines) }

  /// The value at the path that the window ends in, as far as it has been seen.
  var open: JSONSlice? {
    var slice = ch_json_slice()
    return ch_json_splitter_open(handle, &slice) ? JSONSlice(slice) : nil
  }

  /// The next value.
  ///
  /// - Parameters:
  ///   - base: The place of the window's first byte.
  ///   - ended: Whether no byte comes after the window.
  func next(window: UnsafeRawBufferPointer, base: Int, ended: Bool) -> Cut {
    var slice = ch_json_slice()
    let status = ch_json_splitter_next(
      handle, window.baseAddress?.assumingMemoryBound(to: UInt8.self), window.count, base, ended,
      &slice)
    switch Int(status) {
    case CH_JSON_OK: return .value(JSONSlice(slice))
    case CH_JSON_TOO_LARGE_RECORD: return .tooLarge(JSONSlice(slice))
    case CH_JSON_MORE: return .more
    case CH_JSON_END: return .end
    default: return .broken(JSONProblem(status) ?? .syntax)
    }
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
