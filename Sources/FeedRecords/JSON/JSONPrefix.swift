/// The first bytes of a JSON source, or all of them; places are those of the source.
struct JSONPrefix {
  /// The bytes, which the caller keeps in place.
  let buffer: UnsafeRawBufferPointer
  /// The place of the first byte that is no white space.
  let start: Int
  /// The place after the last byte; white space at the end of a whole source left out.
  let end: Int
  /// Whether this is the whole source.
  let ended: Bool

  /// A member of an object.
  struct Member {
    let name: String
    /// Its value, or what there is of it.
    let range: Range<Int>
    /// Whether its end is in the prefix.
    let isWhole: Bool
  }

  /// - Parameter buffer: Bytes from the first of the source.
  init(_ buffer: UnsafeRawBufferPointer, ended: Bool) {
    self.buffer = buffer
    self.ended = ended
    let inside = buffer.trimmedRange
    start = inside.lowerBound
    end = ended ? inside.upperBound : buffer.count
  }

  func byte(_ place: Int) -> UInt8 { buffer[place] }

  func bytes(in range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer[range])
  }

  func string(in range: Range<Int>) -> String {
    String(decoding: buffer[range], as: UTF8.self)
  }

  /// A place with its line.
  func place(of byte: Int) -> RecordPlace {
    let line = buffer[..<min(byte, buffer.count)].reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    return RecordPlace(line: line, byteOffset: byte)
  }

  /// The first lines that are not blank, without the white space around them.
  func lines(_ count: Int) -> [Range<Int>] {
    var position = start
    var lines: [Range<Int>] = []
    while position < end, lines.count < count {
      let stop = buffer[position..<end].firstIndex(of: 0x0A) ?? end
      let inside = bytes(in: position..<stop).trimmedRange
      if !inside.isEmpty {
        lines.append(position + inside.lowerBound..<position + inside.upperBound)
      }
      position = stop + 1
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
      switch splitter.next(
        window: bytes(in: range), base: range.lowerBound, ended: isWhole)
      {
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
    // Feeds have few members; a map of records has many, and the first tell enough.
    let found = slices(at: RecordsPath(steps: [.each]), in: range, count: 10_000)
    var members: [Member] = []
    for (slice, isWhole) in found.slices.map({ ($0, true) })
      + (found.open.map { [($0, false)] } ?? [])
    {
      guard let key = slice.key else { continue }
      let name = JSONParser.name(escaped: buffer[key])
      members.append(Member(name: name, range: slice.range, isWhole: isWhole))
    }
    return (members, found.problem)
  }
}

extension UnsafeRawBufferPointer {
  /// What is left without white space at the ends.
  var trimmedRange: Range<Int> {
    var (start, end) = (0, count)
    while start < end, isSpace(self[start]) { start += 1 }
    while end > start, isSpace(self[end - 1]) { end -= 1 }
    return start..<end
  }
}
