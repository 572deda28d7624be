/// The first bytes of a JSON source, or all of them, with positions in the source.
struct JSONPrefix {
  /// The bytes, from the first of the source.
  let bytes: [UInt8]
  /// The place of the first byte that is no white space.
  let start: Int
  /// The end, without white space at the end of a whole source.
  let end: Int
  /// Whether this is the whole source.
  let ended: Bool

  struct Member {
    let name: String
    /// Its value, or what there is of it.
    let range: Range<Int>
    /// Whether its end is in the prefix.
    let isWhole: Bool
  }

  /// - Parameter bytes: Bytes from the first of the source.
  init(_ bytes: [UInt8], ended: Bool) {
    self.bytes = bytes
    self.ended = ended
    let inside = bytes[...].trimmed
    start = inside.startIndex
    end = ended ? inside.endIndex : bytes.count
  }

  /// A place with its line.
  func place(of byte: Int) -> RecordPlace {
    RecordPlace(line: 1 + bytes.prefix(byte).count { $0 == 0x0A }, byteOffset: byte)
  }

  /// The first lines that are not blank, without the white space around them.
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

  /// The first values at a path of the value in a range, the one that the prefix ends in, and
  /// what is wrong with the text after them.
  func slices(
    at path: RecordsPath, in range: Range<Int>, count: Int
  ) -> (slices: [JSONSlice], open: JSONSlice?, problem: JSONProblem?) {
    var slices: [JSONSlice] = []
    let splitter = JSONSplitter(path: path, start: (range.lowerBound, 1))
    // What ends before the prefix does is whole.
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

  /// The members of the object in a range, the last perhaps cut off.
  func members(of range: Range<Int>) -> (members: [Member], problem: JSONProblem?) {
    // Feeds have few members. Of a map of records the first are enough.
    let found = slices(at: RecordsPath(steps: [.each]), in: range, count: 10_000)
    var members: [Member] = []
    for (slice, isWhole) in found.slices.map({ ($0, true) })
      + (found.open.map { [($0, false)] } ?? [])
    {
      guard let key = slice.key else { continue }
      let name = JSONParser.name(escaped: bytes[key])
      members.append(Member(name: name, range: slice.range, isWhole: isWhole))
    }
    return (members, found.problem)
  }
}
