internal import CHarfBuzz

/// Adds to a `PairProof` the GSUB and GPOS rules that apply to text of an alphabet.
///
/// Reading is abandoned, as if there were no proof, when a limit is exceeded.
///
/// Source: OpenType 1.9, GSUB, GPOS and the common table formats.
struct SequenceRules {
  private let face: OpaquePointer
  private let table: SFNTTable
  private let alphabet: GlyphAlphabet
  private let isPositioning: Bool
  /// HarfBuzz's set of the glyphs that substitutions produce.
  private let produced: OpaquePointer
  private var proof: PairProof
  private let limits: ProofLimits
  private var left: Int
  /// The nested lookups: those that contextual rules apply.
  private var nested: Set<Int> = []
  /// Sets of characters, by the byte offset of their coverage table.
  private var coverages: [Int: CharacterRow] = [:]
  /// Sets of characters by class, by the byte offset of the class definition.
  private var classes: [Int: [Int: CharacterRow]] = [:]

  /// Adds the rules in certain lookups of a table to a proof.
  ///
  /// - Parameter lookups: HarfBuzz's set of the lookups that a plan applies.
  /// - Returns: The proof; `nil` if reading was abandoned.
  static func add(
    _ lookups: OpaquePointer, of tag: String, face: OpaquePointer, alphabet: GlyphAlphabet,
    to proof: PairProof, limits: ProofLimits
  ) -> PairProof? {
    let produced: OpaquePointer = hb_set_create()
    defer { hb_set_destroy(produced) }
    var rules = SequenceRules(
      face: face, table: SFNTTable(face: face, tag: tag), alphabet: alphabet,
      isPositioning: tag == "GPOS", produced: produced, proof: proof, limits: limits)
    var index = hb_codepoint_t.max
    while !rules.isPositioning, hb_set_next(lookups, &index) != 0 {
      rules.left -= collectionCost
      if rules.left <= 0 { return nil }
      hb_ot_layout_lookup_collect_glyphs(face, chb_tag_gsub, index, nil, nil, nil, produced)
    }
    index = .max
    while hb_set_next(lookups, &index) != 0 {
      rules.readLookup(rules.table.offset(ofLookup: Int(index)))
      if rules.left <= 0 { return nil }
    }
    return rules.proof
  }

  private init(
    face: OpaquePointer, table: SFNTTable, alphabet: GlyphAlphabet, isPositioning: Bool,
    produced: OpaquePointer, proof: PairProof, limits: ProofLimits
  ) {
    self.limits = limits
    left = limits.numbersRead
    self.face = face
    self.produced = produced
    self.table = table
    self.alphabet = alphabet
    self.isPositioning = isPositioning
    self.proof = proof
  }

  /// What HarfBuzz's collection of a lookup's glyphs counts for, in numbers that are read.
  private static let collectionCost = 2_000

  private mutating func number(_ offset: Int) -> Int {
    left -= 1
    return left > 0 ? Int(table.unsigned(offset)) : 0
  }

  /// The byte offset of a subtable, which is stored at `offset` in the table that begins at `base`.
  private mutating func offset(at offset: Int, from base: Int) -> Int {
    base + number(base + offset)
  }

  private mutating func readLookup(_ lookup: Int) {
    let type = number(lookup)
    // With this flag, other glyphs may be between the glyphs that a rule matches.
    let skipsBases = number(lookup + 2) & 2 != 0
    for index in 0..<number(lookup + 4) {
      var type = type
      var subtable = offset(at: 6 + index * 2, from: lookup)
      if type == (isPositioning ? 9 : 7) {
        type = number(subtable + 2)
        subtable += number(subtable + 4) << 16 | number(subtable + 6)
      }
      if skipsBases {
        readSkipping(subtable)
      } else if isPositioning {
        readPositioning(type, subtable)
      } else {
        readSubstitution(type, subtable)
      }
      if left <= 0 { return }
    }
  }

  /// Adds a contextual rule; abandons reading if there are too many contexts.
  private mutating func add(
    before: [CharacterRow] = [], inputs: [CharacterRow], after: [CharacterRow] = []
  ) {
    proof.add(before: before, inputs: inputs, after: after)
    if proof.contexts.count > limits.contexts { left = 0 }
  }

  /// Adds a rule that may change any character, whatever its neighbors.
  ///
  /// The lookup skips base glyphs, so any text may be between the glyphs that it matches.
  private mutating func readSkipping(_ subtable: Int) {
    var all = empty
    for number in alphabet.units.indices { all.insert(number) }
    // The alphabet includes the space.
    proof.add(changing: all)
  }

  private mutating func readSubstitution(_ type: Int, _ subtable: Int) {
    switch type {
    case 1, 3: proof.add(changing: coverage(offset(at: 2, from: subtable)))
    case 2:
      proof.add(changing: coverage(offset(at: 2, from: subtable)))
      for index in 0..<number(subtable + 4) where left > 0 && !proof.misleads {
        if number(offset(at: 6 + index * 2, from: subtable)) == 0 { proof.recordMisleading() }
      }
    case 4: readLigatures(subtable)
    case 5: readContext(subtable)
    case 6: readChain(subtable)
    case 8: readReverseChain(subtable)
    default: break
    }
  }

  private mutating func readPositioning(_ type: Int, _ subtable: Int) {
    switch type {
    case 2:
      // If the second glyph has a value, HarfBuzz continues after it, so that a pair affects the
      // next pair.
      if number(subtable + 6) != 0 {
        proof.add(changing: coverage(offset(at: 2, from: subtable)))
        proof.recordSpace()
      }
    case 3: proof.add(changing: coverage(offset(at: 2, from: subtable)))
    case 7, 8:
      proof.recordPositioning()
      if type == 7 { readContext(subtable) } else { readChain(subtable) }
    // Shaping the single character includes a single adjustment. The alphabet has no marks.
    default: break
    }
  }

  private mutating func readLigatures(_ subtable: Int) {
    let firsts = glyphs(offset(at: 2, from: subtable))
    for (index, first) in firsts {
      let set = offset(at: 6 + index * 2, from: subtable)
      for number in 0..<number(set) {
        let ligature = offset(at: 2 + number * 2, from: set)
        let count = self.number(ligature + 2)
        let characters = alphabet.characters(of: first)
        proof.include(length: count)
        if count > limits.inputs { left = 0 }
        if left <= 0 { return }
        guard count > 1 else {
          var row = empty
          characters.forEach { row.insert($0) }
          proof.add(changing: row)
          continue
        }
        var components: [[Int]] = []
        var isPossible = true
        for component in 0..<count - 1 {
          let glyph = hb_codepoint_t(self.number(ligature + 4 + component * 2))
          components.append(alphabet.characters(of: glyph))
          if alphabet.characters(of: glyph).isEmpty, hb_set_has(produced, glyph) == 0 {
            isPossible = false
          }
          if left <= 0 { return }
        }
        proof.add(
          ligature: characters, components[0], others: Array(components.dropFirst()),
          isPossible: isPossible)
      }
    }
  }

  private var empty: CharacterRow { CharacterRow(count: alphabet.units.count) }

  /// The characters of a glyph that a rule names.
  private mutating func named(_ glyph: Int) -> CharacterRow {
    for character in alphabet.characters(of: hb_codepoint_t(glyph)) {
      proof.distinguish(character)
    }
    return row(of: glyph)
  }

  private func row(of glyph: Int) -> CharacterRow {
    var row = empty
    for number in alphabet.characters(of: hb_codepoint_t(glyph)) { row.insert(number) }
    return row
  }
}

// Reading of contextual rules.
extension SequenceRules {
  /// How a rule refers to the glyphs that it matches.
  private enum Notation {
    /// By the numbers of glyphs.
    case glyphs
    /// By classes; the associated value is the byte offset of the class definition.
    case classes(Int)
    /// By offsets of coverage tables, which count from the associated value, the offset of the
    /// subtable.
    case coverages(Int)
  }

  private mutating func row(_ value: Int, _ notation: Notation) -> CharacterRow {
    switch notation {
    case .glyphs: named(value)
    case .classes(let definition): characters(ofClass: value, definition)
    case .coverages(let base): coverage(base + value)
    }
  }

  private mutating func rows(
    at offset: Int, count: Int, _ notation: Notation
  ) -> [CharacterRow] {
    var result: [CharacterRow] = []
    proof.include(length: count + 1)
    if count > limits.inputs { left = 0 }
    for index in 0..<count where left > 0 {
      result.append(row(number(offset + index * 2), notation))
    }
    return result
  }

  /// The byte offsets of the rule sets of a subtable, each with the first glyph of its rules.
  private mutating func sets(
    _ subtable: Int, counted: Int, definition: Int?
  ) -> [(first: CharacterRow, set: Int)] {
    var result: [(first: CharacterRow, set: Int)] = []
    let covered = offset(at: 2, from: subtable)
    guard let definition else {
      for (index, glyph) in glyphs(covered) {
        let set = number(subtable + counted + 2 + index * 2)
        if set != 0 { result.append((named(Int(glyph)), subtable + set)) }
      }
      return result
    }
    // The coverage may exclude glyphs of a class; to include them in a rule is safe.
    _ = coverage(covered)
    for index in 0..<number(subtable + counted) where left > 0 {
      let set = number(subtable + counted + 2 + index * 2)
      if set != 0 { result.append((characters(ofClass: index, definition), subtable + set)) }
    }
    return result
  }

  private mutating func readContext(_ subtable: Int) {
    let format = number(subtable)
    if format == 3 {
      let inputs = rows(
        at: subtable + 6, count: number(subtable + 2), .coverages(subtable))
      let changes = number(subtable + 4)
      if changes > 0, !inputs.isEmpty {
        recordNested(at: subtable + 6 + inputs.count * 2, count: changes)
        add(inputs: inputs)
      }
      return
    }
    let definition = format == 2 ? classDefinition(at: 4, from: subtable) : nil
    let notation = definition.map(Notation.classes) ?? .glyphs
    for (first, set) in sets(subtable, counted: format == 2 ? 6 : 4, definition: definition) {
      for index in 0..<number(set) where left > 0 {
        let rule = offset(at: 2 + index * 2, from: set)
        let count = number(rule)
        let changes = number(rule + 2)
        guard count > 0 else { continue }
        // A rule without changes prevents later rules, so that it distinguishes characters too.
        let others = rows(at: rule + 4, count: count - 1, notation)
        guard changes > 0 else { continue }
        recordNested(at: rule + 4 + (count - 1) * 2, count: changes)
        add(inputs: [first] + others)
      }
    }
  }

  private mutating func readChain(_ subtable: Int) {
    let format = number(subtable)
    if format == 3 {
      let notation = Notation.coverages(subtable)
      return readChainRule(subtable + 2, first: nil, (notation, notation, notation))
    }
    var notations = (Notation.glyphs, Notation.glyphs, Notation.glyphs)
    var definition: Int?
    if format == 2 {
      let inputs = classDefinition(at: 6, from: subtable)
      definition = inputs
      notations = (
        .classes(classDefinition(at: 4, from: subtable)), .classes(inputs),
        .classes(classDefinition(at: 8, from: subtable))
      )
    }
    for (first, set) in sets(subtable, counted: format == 2 ? 10 : 4, definition: definition) {
      for index in 0..<number(set) where left > 0 {
        readChainRule(offset(at: 2 + index * 2, from: set), first: first, notations)
      }
    }
  }

  /// Reads a chained contextual rule.
  ///
  /// - Parameters:
  ///   - rule: Byte offset of the rule, which begins with the number of glyphs before the inputs.
  ///   - first: The first input glyph; `nil` if the rule contains it.
  ///   - notations: How the rule refers to the glyphs before the inputs, to the inputs, and to the
  ///     glyphs after them.
  private mutating func readChainRule(
    _ rule: Int, first: CharacterRow?, _ notations: (Notation, Notation, Notation)
  ) {
    let backtrack = number(rule)
    // The glyph nearest to the inputs is stored first.
    let before = Array(rows(at: rule + 2, count: backtrack, notations.0).reversed())
    var offset = rule + 2 + backtrack * 2
    let count = number(offset)
    let stored = first == nil ? count : max(count - 1, 0)
    let inputs = (first.map { [$0] } ?? []) + rows(at: offset + 2, count: stored, notations.1)
    offset += 2 + stored * 2
    let lookahead = number(offset)
    let after = rows(at: offset + 2, count: lookahead, notations.2)
    let changes = number(offset + 2 + lookahead * 2)
    // A rule without changes prevents later rules, so that its length counts too.
    proof.include(length: backtrack)
    proof.include(length: count + lookahead)
    guard changes > 0, !inputs.isEmpty else { return }
    recordNested(at: offset + 4 + lookahead * 2, count: changes)
    add(before: before, inputs: inputs, after: after)
  }

  /// Records that a contextual rule may match a space, and what it may change beyond its inputs, if
  /// a lookup that it applies is not for single glyphs.
  ///
  /// Such a lookup may match glyphs beyond the rule.
  private mutating func recordNested(at records: Int, count: Int) {
    var index = 0
    while index < count, left > 0 {
      let lookup = number(records + index * 4 + 2)
      index += 1
      guard nested.insert(lookup).inserted,
        !table.isSingle(lookup: lookup, extension: isPositioning ? 9 : 7)
      else { continue }
      proof.recordSpace()
      if !isPositioning {
        proof.recordMisleading()
        readNested(lookup)
      }
    }
  }

  /// Records the length of the rules of a nested substitution, and that it may change each glyph
  /// that it matches.
  ///
  /// Reading is abandoned if these rules have a context of their own.
  private mutating func readNested(_ lookup: Int) {
    let table = self.table.offset(ofLookup: lookup)
    for index in 0..<number(table + 4) where left > 0 {
      var type = number(table)
      var subtable = offset(at: 6 + index * 2, from: table)
      if type == 7 {
        type = number(subtable + 2)
        subtable += number(subtable + 4) << 16 | number(subtable + 6)
      }
      switch type {
      case 1, 2, 3: break
      case 4:
        for (index, _) in glyphs(offset(at: 2, from: subtable)) where left > 0 {
          let set = offset(at: 6 + index * 2, from: subtable)
          for index in 0..<number(set) where left > 0 {
            proof.include(length: number(offset(at: 2 + index * 2, from: set) + 2))
          }
        }
      default: left = 0
      }
    }
    guard left > 0 else { return }
    let glyphs: OpaquePointer = hb_set_create()
    defer { hb_set_destroy(glyphs) }
    hb_ot_layout_lookup_collect_glyphs(
      face, chb_tag_gsub, UInt32(lookup), glyphs, glyphs, glyphs, nil)
    left -= Self.collectionCost
    var row = empty
    var glyph = hb_codepoint_t.max
    while left > 0, hb_set_next(glyphs, &glyph) != 0 {
      for character in alphabet.characters(of: glyph) { row.insert(character) }
    }
    proof.add(nestedInputs: row)
  }

  private mutating func readReverseChain(_ subtable: Int) {
    let input = coverage(offset(at: 2, from: subtable))
    let notation = Notation.coverages(subtable)
    let backtrack = number(subtable + 4)
    let before = Array(rows(at: subtable + 6, count: backtrack, notation).reversed())
    let position = subtable + 6 + backtrack * 2
    proof.include(length: max(backtrack, 1 + number(position)))
    let after = rows(at: position + 2, count: number(position), notation)
    add(before: before, inputs: [input], after: after)
  }
}

// Reading of coverage tables and class definitions.
extension SequenceRules {
  /// The characters of a coverage table.
  private mutating func coverage(_ offset: Int) -> CharacterRow {
    if let cached = coverages[offset] { return cached }
    // A row takes memory and time, so it counts like 20 numbers that are read.
    left -= 20
    var row = empty
    for (_, glyph) in glyphs(offset) {
      for number in alphabet.characters(of: glyph) { row.insert(number) }
    }
    coverages[offset] = row
    proof.distinguish(row)
    return row
  }

  /// The glyphs of a coverage table that belong to the alphabet, each with its coverage index.
  private mutating func glyphs(_ offset: Int) -> [(index: Int, glyph: hb_codepoint_t)] {
    var result: [(index: Int, glyph: hb_codepoint_t)] = []
    let isRanges = number(offset) == 2
    for index in 0..<number(offset + 2) where left > 0 {
      guard isRanges else {
        let glyph = hb_codepoint_t(number(offset + 4 + index * 2))
        if !alphabet.characters(of: glyph).isEmpty { result.append((index, glyph)) }
        continue
      }
      let range = offset + 4 + index * 6
      let first = number(range)
      let last = number(range + 2)
      let start = number(range + 4)
      for glyph in first..<max(first, last + 1) {
        left -= 1
        if left <= 0 { break }
        if !alphabet.characters(of: hb_codepoint_t(glyph)).isEmpty {
          result.append((start + glyph - first, hb_codepoint_t(glyph)))
        }
      }
    }
    return result
  }

  /// The byte offset of a class definition.
  ///
  /// If there is none, the offset is beyond all tables, so that all glyphs have class 0.
  private mutating func classDefinition(at offset: Int, from base: Int) -> Int {
    let distance = number(base + offset)
    if distance == 0 || !(1...2).contains(number(base + distance)) { proof.recordMisleading() }
    return distance == 0 ? 1 << 40 : base + distance
  }

  /// The characters whose glyphs have a class in a class definition.
  private mutating func characters(ofClass wanted: Int, _ definition: Int) -> CharacterRow {
    if let cached = classes[definition] { return cached[wanted] ?? empty }
    var byClass: [Int: CharacterRow] = [:]
    for glyph in alphabet.allGlyphs {
      let number = classNumber(of: Int(glyph), definition)
      for character in alphabet.characters(of: glyph) {
        byClass[number, default: empty].insert(character)
      }
    }
    classes[definition] = byClass
    for row in byClass.values { proof.distinguish(row) }
    return byClass[wanted] ?? empty
  }

  /// The class of a glyph; 0 for a glyph that the definition does not contain.
  private mutating func classNumber(of glyph: Int, _ definition: Int) -> Int {
    switch number(definition) {
    case 1:
      let index = glyph - number(definition + 2)
      let count = number(definition + 4)
      guard table.holds(definition + 6 + count * 2) else { return unreadable() }
      return index >= 0 && index < count ? number(definition + 6 + index * 2) : 0
    case 2:
      let count = number(definition + 2)
      guard table.holds(definition + 4 + count * 6) else { return unreadable() }
      var low = 0
      var high = count - 1
      while low <= high, left > 0 {
        let middle = (low + high) / 2
        let range = definition + 4 + middle * 6
        if glyph < number(range) {
          high = middle - 1
        } else if glyph > number(range + 2) {
          low = middle + 1
        } else {
          return number(range + 4)
        }
      }
      return 0
    default: return 0
    }
  }

  /// Abandons reading, because HarfBuzz ignores a class definition that extends beyond its table.
  private mutating func unreadable() -> Int {
    left = 0
    return 0
  }
}
