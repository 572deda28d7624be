import StructuredDocuments

/// The first bytes of a JSON source, or all of them.
///
/// Indices are byte offsets in the source.
struct JSONPrefix {
  /// The bytes, from the source's first byte.
  let bytes: [UInt8]
  /// Index of the first byte that is neither a byte order mark nor white space.
  let start: Int
  /// Index after the last byte, without white space at the end of a whole source.
  let end: Int
  /// Whether the prefix is the whole source.
  let ended: Bool

  struct Member {
    let name: String
    /// Byte range of the value, or of the part of it that is in the prefix.
    let range: Range<Int>
    /// Whether the value ends in the prefix.
    let isWhole: Bool
  }

  /// Creates a prefix.
  ///
  /// - Parameter bytes: Bytes from the source's first byte on.
  init(_ bytes: [UInt8], ended: Bool) {
    self.bytes = bytes
    self.ended = ended
    let inside = bytes.dropFirst(bytes.markLength).trimmed
    start = inside.startIndex
    end = ended ? inside.endIndex : bytes.count
  }

  /// The location of a byte offset, with its line.
  func location(of byte: Int) -> RecordLocation {
    RecordLocation(line: 1 + bytes.prefix(byte).count { $0 == 0x0A }, byteOffset: byte)
  }

  /// Byte ranges of the first lines that are not blank, without white space around them.
  ///
  /// - Parameter count: Maximum number of lines.
  func lines(_ count: Int) -> [Range<Int>] {
    var rest = bytes[start..<end]
    var lines: [Range<Int>] = []
    while !rest.isEmpty, lines.count < count {
      let line = rest.prefix { $0 != 0x0A }
      if !line.trimmed.isEmpty { lines.append(line.trimmed.indices) }
      rest = rest[line.endIndex...].dropFirst()
    }
    return lines
  }

  /// Finds the first values at a path.
  ///
  /// - Parameters:
  ///   - path: The path, relative to the value in `range`.
  ///   - range: Byte range of a value.
  ///   - count: Maximum number of values.
  /// - Returns: The values, the incomplete value at the end of the prefix, and the problem of the
  ///   text after the values. The last two are `nil` if there is none.
  func slices(
    at path: RecordsPath, in range: Range<Int>, count: Int
  ) -> (slices: [JSONSlice], open: JSONSlice?, problem: JSONProblem?) {
    var slices: [JSONSlice] = []
    let splitter = JSONSplitter(path: path, start: (range.lowerBound, 1))
    // A value that ends before the prefix does is whole.
    let isWhole = ended || range.upperBound < end
    while slices.count < count {
      switch splitter.next(bytes[range], at: range.lowerBound, ended: isWhole) {
      case .value(let slice), .tooLarge(let slice): slices.append(slice)
      case .more: return (slices, splitter.open, nil)
      case .end: return (slices, nil, nil)
      case .broken(let problem): return (slices, nil, problem)
      }
    }
    return (slices, nil, nil)
  }

  /// The first 10,000 members of the object in a byte range, and the problem of the text after
  /// them.
  ///
  /// The problem is `nil` if there is none. The last member may be incomplete.
  func members(of range: Range<Int>) -> (members: [Member], problem: JSONProblem?) {
    // Feeds have few members. For a map of records, the first members are sufficient.
    let result = slices(at: RecordsPath(steps: [.each]), in: range, count: 10_000)
    var members: [Member] = []
    for (slice, isWhole) in result.slices.map({ ($0, true) })
      + (result.open.map { [($0, false)] } ?? [])
    {
      guard let key = slice.key else { continue }
      let name = JSONParser.name(escaped: bytes[key])
      members.append(Member(name: name, range: slice.range, isWhole: isWhole))
    }
    return (members, result.problem)
  }
}
