internal import CHarfBuzz
internal import CICU

/// Measures words by table: by the advance of each character, and the kerning of each pair.
///
/// The numbers come from HarfBuzz, which shapes each character and each pair once. A word is
/// measured only if the rules of the font prove that nothing else changes its advances; see
/// `PairProof`. HarfBuzz shapes all other words.
final class PairTable {
  /// What the table says about a word.
  enum Answer {
    /// HarfBuzz must shape the word.
    case unknown
    /// The word has these advances wherever it is.
    case measured
    /// The word has these advances unless a rule matches text beyond the spaces beside it; see
    /// `isUnaffected`.
    case conditional
  }

  private let alphabet: GlyphAlphabet
  private let proof: PairProof
  private let shaper: PlanShaper
  /// Advances of single characters, in font units; see `unknown` and `refused`.
  private var singles: ContiguousArray<Int32>
  /// For each first character of a pair, a row of numbers, one for each second character.
  ///
  /// A number is the change of the first character's advance, in font units, plus `bias`. 0 is a
  /// pair not queried so far; `refusedPair` is a pair without proof.
  private var rows: ContiguousArray<UnsafeMutablePointer<UInt16>?>
  /// Advances of the characters' glyphs, in font units, without any rules.
  private var nominal: ContiguousArray<Int32>
  /// The rules that may match pairs with a number, by `PairProof.pair`.
  private var conditions: [UInt32: [PairProof.Rule]] = [:]
  /// The second characters of these pairs, by the first.
  private var conditional: ContiguousArray<CharacterRow?>

  /// For each character, the first one that all contextual rules treat like it.
  private lazy var representatives = proof.representatives(count: alphabet.units.count)

  /// For each character, the unit of the first one that all contextual rules treat like it and no
  /// rule changes; its own unit if a rule may change it.
  private lazy var unchanged: [UInt16] = {
    var firsts: [Int: UInt16] = [:]
    return alphabet.units.indices.map { character in
      let unit = alphabet.units[character]
      guard !proof.inputs.contains(character) else { return unit }
      let first = firsts[representatives[character]] ?? unit
      firsts[representatives[character]] = first
      return first
    }
  }()

  /// Whether a space beside a word always has the advance of its glyph.
  private lazy var keepsSpace =
    !proof.changesSpace && single(alphabet.space) == nominal[alphabet.space]

  private static let unknown = Int32.min
  private static let refused = Int32.min + 1
  private static let bias: Int32 = 0x8000
  private static let refusedPair: UInt16 = 1
  /// Maximum absolute value of a change, in font units.
  private static let largest: Int32 = 0x7FF0

  /// Reads the rules of a font that a shape plan applies.
  ///
  /// - Parameters:
  ///   - code: ICU's code of the script.
  ///   - lookups: The lookups of the plan.
  ///   - shaper: Shapes text with the same plan.
  /// - Returns: `nil` if no word can be measured by table.
  init?(
    face: OpaquePointer, font: OpaquePointer, code: Int32, lookups: PlannedLookups,
    shaper: PlanShaper, limits: ProofLimits
  ) {
    guard
      let alphabet = GlyphAlphabet(
        script: code, font: font, face: face, sharing: limits.charactersPerGlyph)
    else { return nil }
    var proof = PairProof(alphabet)
    for (name, set) in [("GSUB", lookups.substitutions), ("GPOS", lookups.positionings)] {
      guard
        let more = SequenceRules.add(
          set, of: name, face: face, alphabet: alphabet, to: proof, limits: limits)
      else { return nil }
      proof = more
    }
    self.alphabet = alphabet
    self.proof = proof
    self.shaper = shaper
    singles = ContiguousArray(repeating: Self.unknown, count: alphabet.units.count)
    rows = ContiguousArray(repeating: nil, count: alphabet.units.count)
    conditional = ContiguousArray(repeating: nil, count: alphabet.units.count)
    nominal = ContiguousArray(
      alphabet.glyphs.map {
        let advance = hb_font_get_glyph_h_advance(font, $0)
        return Int(advance).magnitude <= PlanShaper.largestAdvance ? advance : 0
      })
  }

  deinit {
    for row in rows { row?.deallocate() }
  }

  /// Whether no rule matches a space, except kerning of neighbors.
  ///
  /// Then the text before a space does not affect the text after it, nor the reverse.
  var isDividedBySpaces: Bool { !proof.matchesSpace }

  /// Maximum number of glyphs on one side of a rule; see `PairProof.longestRule`.
  var longestRule: Int { proof.longestRule }

  /// Whether a rule may match two consecutive spaces.
  var matchesSpaces: Bool { proof.matchesSpaces }

  /// Whether contextual rules position glyphs; such a rule may also move the glyphs after it.
  var positionsInContext: Bool { proof.positionsInContext }

  /// Whether HarfBuzz correctly computes the glyphs that the lookups can produce.
  var isWhole: Bool { !proof.misleads }

  /// Writes the advances of a word that begins and ends at a space or at the end of the text.
  ///
  /// - Parameters:
  ///   - text: The UTF-16 units of the word.
  ///   - count: Number of units.
  ///   - afterSpace: Whether a space precedes the word.
  ///   - beforeSpace: Whether a space follows the word.
  ///   - advances: Receives the advance of each unit, in font units.
  ///   - edges: Receives the width, in font units, to add to a line that ends after each unit.
  /// - Returns: If the answer is `unknown`, the contents of `advances` and `edges` are undefined.
  func measure(
    _ text: UnsafePointer<UInt16>, count: Int, afterSpace: Bool, beforeSpace: Bool,
    advances: UnsafeMutablePointer<Int32>, edges: UnsafeMutablePointer<UInt16>
  ) -> Answer {
    guard count > 0, var current = number(of: text[0]) else { return .unknown }
    if afterSpace || beforeSpace, !keepsSpace { return .unknown }
    let place = Place(
      text: text, start: 0, end: count, isSpaceBefore: afterSpace, isSpaceAfter: beforeSpace)
    var answer = Answer.measured
    /// Whether a rule surely matches a pair, whose first unit is at an offset; notes whether one
    /// may match.
    func isChanged(_ first: Int, _ second: Int, at offset: Int) -> Bool {
      guard conditional[first]?.contains(second) == true else { return false }
      switch match(first, second, at: offset, place) {
      case .no: return false
      case .yes: return true
      case .perhaps:
        answer = .conditional
        return false
      }
    }
    if afterSpace {
      guard share(alphabet.space, current) == 0, !isChanged(alphabet.space, current, at: -1)
      else { return .unknown }
    }
    for index in 0..<count {
      let single = single(current)
      guard single != Self.refused else { return .unknown }
      var advance = single
      if index + 1 < count {
        guard let next = number(of: text[index + 1]), let share = share(current, next),
          !isChanged(current, next, at: index)
        else { return .unknown }
        advance += share
        edges[index] = edge(current, advance)
        advances[index] = advance
        current = next
      } else {
        if beforeSpace,
          share(current, alphabet.space) != 0 || isChanged(current, alphabet.space, at: index)
        {
          return .unknown
        }
        edges[index] = edge(current, advance)
        advances[index] = advance
      }
    }
    return answer
  }

  /// Whether no rule matches a word of a run, or text so near to it that the change could lead to
  /// another rule for the word.
  ///
  /// - Parameters:
  ///   - word: The UTF-16 offsets of the word.
  ///   - run: The UTF-16 offsets of the run; rules do not read text beyond it.
  func isUnaffected(
    _ text: UnsafePointer<UInt16>, _ word: Range<Int>, in run: Range<Int>
  ) -> Bool {
    let start = max(run.lowerBound, word.lowerBound - longestRule)
    let end = min(run.upperBound, word.upperBound + longestRule)
    let place = Place(
      text: text, start: run.lowerBound, end: run.upperBound, isSpaceBefore: false,
      isSpaceAfter: false)
    guard var current = number(of: text[start]), single(current) != Self.refused else {
      return false
    }
    for index in start..<end - 1 {
      guard let next = number(of: text[index + 1]), share(current, next) != nil else {
        return false
      }
      if conditional[current]?.contains(next) == true,
        match(current, next, at: index, place) != .no
      {
        return false
      }
      current = next
    }
    return true
  }

  /// Writes a word with as much text beside it as rules can read.
  ///
  /// In the text beside the word, characters that all rules treat alike are replaced by the first of
  /// them, so that few keys are different.
  ///
  /// - Parameters:
  ///   - word: The UTF-16 offsets of the word.
  ///   - run: The UTF-16 offsets of the run; rules do not read text beyond it.
  ///   - key: Receives the key.
  /// - Returns: Number of units before and after the word in the key; `nil` if a rule may change text
  ///   beside the word, so that rules for the word may read text farther away.
  func key(
    _ text: UnsafePointer<UInt16>, _ word: Range<Int>, in run: Range<Int>,
    into key: ScratchBuffer<UInt16>
  ) -> (prefix: Int, suffix: Int)? {
    let reach = longestRule
    guard reach <= ShapeContext.longestNeighbor, word.count <= Shaper.long else { return nil }
    let start = max(run.lowerBound, word.lowerBound - 2 * reach)
    let end = min(run.upperBound, word.upperBound + 2 * reach)
    let place = Place(
      text: text, start: run.lowerBound, end: run.upperBound, isSpaceBefore: false,
      isSpaceAfter: false)
    guard var current = number(of: text[start]) else { return nil }
    for index in start..<end {
      let isInside = word.contains(index)
      if !isInside, single(current) == Self.refused { return nil }
      guard index + 1 < end else { break }
      guard let next = number(of: text[index + 1]) else { return nil }
      if share(current, next) == nil {
        guard isInside, word.contains(index + 1) else { return nil }
      } else if conditional[current]?.contains(next) == true {
        for rule in conditions[PairProof.pair(current, next)] ?? [] {
          let first = index - rule.pair
          guard match(rule, at: first, place) != .no else { continue }
          guard first + rule.inputs.lowerBound >= word.lowerBound,
            first + rule.inputs.upperBound <= word.upperBound
          else { return nil }
        }
      }
      current = next
    }
    let first = max(run.lowerBound, word.lowerBound - reach)
    let last = min(run.upperBound, word.upperBound + reach)
    key.reserve(last - first + PaddedText.padding)
    for index in first..<last {
      guard let number = number(of: text[index]) else { return nil }
      key.base[index - first] =
        word.contains(index) ? text[index] : alphabet.units[representatives[number]]
    }
    return (word.lowerBound - first, last - word.upperBound)
  }

  /// Writes a word with certain text beside it, which rules may change.
  ///
  /// In that text, characters that rules treat alike and cannot change are replaced by the first of
  /// them, so that few keys are different.
  ///
  /// - Parameters:
  ///   - word: The UTF-16 offsets of the word.
  ///   - range: The UTF-16 offsets of the word and the text beside it.
  ///   - key: Receives the key, which has as many units.
  /// - Returns: Whether the key was written; `false` if HarfBuzz may combine characters beside the
  ///   word.
  func writeKey(
    _ text: UnsafePointer<UInt16>, _ word: Range<Int>, with range: Range<Int>,
    into key: ScratchBuffer<UInt16>
  ) -> Bool {
    key.reserve(range.count + PaddedText.padding)
    for index in range {
      if word.contains(index) {
        key.base[index - range.lowerBound] = text[index]
      } else {
        guard let number = number(of: text[index]) else { return false }
        key.base[index - range.lowerBound] = unchanged[number]
      }
    }
    return true
  }

  /// The known text around a pair.
  private struct Place {
    let text: UnsafePointer<UInt16>
    /// The known units.
    let start: Int
    let end: Int
    /// Whether a space, and then text that is not known, precedes or follows the known units.
    let isSpaceBefore: Bool
    let isSpaceAfter: Bool
  }

  private enum Match {
    case no, perhaps, yes
  }

  /// Whether a rule matches a conditional pair, whose first unit is at an offset.
  private func match(_ first: Int, _ second: Int, at offset: Int, _ place: Place) -> Match {
    var result = Match.no
    for rule in conditions[PairProof.pair(first, second)] ?? [] {
      switch match(rule, at: offset - rule.pair, place) {
      case .no: break
      case .yes: return .yes
      case .perhaps: result = .perhaps
      }
    }
    return result
  }

  /// Whether a rule matches text that begins at an offset.
  private func match(_ rule: PairProof.Rule, at offset: Int, _ place: Place) -> Match {
    var result = Match.yes
    for (index, row) in rule.rows.enumerated() {
      let unit = offset + index
      if unit >= place.start, unit < place.end {
        // Other characters than those of the alphabet may have any glyph.
        guard let number = number(of: place.text[unit]) else {
          result = .perhaps
          continue
        }
        if !row.contains(number) { return .no }
        continue
      }
      let isBefore = unit < place.start
      guard isBefore ? place.isSpaceBefore : place.isSpaceAfter else { return .no }
      if unit == place.start - 1 || unit == place.end {
        if !row.contains(alphabet.space) { return .no }
      } else {
        result = .perhaps
      }
    }
    return result
  }

  @inline(__always)
  private func number(of unit: UInt16) -> Int? {
    guard Int(unit) < alphabet.numbers.count else { return nil }
    let number = alphabet.numbers[Int(unit)]
    return number == GlyphAlphabet.absent ? nil : Int(number)
  }

  @inline(__always)
  private func edge(_ character: Int, _ advance: Int32) -> UInt16 {
    advance > 0 ? UInt16(clamping: nominal[character] - advance) : 0
  }

  @inline(__always)
  private func single(_ character: Int) -> Int32 {
    let cached = singles[character]
    return cached != Self.unknown ? cached : learn(character)
  }

  /// The change of the first character's advance before the second, in font units; `nil` without
  /// proof.
  @inline(__always)
  private func share(_ first: Int, _ second: Int) -> Int32? {
    let cached = rows[first]?[second] ?? 0
    if cached > Self.refusedPair { return Int32(cached) - Self.bias }
    return cached == Self.refusedPair ? nil : learn(first, second)
  }

  @inline(never)
  private func learn(_ character: Int) -> Int32 {
    var advance = Self.refused
    if !proof.changesAlone(character), let shaped = shaper.advances([alphabet.units[character]]) {
      advance = shaped[0]
    }
    singles[character] = advance
    return advance
  }

  @inline(never)
  private func learn(_ first: Int, _ second: Int) -> Int32? {
    let row: UnsafeMutablePointer<UInt16>
    if let existing = rows[first] {
      row = existing
    } else {
      row = .allocate(capacity: alphabet.units.count)
      row.initialize(repeating: 0, count: alphabet.units.count)
      rows[first] = row
    }
    row[second] = Self.refusedPair
    let (own, following) = (single(first), single(second))
    guard own != Self.refused, following != Self.refused,
      let rules = proof.rules(first, second), !rules.contains(where: { $0.rows.count <= 2 }),
      let shaped = shaper.advances([alphabet.units[first], alphabet.units[second]]),
      shaped[1] == following
    else { return nil }
    let share = shaped[0] - own
    guard abs(share) <= Self.largest else { return nil }
    row[second] = UInt16(share + Self.bias)
    if !rules.isEmpty {
      conditions[PairProof.pair(first, second)] = rules
      var others = conditional[first] ?? CharacterRow(count: alphabet.units.count)
      others.insert(second)
      conditional[first] = others
    }
    return share
  }
}

/// The characters of a script that a `PairTable` can measure; each has a number from 0 and a glyph.
///
/// Each is one UTF-16 unit, and a whole grapheme. Marks, ignorable characters and the fraction
/// slash are excluded, because HarfBuzz has special rules for them.
struct GlyphAlphabet {
  /// The value of `numbers` for a unit outside the alphabet.
  static let absent: UInt16 = 0xFFFF

  /// UTF-16 unit of each character.
  let units: [UInt16]
  /// Glyph of each character, before any rules.
  let glyphs: [hb_codepoint_t]
  /// The number of the space.
  let space: Int
  /// The number of each UTF-16 unit's character, or `absent`; larger units are outside the
  /// alphabet.
  let numbers: ContiguousArray<UInt16>
  /// The numbers of the characters with a glyph.
  private let ofGlyph: [hb_codepoint_t: [Int]]

  /// Collects the characters of a script for which a font has a glyph.
  ///
  /// - Parameters:
  ///   - script: ICU's code of the script; for the common script, there are only signs.
  ///   - sharing: Maximum number of characters that may have the same glyph.
  /// - Returns: `nil` if the font has no space, if too many characters share a glyph, or for
  ///   scripts other than Latin, Greek, Cyrillic and common.
  init?(script: Int32, font: OpaquePointer, face: OpaquePointer, sharing: Int) {
    guard let letters = Self.letters(of: script) else { return nil }
    var units: [UInt16] = []
    var glyphs: [hb_codepoint_t] = []
    var ofGlyph: [hb_codepoint_t: [Int]] = [:]
    var numbers = ContiguousArray(repeating: Self.absent, count: Int(Self.end))
    for unit in Array(0x20...0x7E) + letters.joined() + Self.signs.joined() {
      guard let glyph = ShapingFont.glyph(of: UInt32(unit), in: font),
        Self.isPlain(hb_ot_layout_get_glyph_class(face, glyph))
      else { continue }
      numbers[Int(unit)] = UInt16(units.count)
      ofGlyph[glyph, default: []].append(units.count)
      units.append(unit)
      glyphs.append(glyph)
    }
    guard units.first == 0x20, ofGlyph.values.allSatisfy({ $0.count <= sharing })
    else { return nil }
    space = 0
    self.units = units
    self.glyphs = glyphs
    self.numbers = numbers
    self.ofGlyph = ofGlyph
  }

  /// The numbers of the characters with a glyph, usually one.
  func characters(of glyph: hb_codepoint_t) -> [Int] { ofGlyph[glyph] ?? [] }

  /// All glyphs of the alphabet, in no particular order.
  var allGlyphs: some Sequence<hb_codepoint_t> { ofGlyph.keys }

  /// Whether a glyph is neither a mark nor a ligature, which lookups may skip.
  private static func isPlain(_ glyphClass: hb_ot_layout_glyph_class_t) -> Bool {
    glyphClass == HB_OT_LAYOUT_GLYPH_CLASS_UNCLASSIFIED
      || glyphClass == HB_OT_LAYOUT_GLYPH_CLASS_BASE_GLYPH
  }

  private static let end: UInt16 = 0x2200

  private static let signs: [ClosedRange<UInt16>] = [
    0xA1...0xAC, 0xAE...0xBF, 0xD7...0xD7, 0xF7...0xF7, 0x2010...0x2016, 0x2018...0x2022,
    0x2026...0x2026, 0x2030...0x2033, 0x2039...0x203A, 0x20AC...0x20AC, 0x2116...0x2116,
    0x2122...0x2122,
  ]

  private static func letters(of script: Int32) -> [ClosedRange<UInt16>]? {
    switch Int(script) {
    case CICU_SCRIPT_COMMON: []
    case CICU_SCRIPT_LATIN: [0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF]
    case CICU_SCRIPT_GREEK: [0x386...0x38A, 0x38C...0x38C, 0x38E...0x3A1, 0x3A3...0x3E1]
    case CICU_SCRIPT_CYRILLIC: [0x400...0x482, 0x48A...0x52F]
    default: nil
    }
  }
}

/// A set of characters of a `GlyphAlphabet`, with one bit per character.
struct CharacterRow: Hashable {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ number: Int) { words[number >> 6] |= 1 << UInt64(number & 63) }

  func contains(_ number: Int) -> Bool { words[number >> 6] >> UInt64(number & 63) & 1 != 0 }

  mutating func formUnion(_ other: CharacterRow) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
