/// What the tables of a font leave to pairs of neighboring characters.
///
/// The proof looks at the first rule that could change a glyph of a word. All glyphs of the word are
/// nominal then, and the word stands alone or between spaces. So the rule must match two neighbors
/// of the word, or a character of it and a space, by their nominal glyphs. A word of which no
/// character and no pair of neighbors can be matched is therefore not changed at all, except by
/// kerning, which depends on pairs only.
struct PairProof {
  /// Characters that a rule may change by themselves, whatever is beside them.
  private(set) var changed: CharacterRow
  /// Pairs of neighbors with which a ligature begins, by the numbers of their characters.
  private(set) var ligatures: Set<UInt32> = []
  /// Pairs of neighbors that a contextual rule needs.
  private(set) var contexts: Set<Context> = []
  /// Whether a rule may change spaces, so that only words without neighbors are proved.
  private(set) var changesSpace = false

  /// Whether a rule other than kerning of neighbors may match a space.
  private(set) var matchesSpace = false

  /// Maximum number of glyphs of a rule's context before it, or of its inputs and what follows them.
  private(set) var longestRule = 1
  /// Whether a rule may match two consecutive spaces.
  private(set) var matchesSpaces = false
  /// Whether a contextual rule positions glyphs.
  private(set) var positionsInContext = false
  /// Whether rules delete glyphs, or have class definitions that HarfBuzz's closure misreads.
  private(set) var misleads = false

  private let space: Int

  /// The sets of characters of two neighbors that a rule needs.
  struct Context: Hashable {
    let left: CharacterRow
    let right: CharacterRow
  }

  /// Begins a proof without rules.
  init(_ alphabet: GlyphAlphabet) {
    changed = CharacterRow(count: alphabet.units.count)
    space = alphabet.space
  }

  static func pair(_ left: Int, _ right: Int) -> UInt32 { UInt32(left) << 16 | UInt32(right) }

  /// Whether a rule may change a character whatever is beside it.
  func changesAlone(_ character: Int) -> Bool { changed.contains(character) }

  /// Whether no rule but kerning matches two neighbors.
  func leaves(_ left: Int, _ right: Int) -> Bool {
    !changed.contains(left) && !changed.contains(right)
      && !ligatures.contains(Self.pair(left, right))
      && !contexts.contains { $0.left.contains(left) && $0.right.contains(right) }
  }

  /// Adds a rule that changes each of some characters by itself.
  mutating func add(changing characters: CharacterRow) {
    changed.formUnion(characters)
    if characters.contains(space) {
      changesSpace = true
      matchesSpace = true
    }
  }

  /// Adds a ligature by the characters of its first two glyphs and of the others.
  mutating func add(ligature first: [Int], _ second: [Int], others: [[Int]]) {
    for left in first {
      for right in second { ligatures.insert(Self.pair(left, right)) }
    }
    if ([first, second] + others).contains(where: { $0.contains(space) }) {
      changesSpace = true
      matchesSpace = true
    }
  }

  /// Notes that a rule has the space among the glyphs that it matches.
  mutating func noteSpace() { matchesSpace = true }

  /// Notes the length of a rule on one side.
  mutating func note(length: Int) { longestRule = max(longestRule, length) }

  /// Notes that a rule may match two consecutive spaces.
  mutating func noteSpaces() { matchesSpaces = true }

  /// Notes that a contextual rule positions glyphs.
  mutating func notePositioning() { positionsInContext = true }

  /// Notes that HarfBuzz's closure of glyphs may miss some.
  mutating func noteMisleading() { misleads = true }

  /// Adds a rule that changes glyphs in a context.
  ///
  /// - Parameters:
  ///   - before: The glyph before the changed ones; `nil` if the rule needs none.
  ///   - inputs: The glyphs that the rule may change; not empty.
  ///   - after: The glyph after the changed ones; `nil` if the rule needs none.
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
