/// The first bytes of a file; what lies beyond them is `nil`.
struct HeaderBytes {
  private let bytes: [UInt8]
  /// The readable places.
  let range: Range<Int>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    range = bytes.indices
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  /// The places `start..<end`, as far as they are readable; they keep their numbers.
  func part(_ start: Int, _ end: Int) -> HeaderBytes {
    let start = min(max(start, range.lowerBound), range.upperBound)
    return HeaderBytes(bytes, start..<min(max(end, start), range.upperBound))
  }

  func byte(_ place: Int) -> Int? { range.contains(place) ? Int(bytes[place]) : nil }

  /// An unsigned number of 1 to 4 bytes, the most significant first.
  func big(_ place: Int, bytes count: Int) -> Int? {
    guard place >= 0, place <= range.upperBound - count, place >= range.lowerBound else {
      return nil
    }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// An unsigned number of 1 to 4 bytes, the least significant first.
  func little(_ place: Int, bytes count: Int) -> Int? {
    guard place >= 0, place <= range.upperBound - count, place >= range.lowerBound else {
      return nil
    }
    return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// ASCII text, such as the name of a chunk.
  func text(_ place: Int, _ count: Int) -> String? {
    guard place >= range.lowerBound, place <= range.upperBound - count else { return nil }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  func starts(with prefix: [UInt8]) -> Bool { bytes[range].starts(with: prefix) }

  /// Whether the first byte behind a byte order mark and white space is `<`.
  var beginsAsMarkup: Bool {
    var rest = bytes[range]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    return rest.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) } == UInt8(ascii: "<")
  }
}
