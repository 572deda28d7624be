internal import CHarfBuzz

/// Advances of words by table: of each character, and what each pair of neighbors adds to them.
///
/// The tables of the font prove that nothing else changes the advances of these characters; see
/// `PairProof`. The numbers themselves are HarfBuzz's: a character and a pair are shaped once. Words
/// for which there is no proof are left to HarfBuzz.
final class PairTable {
  private let alphabet: GlyphAlphabet
  private let proof: PairProof
  private let font: OpaquePointer
  private let features: [hb_feature_t]
  private let script: hb_script_t
  private let language: OpaquePointer?
  private let buffer: OpaquePointer
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
  /// Maximum size of an advance, in font units, so that sums of them cannot overflow.
  private static let largestAdvance = 1 << 24
  /// Maximum size of a pair's share, in font units.
  private static let largest: Int32 = 0x7FF0

  /// Reads the proof of a font, a script and a language.
  ///
  /// - Parameter features: Features that are on or off in addition to HarfBuzz's defaults.
  /// - Returns: `nil` where the tables of the font prove nothing.
  init?(
    face: OpaquePointer, font: OpaquePointer, code: Int32, script: hb_script_t,
    language: OpaquePointer?, features: [hb_feature_t]
  ) {
    let isApple = ["morx", "mort", "kerx", "Silf"].contains {
      !SFNTTable(face: face, tag: $0).isEmpty
    }
    // Apple's `kern` may have state machines, which look farther than at pairs.
    let kerning = SFNTTable(face: face, tag: "kern")
    guard !isApple, kerning.isEmpty || kerning.unsigned(0) == 0,
      let alphabet = GlyphAlphabet(script: code, font: font, face: face),
      let proof = Self.prove(
        alphabet, face: face, font: font, script: script, language: language,
        features: features)
    else { return nil }
    self.alphabet = alphabet
    self.proof = proof
    self.font = font
    self.features = features
    self.script = script
    self.language = language
    buffer = hb_buffer_create()
    singles = ContiguousArray(repeating: Self.unknown, count: alphabet.units.count)
    rows = ContiguousArray(repeating: nil, count: alphabet.units.count)
    nominal = ContiguousArray(
      alphabet.glyphs.map {
        let advance = hb_font_get_glyph_h_advance(font, $0)
        return Int(advance).magnitude <= Self.largestAdvance ? advance : 0
      })
  }

  deinit {
    hb_buffer_destroy(buffer)
    for row in rows { row?.deallocate() }
  }

  /// Reads the rules of all lookups that HarfBuzz applies to text of the alphabet.
  private static func prove(
    _ alphabet: GlyphAlphabet, face: OpaquePointer, font: OpaquePointer, script: hb_script_t,
    language: OpaquePointer?, features: [hb_feature_t]
  ) -> PairProof? {
    var properties = hb_segment_properties_t()
    properties.direction = HB_DIRECTION_LTR
    properties.script = script
    properties.language = language
    // HarfBuzz applies them around a fraction slash only, which is not in the alphabet.
    let fractions = ["frac", "numr", "dnom"].map { (name: String) in
      hb_feature_t(tag: chb_tag(name), value: 0, start: 0, end: UInt32.max)
    }
    let all = features + fractions
    var count: UInt32 = 0
    let coordinates = hb_font_get_var_coords_normalized(font, &count)
    let plan = hb_shape_plan_create2(
      face, &properties, all, UInt32(all.count), coordinates, count, nil)
    defer { hb_shape_plan_destroy(plan) }
    guard let shaper = hb_shape_plan_get_shaper(plan), String(cString: shaper) == "ot" else {
      return nil
    }
    var proof: PairProof? = PairProof(alphabet)
    for (tag, name) in [(chb_tag_gsub, "GSUB"), (chb_tag_gpos, "GPOS")] {
      guard let before = proof else { return nil }
      let lookups: OpaquePointer = hb_set_create()
      defer { hb_set_destroy(lookups) }
      hb_ot_shape_plan_collect_lookups(plan, tag, lookups)
      proof = SequenceRules.add(lookups, of: name, face: face, alphabet: alphabet, to: before)
    }
    return proof
  }

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
    if !proof.changesAlone(character), let shaped = shape([character]) { advance = shaped[0] }
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
      let shaped = shape([first, second]), shaped[1] == following
    else { return nil }
    let share = shaped[0] - own
    guard abs(share) <= Self.largest else { return nil }
    row[second] = UInt16(share + Self.bias)
    return share
  }

  /// The advances of characters that HarfBuzz shows by their nominal glyphs, in font units; `nil`
  /// for others.
  private func shape(_ characters: [Int]) -> [Int32]? {
    let text = characters.map { alphabet.units[$0] }
    hb_buffer_clear_contents(buffer)
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, script)
    hb_buffer_set_language(buffer, language)
    hb_buffer_add_utf16(buffer, text, Int32(text.count), 0, Int32(text.count))
    hb_shape(font, buffer, features, UInt32(features.count))
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count),
      Int(count) == characters.count
    else { return nil }
    var advances: [Int32] = []
    for (index, character) in characters.enumerated() {
      guard infos[index].codepoint == alphabet.glyphs[character],
        Int(infos[index].cluster) == index,
        Int(positions[index].x_advance).magnitude <= Self.largestAdvance
      else { return nil }
      advances.append(positions[index].x_advance)
    }
    return advances
  }
}
