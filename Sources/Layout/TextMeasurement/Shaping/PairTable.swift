internal import CHarfBuzz
internal import CICU

/// Measures words by table: by the advance of each character, and the kerning of each pair.
///
/// The numbers come from HarfBuzz, which shapes each character and each pair once. A word is
/// measured only if the rules of the font prove that nothing else changes its advances; see
/// `PairProof`. HarfBuzz shapes all other words.
final class PairTable {
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
  /// - Returns: Whether the word was measured; if not, the contents of `advances` and `edges` are
  ///   undefined.
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

/// The rules of a font that can change the advances of neighboring characters.
///
/// Before any rule applies to a word, all its glyphs are those of its characters. So the first rule
/// to apply must match a character of the word, or two neighbors of which one may be a space. If no
/// rule matches any of these, except kerning of pairs, only kerning changes the word.
struct PairProof {
  /// Characters that a rule may change, whatever their neighbors.
  private(set) var changed: CharacterRow
  /// Pairs of neighbors with which a ligature begins, encoded by `pair`.
  private(set) var ligatures: Set<UInt32> = []
  /// Pairs of neighbors without which a contextual rule does not apply.
  private(set) var contexts: Set<Context> = []
  /// Whether a rule may change spaces; then words beside a space have no proof.
  private(set) var changesSpace = false

  /// Whether a rule may match a space, except kerning of neighbors.
  private(set) var matchesSpace = false

  /// Maximum number of glyphs on one side of a rule.
  ///
  /// One side is the context before the inputs; the other side is the inputs and the context after
  /// them.
  private(set) var longestRule = 1
  /// Whether a rule may match two consecutive spaces.
  private(set) var matchesSpaces = false
  /// Whether contextual rules position glyphs.
  private(set) var positionsInContext = false
  /// Whether HarfBuzz may miss glyphs that the rules can produce.
  ///
  /// The reason is rules that delete glyphs, or class definitions that HarfBuzz reads differently.
  private(set) var misleads = false

  private let space: Int

  /// Two neighbors without which a rule does not apply, each as the set of its possible characters.
  struct Context: Hashable {
    let left: CharacterRow
    let right: CharacterRow
  }

  /// Creates a proof for a font without rules.
  init(_ alphabet: GlyphAlphabet) {
    changed = CharacterRow(count: alphabet.units.count)
    space = alphabet.space
  }

  static func pair(_ left: Int, _ right: Int) -> UInt32 { UInt32(left) << 16 | UInt32(right) }

  /// Whether a rule may change a character, whatever its neighbors.
  func changesAlone(_ character: Int) -> Bool { changed.contains(character) }

  /// Whether no rule may match two neighbors, except kerning.
  func leaves(_ left: Int, _ right: Int) -> Bool {
    !changed.contains(left) && !changed.contains(right)
      && !ligatures.contains(Self.pair(left, right))
      && !contexts.contains { $0.left.contains(left) && $0.right.contains(right) }
  }

  /// Adds a rule that may change certain characters, whatever their neighbors.
  mutating func add(changing characters: CharacterRow) {
    changed.formUnion(characters)
    if characters.contains(space) {
      changesSpace = true
      matchesSpace = true
    }
  }

  /// Adds a ligature, as the characters of its first, its second and each other glyph.
  mutating func add(ligature first: [Int], _ second: [Int], others: [[Int]]) {
    for left in first {
      for right in second { ligatures.insert(Self.pair(left, right)) }
    }
    if ([first, second] + others).contains(where: { $0.contains(space) }) {
      changesSpace = true
      matchesSpace = true
    }
  }

  /// Records that a rule, apart from kerning, may match a space.
  mutating func recordSpace() { matchesSpace = true }

  /// Records the number of glyphs on one side of a rule.
  mutating func include(length: Int) { longestRule = max(longestRule, length) }

  /// Records that a rule may match two consecutive spaces.
  mutating func recordSpaces() { matchesSpaces = true }

  /// Records that a contextual rule positions glyphs.
  mutating func recordPositioning() { positionsInContext = true }

  /// Records that HarfBuzz may miss glyphs that the rules can produce.
  mutating func recordMisleading() { misleads = true }

  /// Adds a rule that changes glyphs in a context.
  ///
  /// - Parameters:
  ///   - before: Possible characters of the glyph before the inputs; `nil` for any.
  ///   - inputs: Possible characters of each glyph that the rule may change; not empty.
  ///   - after: Possible characters of the glyph after the inputs; `nil` for any.
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
    var smallest: (context: Context, size: Int)?
    for index in 1..<row.count {
      let size = row[index - 1].count * row[index].count
      if size < smallest?.size ?? .max {
        smallest = (Context(left: row[index - 1], right: row[index]), size)
      }
    }
    if let smallest { contexts.insert(smallest.context) }
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
