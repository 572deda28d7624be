internal import CHarfBuzz
internal import CICU

/// Measures words by table: the advance of each character, and the adjustment for each pair.
///
/// A word is measured only if the tables of the font prove that nothing else changes its advances;
/// see `PairProof`. The numbers come from HarfBuzz, which shapes each character and pair once.
/// HarfBuzz shapes all words without a proof.
final class PairTable {
  private let alphabet: GlyphAlphabet
  private let proof: PairProof
  private let shaper: PlanShaper
  /// Advances of single characters, in font units; `unknown` and `refused` are special values.
  private var singles: ContiguousArray<Int32>
  /// Per first character of a pair, the adjustments of its advance by the second, in font units.
  ///
  /// The stored number is the adjustment plus `bias`. 0 is a pair not yet queried; `refusedPair` is
  /// a pair without proof.
  private var rows: ContiguousArray<UnsafeMutablePointer<UInt16>?>
  /// Advances of the nominal glyphs, in font units, without positioning rules.
  private var nominal: ContiguousArray<Int32>

  /// Whether a space between words always has its nominal advance.
  private lazy var keepsSpace =
    !proof.changesSpace && single(alphabet.space) == nominal[alphabet.space]

  private static let unknown = Int32.min
  private static let refused = Int32.min + 1
  private static let bias: Int32 = 0x8000
  private static let refusedPair: UInt16 = 1
  /// Maximum absolute value of an adjustment, in font units.
  private static let largest: Int32 = 0x7FF0

  /// Reads the proof of a font for the lookups of a shape plan.
  ///
  /// - Parameters:
  ///   - code: ICU's code of the script.
  ///   - shaper: Shapes text with the same plan.
  /// - Returns: `nil` if the tables of the font prove nothing.
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
    nominal = ContiguousArray(
      alphabet.glyphs.map {
        let advance = hb_font_get_glyph_h_advance(font, $0)
        return Int(advance).magnitude <= PlanShaper.largestAdvance ? advance : 0
      })
  }

  deinit {
    for row in rows { row?.deallocate() }
  }

  /// Whether kerning of neighbors is the only kind of rule that may match a space.
  ///
  /// Then the text before a space does not affect the text after it, and vice versa.
  var isDividedBySpaces: Bool { !proof.matchesSpace }

  /// Maximum number of glyphs that a rule examines on one side; see `PairProof`.
  var longestRule: Int { proof.longestRule }

  /// Whether a rule may match two consecutive spaces.
  var matchesSpaces: Bool { proof.matchesSpaces }

  /// Whether contextual rules position glyphs; such a rule may move glyphs that follow it.
  var positionsInContext: Bool { proof.positionsInContext }

  /// Whether HarfBuzz's closure of glyphs under the lookups is reliable.
  var isWhole: Bool { !proof.misleads }

  /// Writes the advances of a word that is the whole text or has a space on one or both sides.
  ///
  /// - Parameters:
  ///   - text: The word's UTF-16 units.
  ///   - count: Number of units.
  ///   - afterSpace: Whether a space precedes the word.
  ///   - beforeSpace: Whether a space follows the word.
  ///   - advances: Receives the advance of each unit, in font units.
  ///   - edges: Receives, for each unit, by how much the pair with the next unit reduces its
  ///     advance, in font units.
  /// - Returns: Whether the table could measure the word; if not, the written values are undefined.
  func measure(
    _ text: UnsafePointer<UInt16>, count: Int, afterSpace: Bool, beforeSpace: Bool,
    advances: UnsafeMutablePointer<Int32>, edges: UnsafeMutablePointer<UInt16>
  ) -> Bool {
    guard count > 0, var current = number(of: text[0]) else { return false }
    if afterSpace || beforeSpace, !keepsSpace { return false }
    if afterSpace, share(alphabet.space, current) != 0 { return false }
    for index in 0..<count {
      let single = single(current)
      guard single != Self.refused else { return false }
      var advance = single
      if index + 1 < count {
        guard let next = number(of: text[index + 1]), let share = share(current, next) else {
          return false
        }
        advance += share
        edges[index] = edge(current, advance)
        advances[index] = advance
        current = next
      } else {
        if beforeSpace, share(current, alphabet.space) != 0 { return false }
        edges[index] = edge(current, advance)
        advances[index] = advance
      }
    }
    return true
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
    let known = singles[character]
    return known != Self.unknown ? known : learn(character)
  }

  /// The adjustment of the first character's advance by the second character; `nil` without proof.
  @inline(__always)
  private func share(_ first: Int, _ second: Int) -> Int32? {
    let known = rows[first]?[second] ?? 0
    if known > Self.refusedPair { return Int32(known) - Self.bias }
    return known == Self.refusedPair ? nil : learn(first, second)
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
    if let known = rows[first] {
      row = known
    } else {
      row = .allocate(capacity: alphabet.units.count)
      row.initialize(repeating: 0, count: alphabet.units.count)
      rows[first] = row
    }
    row[second] = Self.refusedPair
    let (own, following) = (single(first), single(second))
    guard own != Self.refused, following != Self.refused, proof.leaves(first, second),
      let shaped = shaper.advances([alphabet.units[first], alphabet.units[second]]),
      shaped[1] == following
    else { return nil }
    let share = shaped[0] - own
    guard abs(share) <= Self.largest else { return nil }
    row[second] = UInt16(share + Self.bias)
    return share
  }
}

/// The rules in a font's tables that can change the advances of neighboring characters.
///
/// Before the first rule applies to a word, all its glyphs are nominal. So the first rule must
/// match the nominal glyphs of a character of the word, or of two neighbors, one of which may be a
/// space. If no rule except kerning matches a character or two neighbors, only kerning changes the
/// word, and kerning depends only on pairs.
struct PairProof {
  /// Characters that a rule may change regardless of their neighbors.
  private(set) var changed: CharacterRow
  /// Pairs of neighbors at the beginning of a ligature, encoded by `pair`.
  private(set) var ligatures: Set<UInt32> = []
  /// Pairs of neighbors that must be present for a contextual rule to apply.
  private(set) var contexts: Set<Context> = []
  /// Whether a rule may change spaces; then only a word that is the whole text has a proof.
  private(set) var changesSpace = false

  /// Whether a rule other than kerning of neighbors may match a space.
  private(set) var matchesSpace = false

  /// Maximum number of glyphs on one side of a rule.
  ///
  /// One side is the context before the inputs; the other is the inputs and the context after them.
  private(set) var longestRule = 1
  /// Whether a rule may match two consecutive spaces.
  private(set) var matchesSpaces = false
  /// Whether a contextual rule positions glyphs.
  private(set) var positionsInContext = false
  /// Whether rules delete glyphs, or have class definitions that HarfBuzz's closure misreads.
  private(set) var misleads = false

  private let space: Int

  /// Two neighbors that a rule needs, as the sets of their possible characters.
  struct Context: Hashable {
    let left: CharacterRow
    let right: CharacterRow
  }

  /// Creates a proof without any rules.
  init(_ alphabet: GlyphAlphabet) {
    changed = CharacterRow(count: alphabet.units.count)
    space = alphabet.space
  }

  static func pair(_ left: Int, _ right: Int) -> UInt32 { UInt32(left) << 16 | UInt32(right) }

  /// Whether a rule may change a character regardless of its neighbors.
  func changesAlone(_ character: Int) -> Bool { changed.contains(character) }

  /// Whether kerning is the only rule that may match two neighbors.
  func leaves(_ left: Int, _ right: Int) -> Bool {
    !changed.contains(left) && !changed.contains(right)
      && !ligatures.contains(Self.pair(left, right))
      && !contexts.contains { $0.left.contains(left) && $0.right.contains(right) }
  }

  /// Adds a rule that changes single characters, regardless of their neighbors.
  mutating func add(changing characters: CharacterRow) {
    changed.formUnion(characters)
    if characters.contains(space) {
      changesSpace = true
      matchesSpace = true
    }
  }

  /// Adds a ligature, given the characters of its first, second and other glyphs.
  mutating func add(ligature first: [Int], _ second: [Int], others: [[Int]]) {
    for left in first {
      for right in second { ligatures.insert(Self.pair(left, right)) }
    }
    if ([first, second] + others).contains(where: { $0.contains(space) }) {
      changesSpace = true
      matchesSpace = true
    }
  }

  /// Records that a rule other than kerning may match a space.
  mutating func noteSpace() { matchesSpace = true }

  /// Records the number of glyphs on one side of a rule.
  mutating func note(length: Int) { longestRule = max(longestRule, length) }

  /// Records that a rule may match two consecutive spaces.
  mutating func noteSpaces() { matchesSpaces = true }

  /// Records that a contextual rule positions glyphs.
  mutating func notePositioning() { positionsInContext = true }

  /// Records that HarfBuzz's closure of glyphs may be incomplete.
  mutating func noteMisleading() { misleads = true }

  /// Adds a rule that changes glyphs in a context.
  ///
  /// - Parameters:
  ///   - before: Characters of the glyph before the inputs; `nil` if the rule needs none.
  ///   - inputs: Characters of each glyph that the rule may change; not empty.
  ///   - after: Characters of the glyph after the inputs; `nil` if the rule needs none.
  mutating func add(before: CharacterRow?, inputs: [CharacterRow], after: CharacterRow?) {
    if inputs.contains(where: { $0.contains(space) }) {
      changesSpace = true
      matchesSpace = true
    }
    let row = [before].compactMap(\.self) + inputs + [after].compactMap(\.self)
    for index in 1..<max(row.count, 1)
    where row[index - 1].contains(space) && row[index].contains(space) {
      matchesSpaces = true
    }
    guard !row.contains(where: \.isEmpty) else { return }
    guard row.count > 1 else { return add(changing: row[0]) }
    var least: (context: Context, size: Int)?
    for index in 1..<row.count {
      let size = row[index - 1].count * row[index].count
      if size < least?.size ?? .max {
        least = (Context(left: row[index - 1], right: row[index]), size)
      }
    }
    if let least { contexts.insert(least.context) }
  }
}

/// The characters of a script that a `PairTable` can measure, with numbers and glyphs.
///
/// Each UTF-16 unit is a whole character and a whole grapheme. Marks, ignorable characters and the
/// fraction slash are excluded, because HarfBuzz has special rules for them.
struct GlyphAlphabet {
  /// The number that stands for a unit outside the alphabet.
  static let absent: UInt16 = 0xFFFF

  /// UTF-16 unit of each character, by the character's number.
  let units: [UInt16]
  /// Nominal glyph of each character, by the character's number.
  let glyphs: [hb_codepoint_t]
  /// Number of the space.
  let space: Int
  /// Number of each UTF-16 unit, or `absent`; the array does not cover all units.
  let numbers: ContiguousArray<UInt16>
  /// Numbers of the characters with a glyph, by the glyph.
  private let ofGlyph: [hb_codepoint_t: [Int]]

  /// Collects the characters of a script for which a font has a glyph.
  ///
  /// - Parameters:
  ///   - script: ICU's code of the script; for the common script, only signs are collected.
  ///   - sharing: Maximum number of characters that may share a glyph.
  /// - Returns: `nil` if the font has no space, or the script is not Latin, Greek, Cyrillic or
  ///   common.
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

  /// Numbers of the characters with this glyph; usually one.
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
