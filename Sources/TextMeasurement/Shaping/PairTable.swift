internal import CHarfBuzz

/// Advances of words by table: of each character, and what each pair of neighbors adds to them.
///
/// The tables of the font prove that nothing else changes the advances of these characters; see
/// `PairProof`. The numbers themselves are HarfBuzz's: a character and a pair are shaped once. Words
/// for which there is no proof are left to HarfBuzz.
final class PairTable {
  private let alphabet: GlyphAlphabet
  private let proof: PairProof
  private let shaper: PlanShaper
  /// Advances of single characters, in font units; `unknown` or `refused`.
  private var singles: ContiguousArray<Int32>
  /// For each first character, what the second one of a pair adds to its advance, in font units,
  /// plus `bias`; 0 for an unknown pair, `refusedPair` for one without proof.
  private var rows: ContiguousArray<UnsafeMutablePointer<UInt16>?>
  /// Advances of the nominal glyphs, in font units, without any positioning.
  private var nominal: ContiguousArray<Int32>

  /// Whether a space between words has its nominal advance.
  private lazy var keepsSpace =
    !proof.changesSpace && single(alphabet.space) == nominal[alphabet.space]

  private static let unknown = Int32.min
  private static let refused = Int32.min + 1
  private static let bias: Int32 = 0x8000
  private static let refusedPair: UInt16 = 1
  /// Maximum size of a pair's share, in font units.
  private static let largest: Int32 = 0x7FF0

  /// Reads the proof of a font for the lookups of a plan.
  ///
  /// - Parameters:
  ///   - code: ICU's code of the script.
  ///   - shaper: Shapes by the same plan.
  /// - Returns: `nil` where the tables of the font prove nothing.
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

  /// Whether no rule but kerning of neighbors has a space among the glyphs that it matches.
  ///
  /// Then the text on one side of a space does not change the text on the other.
  var isDividedBySpaces: Bool { !proof.matchesSpace }

  /// Maximum number of glyphs that a rule looks at on one side; see `PairProof`.
  var longestRule: Int { proof.longestRule }

  /// Whether a rule may match two consecutive spaces.
  var matchesSpaces: Bool { proof.matchesSpaces }

  /// Whether contexts position glyphs; a rule may then move what follows it.
  var positionsInContext: Bool { proof.positionsInContext }

  /// Whether HarfBuzz's closure of glyphs under the lookups can be relied on.
  var isWhole: Bool { !proof.misleads }

  /// Writes the advances of a word that stands alone or between spaces.
  ///
  /// - Parameters:
  ///   - text: The word's UTF-16 units.
  ///   - count: Their number.
  ///   - afterSpace: Whether a space precedes the word.
  ///   - beforeSpace: Whether a space follows it.
  ///   - advances: For each unit its advance, in font units.
  ///   - edges: For each unit what the pair with the next one takes from its advance, in font
  ///     units.
  /// - Returns: Whether the table has an answer; otherwise what was written means nothing.
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

  /// What the second character of a pair adds to the advance of the first one; `nil` without proof.
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
