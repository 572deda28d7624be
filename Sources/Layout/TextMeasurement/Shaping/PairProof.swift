/// The rules of a font that can change the advances of neighboring characters.
///
/// Before any rule applies to a text, all its glyphs are those of its characters. So the first rule
/// to apply must match characters of the text. If no rule matches any of them, except kerning of
/// pairs, only kerning changes the text.
struct PairProof {
  /// A rule that changes glyphs in a context.
  struct Rule: Hashable {
    /// The possible characters of each glyph that the rule matches, in the order of the text.
    let rows: [CharacterRow]
    /// Index in `rows` of the first of two neighbors without which the rule does not apply.
    ///
    /// Both, or one of them and a space, are in the word that the rule may change.
    let pair: Int
    /// Indices in `rows` of the glyphs that the rule may change.
    let inputs: Range<Int>
  }

  /// Two neighbors without which some rules do not apply, each as the set of its possible
  /// characters.
  struct Neighbors: Hashable {
    let left: CharacterRow
    let right: CharacterRow
  }

  /// Maximum number of rules that are kept for two neighbors.
  ///
  /// Beyond it, the neighbors count as changed whatever the text around them.
  static let maximumRules = 256

  /// Characters that a rule may change, whatever their neighbors.
  private(set) var changed: CharacterRow
  /// Pairs of neighbors with which a ligature begins, encoded by `pair`.
  private(set) var ligatures: Set<UInt32> = []
  /// The rules for several glyphs, by two neighbors without which they do not apply; `nil` for too
  /// many rules.
  private(set) var contexts: [Neighbors: Set<Rule>?] = [:]
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
  /// Characters that a contextual rule may change.
  private(set) var inputs: CharacterRow
  /// Whether HarfBuzz may miss glyphs that the rules can produce.
  ///
  /// The reason is rules that delete glyphs, or class definitions that HarfBuzz reads differently.
  private(set) var misleads = false

  private let space: Int
  /// The different sets of characters in rules.
  private var rows: Set<CharacterRow> = []
  /// Characters that rules name one by one, and those of ligatures.
  private var named: CharacterRow

  /// Creates a proof for a font without rules.
  init(_ alphabet: GlyphAlphabet) {
    changed = CharacterRow(count: alphabet.units.count)
    named = changed
    inputs = changed
    space = alphabet.space
  }

  static func pair(_ left: Int, _ right: Int) -> UInt32 { UInt32(left) << 16 | UInt32(right) }

  /// Whether a rule may change a character, whatever its neighbors.
  func changesAlone(_ character: Int) -> Bool { changed.contains(character) }

  /// The rules that may match two neighbors, except kerning; `nil` if one may change them whatever
  /// the text around them.
  func rules(_ left: Int, _ right: Int) -> [Rule]? {
    guard !changed.contains(left), !changed.contains(right),
      !ligatures.contains(Self.pair(left, right))
    else { return nil }
    var found: [Rule] = []
    for (neighbors, rules) in contexts
    where neighbors.left.contains(left) && neighbors.right.contains(right) {
      guard let rules else { return nil }
      found += rules
    }
    return found
  }

  /// For each character, the first of those that all contextual rules treat alike.
  ///
  /// Only a character that no rule can change without a context has others like it.
  func representatives(count: Int) -> [Int] {
    var classes = [Int](repeating: 0, count: count)
    var number = 0
    for character in 0..<count
    where character == space || named.contains(character) || changed.contains(character) {
      number += 1
      classes[character] = number
    }
    for row in rows {
      var renamed: [Int: Int] = [:]
      for character in 0..<count where row.contains(character) {
        let old = classes[character]
        if renamed[old] == nil {
          number += 1
          renamed[old] = number
        }
        classes[character] = renamed[old] ?? old
      }
    }
    var firsts: [Int: Int] = [:]
    return (0..<count).map { character in
      if let first = firsts[classes[character]] { return first }
      firsts[classes[character]] = character
      return character
    }
  }

  /// Records a set of characters that rules distinguish from all others.
  mutating func distinguish(_ row: CharacterRow) { rows.insert(row) }

  /// Records a character that rules distinguish from all others.
  mutating func distinguish(_ character: Int) { named.insert(character) }

  /// Adds a rule that may change certain characters, whatever their neighbors.
  mutating func add(changing characters: CharacterRow) {
    changed.formUnion(characters)
    if characters.contains(space) {
      changesSpace = true
      matchesSpace = true
    }
  }

  /// Adds a ligature, as the characters of its first, its second and each other glyph.
  ///
  /// - Parameter isPossible: Whether each glyph is that of a character, or one that rules produce. A
  ///   mark, for example, is not beside these characters.
  mutating func add(ligature first: [Int], _ second: [Int], others: [[Int]], isPossible: Bool) {
    for left in first {
      for right in second { ligatures.insert(Self.pair(left, right)) }
    }
    if isPossible {
      for character in ([first, second] + others).joined() { named.insert(character) }
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

  /// Records that a contextual rule positions glyphs.
  mutating func recordPositioning() { positionsInContext = true }

  /// Adds characters that the nested lookups of contextual rules may change.
  mutating func add(nestedInputs characters: CharacterRow) { inputs.formUnion(characters) }

  /// Records that HarfBuzz may miss glyphs that the rules can produce.
  mutating func recordMisleading() { misleads = true }

  /// Adds a rule that changes glyphs in a context.
  ///
  /// - Parameters:
  ///   - before: Possible characters of each glyph before the inputs, in the order of the text.
  ///   - inputs: Possible characters of each glyph that the rule may change; not empty.
  ///   - after: Possible characters of each glyph after the inputs.
  mutating func add(before: [CharacterRow], inputs: [CharacterRow], after: [CharacterRow]) {
    if inputs.contains(where: { $0.contains(space) }) { changesSpace = true }
    for input in inputs { self.inputs.formUnion(input) }
    let rows = before + inputs + after
    let spaces = rows.map { $0.contains(space) }
    for index in rows.indices where spaces[index] {
      matchesSpace = true
      if index > 0, spaces[index - 1] { matchesSpaces = true }
    }
    guard rows.count > 1 else { return add(changing: rows[0]) }
    for input in before.count..<before.count + inputs.count {
      // What the rule matches from one space to the next belongs to the word of the input.
      var (first, last) = (input, input)
      while first > 0, first == input || !spaces[first] { first -= 1 }
      while last < rows.count - 1, last == input || !spaces[last] { last += 1 }
      guard !rows[first...last].contains(where: \.isEmpty) else { continue }
      var smallest = (index: first, size: Int.max)
      for index in first..<last {
        let size = rows[index].count * rows[index + 1].count
        if size < smallest.size { smallest = (index, size) }
      }
      insert(
        Rule(
          rows: rows, pair: smallest.index,
          inputs: before.count..<before.count + inputs.count))
    }
  }

  private mutating func insert(_ rule: Rule) {
    let neighbors = Neighbors(left: rule.rows[rule.pair], right: rule.rows[rule.pair + 1])
    guard var rules = contexts[neighbors, default: []] else { return }
    contexts[neighbors] = .some(nil)
    rules.insert(rule)
    if rules.count <= Self.maximumRules { contexts[neighbors] = .some(rules) }
  }
}
