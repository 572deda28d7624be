/// How far a word's key reaches into the words beside it.
struct Neighbours {
  /// The text, and the item that is never left.
  let text: UnsafePointer<UInt16>
  let item: TextItem

  /// What a key brings of a neighbour, from the least.
  enum Step: CaseIterable {
    case letter, word, threeWords
  }

  /// Where the neighbours before a place begin.
  func start(before place: Int, step: Step) -> Int {
    switch step {
    case .letter:
      let end = skipSpaces(before: place)
      if end > item.start, Self.isWhole(text[end - 1]) { return end - 1 }
      return wordStart(before: end)
    case .word: return wordStart(before: skipSpaces(before: place))
    case .threeWords:
      return (0..<3).reduce(place) { start, _ in wordStart(before: skipSpaces(before: start)) }
    }
  }

  /// Where the neighbours after a place end.
  func end(after place: Int, step: Step) -> Int {
    switch step {
    case .letter:
      let start = skipSpaces(after: place)
      let isAlone = start + 1 >= item.end || Self.isWhole(text[start + 1])
      if start < item.end, Self.isWhole(text[start]), isAlone { return start + 1 }
      return wordEnd(after: start)
    case .word: return wordEnd(after: skipSpaces(after: place))
    case .threeWords:
      return (0..<3).reduce(place) { end, _ in wordEnd(after: skipSpaces(after: end)) }
    }
  }

  /// Whether a unit is a letter by itself, no part of a pair or of a combining sequence.
  private static func isWhole(_ unit: UInt16) -> Bool { unit < 0x300 }

  private func skipSpaces(before place: Int) -> Int {
    var place = place
    while place > item.start, text[place - 1] == 0x20 { place -= 1 }
    return place
  }

  private func skipSpaces(after place: Int) -> Int {
    var place = place
    while place < item.end, text[place] == 0x20 { place += 1 }
    return place
  }

  private func wordStart(before end: Int) -> Int {
    var place = end
    while place > item.start, text[place - 1] != 0x20 { place -= 1 }
    return place
  }

  private func wordEnd(after start: Int) -> Int {
    var place = start
    while place < item.end, text[place] != 0x20 { place += 1 }
    return place
  }
}
