/// A font that can be asked for widths, at one size.
public protocol CapturedFont {
  /// Whether the font has a glyph for a character.
  func has(_ character: Unicode.Scalar) -> Bool
  /// The width of a text, in units, not rounded.
  func width(of text: [Unicode.Scalar]) -> Double
}

/// Asks a font the questions of a metrics pack.
///
/// The files in `Capture` ask the same on devices.
///
/// 1. The advance of each character.
/// 2. Each pair of letters of one script, and of letters and signs.
/// 3. Texts of three characters: all of small letters a–z, and all of `neighbors` and one character.
///    Where a width is not the sum of its pairs, all triples with the same middle are asked, of ASCII
///    and the signs; then with the other letters of its script on one side, and on the other side a
///    character of a triple that was found.
/// 4. Texts of four and more of the representatives and one character, and each triple that was found
///    with a letter or one of `neighbors` before or after it. Those that are not the sum of their
///    triples become `sequences`.
/// 5. Words of the caller.
public struct FontCapture {
  private let questions: CaptureQuestions
  private let font: any CapturedFont
  private var face: MetricsPack.Face
  /// The characters that are asked in triples: the signs and ASCII, without spaces.
  private var basic: [Unicode.Scalar] = []
  /// The group of each character that was asked; 0 for the signs.
  private var groups: [Unicode.Scalar: Int] = [:]
  private var advances: [Unicode.Scalar: Double] = [:]
  private var pairs: [UInt64: Double] = [:]
  private var triples: [UInt64: Double] = [:]
  private var words: Set<[UInt16]> = []

  /// The least difference of two widths, in units: less is not more than the rounding of a number.
  private static let tolerance = 0.5

  /// Asks a font all questions.
  ///
  /// - Parameters:
  ///   - font: The font at a size.
  ///   - empty: The face without measurements of characters.
  ///   - words: Words to be measured whole.
  ///   - questions: What is asked.
  /// - Returns: The face with the answers.
  public static func face(
    of font: any CapturedFont, _ empty: MetricsPack.Face, words: [String],
    questions: CaptureQuestions = CaptureQuestions()
  ) -> MetricsPack.Face {
    var capture = FontCapture(questions: questions, font: font, face: empty)
    capture.askPairs()
    capture.askTriples()
    capture.askSequences()
    for word in words { capture.ask(word) }
    return capture.finished
  }

  private init(questions: CaptureQuestions, font: any CapturedFont, face: MetricsPack.Face) {
    self.questions = questions
    self.font = font
    self.face = face
  }

  /// The face with all answers.
  private var finished: MetricsPack.Face {
    func scalars(_ key: UInt64) -> [Unicode.Scalar] {
      [key >> 42, key >> 21, key].map { Unicode.Scalar(UInt32($0 & 0x1F_FFFF)) ?? " " }
    }
    func whole(_ width: Double) -> Int { Int(width.rounded()) }
    var face = face
    face.advances = advances.mapValues(whole)
    face.pairs = pairs.sorted { $0.key < $1.key }.map {
      let text = scalars($0.key)
      return MetricsPack.Pair(text[1], text[2], share: whole($0.value))
    }
    face.triples = triples.sorted { $0.key < $1.key }.map {
      let text = scalars($0.key)
      return MetricsPack.Triple(text[0], text[1], text[2], share: whole($0.value))
    }
    return face
  }

  /// The key of two or three characters.
  private static func key(_ text: ArraySlice<Unicode.Scalar>) -> UInt64 {
    text.reduce(0) { $0 << 21 | UInt64($1.value) }
  }

  private mutating func known(_ characters: [Unicode.Scalar], group: Int) -> [Unicode.Scalar] {
    characters.filter { character in
      groups[character] = group
      return ask(character)
    }
  }

  /// Asks a character; returns whether the font has it.
  ///
  /// A character that is wider than a pack can say counts as missing.
  private mutating func ask(_ character: Unicode.Scalar) -> Bool {
    if advances[character] != nil { return true }
    let width = font.has(character) ? font.width(of: [character]) : -1
    guard PackLimits.advances.contains(Int(clamping: width)) else {
      face.missing.insert(character)
      return false
    }
    advances[character] = width
    return true
  }

  private mutating func askPairs() {
    let signs = known(questions.common, group: 0)
    basic = signs.filter { $0 != " " }
    ask(signs, signs)
    for (number, group) in questions.groups.enumerated() {
      let letters = known(group.letters, group: number + 1)
      basic += letters.filter { $0.isASCII }
      ask(letters, letters)
      ask(letters, signs)
      ask(signs, letters)
    }
  }

  private mutating func ask(_ firsts: [Unicode.Scalar], _ seconds: [Unicode.Scalar]) {
    for first in firsts {
      for second in seconds where first != " " || second != " " {
        let share = font.width(of: [first, second]) - sum([first, second])
        if isDifferent(share) { pairs[Self.key([first, second])] = share }
      }
    }
  }

  /// The width of a text by its advances, pairs and triples; all its characters must be known.
  private func sum(_ text: [Unicode.Scalar]) -> Double {
    var sum = 0.0
    for index in text.indices {
      sum += advances[text[index]] ?? 0
      if index > 0 { sum += pairs[Self.key(text[(index - 1)...index])] ?? 0 }
      if index > 1 { sum += triples[Self.key(text[(index - 2)...index])] ?? 0 }
    }
    return sum
  }

  private func isKnown(_ text: [Unicode.Scalar]) -> Bool {
    text.allSatisfy { advances[$0] != nil }
  }

  private func isDifferent(_ share: Double) -> Bool { abs(share) >= Self.tolerance }

  private mutating func askTriples() {
    var middles: Set<Unicode.Scalar> = []
    for character in basic {
      for text in patterns(character, length: 3, questions.neighbors) where ask(triple: text) {
        middles.insert(text[1])
      }
    }
    let small = basic.filter { ("a"..."z").contains($0) }
    for first in small {
      for middle in small {
        for last in small where ask(triple: [first, middle, last]) { middles.insert(middle) }
      }
    }
    for middle in middles.sorted() {
      let group = groups[middle] ?? 0
      let letters = group > 0 ? questions.groups[group - 1].letters.filter { !$0.isASCII } : []
      let others = letters.filter { advances[$0] != nil }
      var firsts: Set<Unicode.Scalar> = []
      var lasts: Set<Unicode.Scalar> = []
      for first in basic {
        for last in basic where has(triple: [first, middle, last]) {
          firsts.insert(first)
          lasts.insert(last)
        }
      }
      for other in others {
        for first in firsts.sorted() { _ = ask(triple: [first, middle, other]) }
        for last in lasts.sorted() { _ = ask(triple: [other, middle, last]) }
      }
    }
  }

  /// Asks three characters, unless they were asked; returns whether they are not the sum of their
  /// pairs.
  private mutating func has(triple text: [Unicode.Scalar]) -> Bool {
    triples[Self.key(text[...])] != nil || ask(triple: text)
  }

  /// Asks three characters; returns whether their width is not the sum of their pairs.
  private mutating func ask(triple text: [Unicode.Scalar]) -> Bool {
    let key = Self.key(text[...])
    guard triples[key] == nil, isKnown(text) else { return false }
    let share = font.width(of: text) - sum(text)
    if isDifferent(share) { triples[key] = share }
    return isDifferent(share)
  }

  private mutating func askSequences() {
    guard questions.longest >= 4 else { return }
    for (triple, isLetters) in foundTriples {
      for other in isLetters ? letters : questions.neighbors {
        ask(sequence: [other] + triple)
        ask(sequence: triple + [other])
      }
    }
    for character in basic {
      for length in 4...questions.longest {
        for text in patterns(character, length: length, questions.representatives) {
          ask(sequence: text)
        }
      }
    }
    if face.sequences.count > PackLimits.sequences {
      // Too many to list: no word is known unless it is measured whole.
      face.sequences = questions.representatives.map { String($0) }
    }
  }

  private var letters: [Unicode.Scalar] {
    basic.filter { $0.isASCII && $0.properties.isAlphabetic }
  }

  /// The triples that were found, and whether they are of letters, in order.
  private var foundTriples: [([Unicode.Scalar], isLetters: Bool)] {
    finished.triples.map { triple in
      let text = [triple.first, triple.middle, triple.last]
      return (text, text.allSatisfy { groups[$0] ?? 0 > 0 })
    }
  }

  private mutating func ask(sequence text: [Unicode.Scalar]) {
    if isKnown(text), isDifferent(font.width(of: text) - sum(text)) { note(sequence: text) }
  }

  private mutating func note(sequence text: [Unicode.Scalar]) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text)
    let isContained = face.sequences.contains { shorter in
      let shorter = Array(shorter.unicodeScalars)
      return (0...max(0, text.count - shorter.count)).contains { start in
        text[start...].starts(with: shorter)
      }
    }
    if !isContained { face.sequences.append(String(view)) }
  }

  /// All texts of a length over some letters and a character, with the character in each.
  private func patterns(
    _ character: Unicode.Scalar, length: Int, _ letters: [Unicode.Scalar]
  ) -> [[Unicode.Scalar]] {
    var texts: [[Unicode.Scalar]] = [[]]
    for _ in 0..<length {
      texts = texts.flatMap { text in (letters + [character]).map { text + [$0] } }
    }
    return texts.filter { $0.contains(character) }
  }

  private mutating func ask(_ word: String) {
    let text = Array(word.unicodeScalars)
    let isShown = text.map { ask($0) }.allSatisfy { $0 }
    let units = Array(word.utf16)
    guard isShown, text.count > 1, !text.contains(" "), units.count <= PackLimits.wordUnits,
      face.words.count < PackLimits.words, words.insert(units).inserted
    else { return }
    let width = font.width(of: text)
    let scripts = Set(text.compactMap { groups[$0] }).subtracting([0])
    let isAsked = text.allSatisfy { groups[$0] != nil } && scripts.count <= 1
    if isAsked, !isDifferent(width - sum(text)), !sequences.contains(in: text) { return }
    face.words.append(MetricsPack.Word(word, width: Int(clamping: width)))
  }

  private lazy var sequences = UnexplainedSequences(face.sequences)
}

extension Int {
  /// The nearest whole number.
  fileprivate init(clamping number: Double) {
    self = number.magnitude < 1e9 ? Int(number.rounded()) : -1
  }
}

/// The texts that a face's advances, pairs and triples do not explain.
///
/// In them, `n` stands for any small letter, `H` for any capital, `0` for any digit, and `.` for any
/// sign.
public struct UnexplainedSequences: Sendable {
  /// The sequences by their first character.
  private let sequences: [Unicode.Scalar: [[Unicode.Scalar]]]

  /// Prepares the sequences of a face.
  public init(_ sequences: [String]) {
    let all = sequences.map { Array($0.unicodeScalars) }.filter { !$0.isEmpty }
    self.sequences = Dictionary(grouping: all) { $0[0] }
  }

  /// Whether a text contains one of the sequences.
  public func contains(in text: [Unicode.Scalar]) -> Bool {
    guard !sequences.isEmpty else { return false }
    let classes = text.map(Self.representative)
    return text.indices.contains { start in
      let own = sequences[text[start]] ?? []
      let others = classes[start] == text[start] ? [] : sequences[classes[start]] ?? []
      return [own, others].joined().contains { sequence in
        sequence.count <= text.count - start
          && sequence.indices.allSatisfy {
            sequence[$0] == text[start + $0] || sequence[$0] == classes[start + $0]
          }
      }
    }
  }

  /// The character that stands for a character.
  private static func representative(of character: Unicode.Scalar) -> Unicode.Scalar {
    switch character {
    case "0"..."9": "0"
    case "a"..."z": "n"
    case "A"..."Z": "H"
    default:
      character.properties.isLowercase
        ? "n"
        : character.properties.isUppercase ? "H" : character.properties.isAlphabetic ? "n" : "."
    }
  }
}
