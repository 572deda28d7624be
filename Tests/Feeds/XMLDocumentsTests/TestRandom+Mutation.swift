import TestSupport

extension TestRandom {
  /// The same bytes with a few of them changed, taken out, doubled, or cut off.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    let marks = Array("<>/&;!-[]?'\"= :x\0\u{1}é".utf8)
    for _ in 0...Int(next() % 6) where !result.isEmpty {
      let place = Int(next() % UInt64(result.count))
      let length = min(Int(next() % 30), result.count - place)
      switch next() % 5 {
      case 0: result[place] = marks[Int(next() % UInt64(marks.count))]
      case 1: result.removeSubrange(place..<(place + length))
      case 2: result.insert(contentsOf: result[place..<(place + length)], at: place)
      case 3: result.insert(marks[Int(next() % UInt64(marks.count))], at: place)
      default: if next() % 4 == 0 { result.removeSubrange(place...) }
      }
    }
    return result
  }
}
