internal import CICU
internal import MetricsPacks

/// The widths of a face of a metrics pack: of characters, of neighbors, and of whole words.
///
/// It is immutable; all measurers share it.
final class CapturedWidths: Sendable {
  /// Widths of characters by their number; the numbers are in the order of the characters.
  private let singles: [Int32]
  /// The group of each character: 0 for the signs, `apart` for characters that were only asked in
  /// words.
  private let groups: [UInt8]
  private let numbers: CharacterIndex
  private let missing: Set<UInt32>
  private let pairs: PairShares
  /// Pairs with characters `apart` that were asked.
  private let apartPairs: [UInt32: Int32]
  private let triples: [UInt64: Int32]
  private let words: WordTable
  private let sequences: UnexplainedSequences
  /// The number of the space; `nil` if the face has none.
  private let space: Int?
  /// Whether the pack has the height of the tallest glyph and the depth of the deepest one.
  let hasBounds: Bool

  private static let apart: UInt8 = 255

  /// Prepares the widths of a face.
  ///
  /// - Parameter characters: The characters that were asked, by script.
  init(_ face: MetricsPack.Face, characters: [MetricsPack.CharacterGroup]) {
    let scalars = face.advances.keys.sorted()
    let numbers = CharacterIndex(scalars)
    self.numbers = numbers
    singles = scalars.map { Int32(face.advances[$0] ?? 0) }
    missing = Set(face.missing.map(\.value))
    var groups = [UInt8](repeating: Self.apart, count: scalars.count)
    var next: UInt8 = 1
    for group in characters {
      let isCommon = group.script == MetricsPack.CharacterGroup.common
      for scalar in group.characters.unicodeScalars {
        if let number = numbers[scalar.value] { groups[number] = isCommon ? 0 : next }
      }
      if !isCommon, next < Self.apart - 1 { next += 1 }
    }
    self.groups = groups
    func number(_ scalar: Unicode.Scalar) -> Int { numbers[scalar.value] ?? 0 }
    pairs = PairShares(
      face.pairs.map { (number($0.first), number($0.second), Int32($0.share)) },
      characters: scalars.count)
    var triples: [UInt64: Int32] = [:]
    for triple in face.triples {
      triples[Self.key(number(triple.first), number(triple.middle), number(triple.last))] =
        Int32(triple.share)
    }
    self.triples = triples
    var apartPairs: [UInt32: Int32] = [:]
    // Of scripts whose characters keep their shapes, a word of two characters is a pair.
    for word in face.words {
      let scalars = Array(word.text.unicodeScalars)
      guard scalars.count == 2, scalars.allSatisfy(WordTally.keepsShape),
        let first = numbers[scalars[0].value], let second = numbers[scalars[1].value]
      else { continue }
      apartPairs[Self.key(first, second)] = Int32(word.width) - singles[first] - singles[second]
    }
    self.apartPairs = apartPairs
    hasBounds = face.line.top != nil && face.line.bottom != nil
    words = WordTable(face.words)
    sequences = UnexplainedSequences(face.sequences)
    space = numbers[0x20]
  }

  private static func key(_ first: Int, _ second: Int) -> UInt32 {
    UInt32(first) << 16 | UInt32(second)
  }

  /// What a pair adds, by the numbers of its characters; `nil` if it was not asked.
  private func share(_ first: Int, _ second: Int) -> Int32? {
    if !apartPairs.isEmpty, let share = apartPairs[Self.key(first, second)] { return share }
    if groups[first] == Self.apart || groups[second] == Self.apart { return nil }
    return pairs.share(first, second)
  }

  private static func key(_ first: Int, _ middle: Int, _ last: Int) -> UInt64 {
    UInt64(first) << 32 | UInt64(middle) << 16 | UInt64(last)
  }

  /// Whether the device was asked for a character that the font lacks.
  func lacks(_ scalar: UInt32) -> Bool { missing.contains(scalar) }

  /// What is known of a text that was measured.
  struct Answer {
    /// Whether the device gives the same widths, as far as the pack says.
    var isKnown = true
    /// Whether a space beside the text changes its width.
    var isFused = false
    /// Whether every unit is a grapheme with an advance of its own.
    var isPlain = true
  }

  /// A text of one script and direction.
  struct Text {
    /// The UTF-16 units.
    let units: UnsafeBufferPointer<UInt16>
    /// Whether spaces precede and follow the text.
    let beside: (before: Bool, after: Bool)
    /// Whether lines may end anywhere in the text.
    let isCut: Bool
    let isRightToLeft: Bool
  }

  /// Where the widths of a text are written, by UTF-16 unit; all are 0 before.
  struct Widths {
    /// The advance of each unit, in units of the font.
    let advances: UnsafeMutablePointer<Int32>
    /// The width to add to a line that ends after each unit.
    let edges: UnsafeMutablePointer<UInt16>
    /// `Shaper.isCluster` for each unit with which a cluster begins.
    let marks: UnsafeMutablePointer<UInt8>
  }

  /// Writes the advances of a text.
  ///
  /// - Parameter unmeasured: Receives the words that are not known.
  func measure(
    _ text: Text, into widths: Widths, unmeasured: inout UnmeasuredTexts
  ) -> Answer {
    var answer = Answer()
    var start = 0
    while start < text.units.count {
      if text.units[start] == 0x20 {
        add(spaceAt: start, in: text, widths, &answer)
        start += 1
        continue
      }
      var end = start
      while end < text.units.count, text.units[end] != 0x20 { end += 1 }
      if !measure(start..<end, of: text, into: widths, &answer) {
        answer.isKnown = false
        unmeasured.insert(UnsafeBufferPointer(rebasing: text.units[start..<end]))
      }
      start = end
    }
    return answer
  }

  private func add(spaceAt index: Int, in text: Text, _ widths: Widths, _ answer: inout Answer) {
    widths.marks[index] |= Shaper.isCluster
    guard let space else {
      answer.isKnown = false
      return
    }
    widths.advances[index] = singles[space]
    if index + 1 < text.units.count, let next = numbers[UInt32(text.units[index + 1])] {
      widths.advances[index] += share(space, next) ?? 0
    }
  }

  /// A character of a word, with its first unit.
  private struct Letter {
    var scalar: Unicode.Scalar
    /// The number; `nil` for invisible characters.
    var number: Int?
    let unit: Int
  }

  /// Writes the advances of a part of a text between spaces; returns whether they are known.
  private func measure(
    _ range: Range<Int>, of text: Text, into widths: Widths, _ answer: inout Answer
  ) -> Bool {
    var letters: [Letter] = []
    var isExplained = read(range, of: text, widths, &letters, &answer)
    var isKnown = !letters.contains { $0.number == nil }
    if isExplained { isExplained = add(letters, widths) }
    // Pairs were asked from left to right.
    if letters.count > 1, text.isRightToLeft { isKnown = false }
    if sequences.contains(in: letters.map(\.scalar)) { isKnown = false }
    isKnown = isKnown && isExplained
    if let width = words.width(of: text.units, range) {
      let sum = range.reduce(0) { $0 &+ Int(widths.advances[$1]) }
      let rest = Int32(clamping: width - sum)
      if !isExplained {
        // Only the whole is known, so that it is one cluster.
        answer.isPlain = false
        for index in range {
          widths.advances[index] = 0
          widths.edges[index] = 0
          widths.marks[index] &= ~Shaper.isCluster
        }
        widths.marks[range.lowerBound] |= Shaper.isCluster
        widths.advances[range.lowerBound] = Int32(clamping: width)
      } else if rest != 0, let last = letters.last {
        widths.advances[last.unit] &+= rest
      }
      isKnown =
        isExplained && rest == 0
        || !text.isCut && letters.allSatisfy { Self.staysWhole($0.scalar) }
    }
    addSpaces(beside: letters, range, of: text, widths, &answer)
    return isKnown
  }

  /// Reads the characters of a word; returns whether the face has all of them.
  private func read(
    _ range: Range<Int>, of text: Text, _ widths: Widths, _ letters: inout [Letter],
    _ answer: inout Answer
  ) -> Bool {
    guard let units = text.units.baseAddress else { return true }
    var hasAll = true
    var unit = range.lowerBound
    while unit < range.upperBound {
      let value = ScalarCursor.scalar(units, at: unit, count: range.upperBound)
      let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
      if value >= 0x300, value > 0xFFFF || scalar.properties.isGraphemeExtend {
        answer.isPlain = false
      }
      if let number = numbers[value] {
        widths.marks[unit] |= Shaper.isCluster
        letters.append(Letter(scalar: scalar, number: number, unit: unit))
      } else if cicu_is_invisible(value) != 0 {
        // It has no width, but platforms differ in whether its neighbors are kerned.
        answer.isPlain = false
        letters.append(Letter(scalar: scalar, number: nil, unit: unit))
      } else if let last = letters.last, last.number != nil,
        let composed = ShapingFont.composed(last.scalar.value, value),
        let number = numbers[composed]
      {
        answer.isPlain = false
        letters[letters.count - 1].scalar = Unicode.Scalar(composed) ?? last.scalar
        letters[letters.count - 1].number = number
      } else {
        answer.isPlain = false
        hasAll = false
        letters.append(Letter(scalar: scalar, number: nil, unit: unit))
      }
      unit += value > 0xFFFF ? 2 : 1
    }
    widths.marks[range.lowerBound] |= Shaper.isCluster
    return hasAll
  }

  /// Adds the advances of characters, pairs and triples; returns whether all of them were asked.
  private func add(_ letters: [Letter], _ widths: Widths) -> Bool {
    var isAsked = true
    var script: UInt8 = 0
    for (index, letter) in letters.enumerated() {
      guard let number = letter.number else { continue }
      let group = groups[number]
      if group != 0, group != Self.apart {
        if script != 0, script != group { isAsked = false }
        script = group
      }
      var advance = singles[number]
      if index + 1 < letters.count, let next = letters[index + 1].number {
        let share = share(number, next)
        if share == nil { isAsked = false }
        advance += share ?? 0
        if index > 0, let before = letters[index - 1].number {
          advance += triples[Self.key(before, number, next)] ?? 0
        }
      }
      widths.advances[letter.unit] = advance
      if advance > 0 {
        widths.edges[letter.unit] = UInt16(clamping: Int(singles[number]) - Int(advance))
      }
    }
    return isAsked
  }

  /// Notes whether spaces beside a word change its width, and adds what the pair with a space in the
  /// text adds.
  private func addSpaces(
    beside letters: [Letter], _ range: Range<Int>, of text: Text, _ widths: Widths,
    _ answer: inout Answer
  ) {
    guard let space, let first = letters.first?.number, let last = letters.last,
      let number = last.number
    else { return }
    let isFirst = range.lowerBound == 0
    let isLast = range.upperBound == text.units.count
    if isFirst, text.beside.before, share(space, first) ?? 0 != 0 { answer.isFused = true }
    let share = share(number, space) ?? 0
    if isLast, text.beside.after, share != 0 { answer.isFused = true }
    if !isLast { widths.advances[last.unit] &+= share }
  }

  /// Whether no line ends before or after a character of a word.
  private static func staysWhole(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "'" || scalar == "\u{2019}" { return true }
    let traits = Int(cicu_break_traits(scalar.value))
    return traits & (CICU_WORD | CICU_EXTENDS) != 0
      && traits & (CICU_IDEOGRAPH | CICU_COMPLEX | CICU_HANGUL) == 0
  }
}

/// What pairs of characters add to their widths, by the numbers of the characters.
private struct PairShares: Sendable {
  /// Where the pairs of each first character begin; one more at the end.
  private let starts: [Int]
  private let seconds: [UInt16]
  private let shares: [Int32]

  /// - Parameter pairs: The pairs, in ascending order.
  init(_ pairs: [(first: Int, second: Int, share: Int32)], characters: Int) {
    var starts = [Int](repeating: 0, count: characters + 1)
    for pair in pairs { starts[pair.first + 1] += 1 }
    for index in 0..<characters { starts[index + 1] += starts[index] }
    self.starts = starts
    seconds = pairs.map { UInt16($0.second) }
    shares = pairs.map(\.share)
  }

  /// What a pair adds; 0 for most.
  func share(_ first: Int, _ second: Int) -> Int32 {
    var low = starts[first]
    var high = starts[first + 1]
    while low < high {
      let middle = (low + high) / 2
      if Int(seconds[middle]) < second { low = middle + 1 } else { high = middle }
    }
    return low < starts[first + 1] && Int(seconds[low]) == second ? shares[low] : 0
  }
}

/// Words with their widths, found without a copy of the text.
private struct WordTable: Sendable {
  private let units: [UInt16]
  /// Where each word begins in `units`; one more at the end.
  private let starts: [Int]
  private let widths: [Int]

  init(_ words: [MetricsPack.Word]) {
    let sorted = words.map { (Array($0.text.utf16), $0.width) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
    var units: [UInt16] = []
    var starts = [0]
    for (word, _) in sorted {
      units += word
      starts.append(units.count)
    }
    self.units = units
    self.starts = starts
    widths = sorted.map(\.1)
  }

  /// The width of a word; `nil` if it is not in the table.
  func width(of text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>) -> Int? {
    let word = UnsafeBufferPointer(rebasing: text[range])
    var low = 0
    var high = widths.count
    while low < high {
      let middle = (low + high) / 2
      if units[starts[middle]..<starts[middle + 1]].lexicographicallyPrecedes(word) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < widths.count, units[starts[low]..<starts[low + 1]].elementsEqual(word) else {
      return nil
    }
    return widths[low]
  }
}

/// The words and characters of which metrics packs do not have the width, each once.
///
/// A word is noted when it is measured, not when the cache of words has it.
public struct UnmeasuredTexts: Hashable, Sendable {
  /// Maximum number of texts; the shortest are kept.
  public static let limit = 10_000

  private var found: Set<[UInt16]> = []
  /// Whether there were more texts than `limit`.
  public private(set) var areMore = false

  /// Creates an empty set.
  public init() {}

  /// The texts, the shortest first; texts of one length are in the order of their units.
  public var texts: [String] { sorted.map { String(decoding: $0, as: UTF16.self) } }

  private var sorted: ArraySlice<[UInt16]> {
    found.sorted { $0.count != $1.count ? $0.count < $1.count : $0.lexicographicallyPrecedes($1) }
      .prefix(Self.limit)
  }

  mutating func insert(_ units: UnsafeBufferPointer<UInt16>) { insert(Array(units)) }

  /// Adds the texts of another set.
  public mutating func formUnion(_ other: UnmeasuredTexts) {
    areMore = areMore || other.areMore
    for text in other.found { insert(text) }
  }

  private mutating func insert(_ text: [UInt16]) {
    found.insert(text)
    if found.count > Self.limit { areMore = true }
    // What is dropped has `limit` shorter texts, so that the order of insertion does not matter.
    if found.count >= 2 * Self.limit { found = Set(sorted) }
  }
}
