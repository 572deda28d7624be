import TestSupport

extension TestRandom {
  /// The same bytes with a few of them changed, taken out, doubled, or cut off.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    let marks = Array("<>/&;!-[]?'\"= :x\0\u{1}é".utf8)
    for _ in 0...Int(next() % 6) where !result.isEmpty {
      let offset = Int(next() % UInt64(result.count))
      let length = min(Int(next() % 30), result.count - offset)
      switch next() % 5 {
      case 0: result[offset] = marks[Int(next() % UInt64(marks.count))]
      case 1: result.removeSubrange(offset..<(offset + length))
      case 2: result.insert(contentsOf: result[offset..<(offset + length)], at: offset)
      case 3: result.insert(marks[Int(next() % UInt64(marks.count))], at: offset)
      default: if next() % 4 == 0 { result.removeSubrange(offset...) }
      }
    }
    return result
  }
}
