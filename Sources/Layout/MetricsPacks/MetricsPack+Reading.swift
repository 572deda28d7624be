internal import StructuredDocuments

extension MetricsPack {
  /// Reads a document `cellheights.metrics/1`.
  ///
  /// - Parameter bytes: The document, in UTF-8.
  /// - Throws: The first problem: the document is not JSON or too large, its seal is wrong, a member
  ///   is missing, unknown or out of range, or a character that was asked has no answer.
  public init(reading bytes: ArraySlice<UInt8>) throws(PackProblem) {
    guard bytes.count <= PackLimits.bytes else {
      throw PackProblem(
        place: "", fault: "it has \(bytes.count) bytes, more than \(PackLimits.bytes)")
    }
    let value: JSONValue
    do {
      value = try JSONParser(maxDepth: 8).parse(bytes)
    } catch {
      throw PackProblem(place: "", fault: "it is not valid JSON (\(error))")
    }
    let document = PackMember(value)
    try document.only([
      "schema", "hash", "family", "device", "system", "program", "taken", "characters", "faces",
    ])
    let schema = try document.text("schema")
    guard schema == Self.schema else {
      throw PackProblem(place: "schema", fault: "'\(schema.prefix(60))' is not \(Self.schema)")
    }
    guard let (stated, right) = PackSeal.seals(of: bytes) else {
      throw PackProblem(place: "hash", fault: "it must follow schema, with 16 hexadecimal digits")
    }
    guard stated == right else {
      throw PackProblem(
        place: "hash",
        fault:
          "it is '\(stated.prefix(16))', but the content has \(right): a number was changed, or the "
          + "file was damaged")
    }
    var characters: [CharacterGroup] = []
    var asked: Set<Unicode.Scalar> = []
    for member in try document.members("characters", atMost: PackLimits.scripts) {
      let script = member.name
      guard script.utf8.count == 4, script.utf8.allSatisfy({ $0 < 0x80 }) else {
        throw member.problem("it is not the code of a script, such as Latn")
      }
      let text = try member.text()
      for scalar in text.unicodeScalars {
        guard asked.insert(scalar).inserted else {
          throw member.problem("the character '\(scalar)' is repeated")
        }
      }
      characters.append(CharacterGroup(script: script, characters: text))
    }
    var faces: [Face] = []
    for member in try document.elements("faces", 1...PackLimits.faces) {
      faces.append(try Face(member, asked: asked))
    }
    self.init(
      family: try document.text("family"),
      origin: Origin(
        device: try document.text("device"), system: try document.text("system"),
        program: try document.text("program")),
      characters: characters, faces: faces)
    seal = right
    try checkFaces()
  }

  /// Refuses two faces that have the same traits and a size in common.
  private func checkFaces() throws(PackProblem) {
    var ranges: [String: [(ClosedRange<Double>, Int)]] = [:]
    for (index, face) in faces.enumerated() {
      let range = face.sizes ?? PackLimits.sizes
      let traits = "\(face.weight) \(face.slant.rawValue) \(face.width)"
      if let other = ranges[traits]?.first(where: { $0.0.overlaps(range) }) {
        throw PackProblem(
          place: "faces[\(index)]",
          fault: "it has the weight, slant and a size of faces[\(other.1)]")
      }
      ranges[traits, default: []].append((range, index))
    }
  }
}

extension MetricsPack.Face {
  /// Reads a face.
  ///
  /// - Parameter asked: The characters of which the face must say the advance, or that it lacks them.
  fileprivate init(_ member: PackMember, asked: Set<Unicode.Scalar>) throws(PackProblem) {
    try member.only([
      "weight", "slant", "width", "sizes", "unitsPerEm", "line", "advances", "missing", "pairs",
      "triples", "words", "sequences",
    ])
    let slantName = try member.text("slant")
    guard let slant = MetricsPack.Slant(rawValue: slantName) else {
      throw member.problem("slant '\(slantName.prefix(20))' is not upright, italic or oblique")
    }
    var sizes: ClosedRange<Double>?
    if member.has("sizes") {
      let bounds = try member.elements("sizes", 2...2)
      let first = try bounds[0].decimal(PackLimits.sizes)
      let last = try bounds[1].decimal(PackLimits.sizes)
      guard first <= last else { throw bounds[1].problem("\(last) is less than \(first)") }
      sizes = first...last
    }
    let line = try member.object("line")
    try line.only(["ascent", "descent", "gap", "capHeight", "xHeight", "top", "bottom"])
    self.init(
      weight: try member.integer("weight", 1...1000), slant: slant,
      width: member.has("width") ? try member.object("width").decimal(10...1000) : 100,
      sizes: sizes, unitsPerEm: try member.integer("unitsPerEm", PackLimits.unitsPerEm),
      line: try MetricsPack.Line(line))
    for each in try member.members("advances", atMost: PackLimits.characters) {
      advances[try each.scalar()] = try each.integer(PackLimits.advances)
    }
    missing = Set(try member.text("missing").unicodeScalars)
    if let both = missing.filter({ advances[$0] != nil }).min() {
      throw member.problem("'\(both)' has an advance and is said to be missing")
    }
    let gaps = asked.filter { advances[$0] == nil && !missing.contains($0) }
    if let gap = gaps.min() {
      throw member.problem(
        "a gap: '\(gap)' and \(gaps.count - 1) others were asked, but have no advance and are not in "
          + "'missing'")
    }
    try readNeighbors(member)
  }

  private mutating func readNeighbors(_ member: PackMember) throws(PackProblem) {
    let index = CharacterIndex(advances.keys.sorted())
    for row in try member.members("pairs", atMost: PackLimits.characters) {
      let first = try row.scalar()
      try row.check([first], in: index)
      for each in try row.members(atMost: PackLimits.characters) {
        let share = try each.integerName(PackLimits.differences)
        let seconds = try each.text().unicodeScalars
        try each.check(seconds, in: index)
        pairs += seconds.map { MetricsPack.Pair(first, $0, share: share) }
        guard pairs.count <= PackLimits.pairs else {
          throw member.problem("it has more than \(PackLimits.pairs) pairs")
        }
      }
    }
    pairs.sort { ($0.first, $0.second) < ($1.first, $1.second) }
    if let twice = zip(pairs, pairs.dropFirst()).first(where: {
      $0.first == $1.first && $0.second == $1.second
    }) {
      throw member.problem("the pair '\(twice.0.first)\(twice.0.second)' is repeated")
    }
    for each in try member.members("triples", atMost: PackLimits.triples) {
      let scalars = Array(each.name.unicodeScalars)
      guard scalars.count == 3 else { throw each.problem("it does not have three characters") }
      try each.check(scalars, in: index)
      triples.append(
        MetricsPack.Triple(
          scalars[0], scalars[1], scalars[2], share: try each.integer(PackLimits.differences)))
    }
    triples.sort { ($0.first, $0.middle, $0.last) < ($1.first, $1.middle, $1.last) }
    for each in try member.members("words", atMost: PackLimits.words) {
      let word = each.name
      guard !word.isEmpty, word.utf16.count <= PackLimits.wordUnits,
        !word.unicodeScalars.contains(" ")
      else { throw each.problem("a word has 1 to \(PackLimits.wordUnits) characters and no space") }
      words.append(MetricsPack.Word(word, width: try each.integer(PackLimits.widths)))
    }
    for each in try member.elements("sequences", 0...PackLimits.sequences) {
      let text = try each.text()
      guard (1...PackLimits.sequenceLength).contains(text.unicodeScalars.count) else {
        throw each.problem("it does not have 1 to \(PackLimits.sequenceLength) characters")
      }
      sequences.append(text)
    }
  }
}

extension MetricsPack.Line {
  fileprivate init(_ member: PackMember) throws(PackProblem) {
    func read(_ name: String) throws(PackProblem) -> Int {
      try member.integer(name, PackLimits.differences)
    }
    self.init(
      ascent: try read("ascent"), descent: try read("descent"), gap: try read("gap"),
      capHeight: try read("capHeight"), xHeight: try read("xHeight"),
      top: member.has("top") ? try read("top") : nil,
      bottom: member.has("bottom") ? try read("bottom") : nil)
  }
}

/// A value of the document, with its place for messages.
private struct PackMember {
  private let value: JSONValue
  /// The place of the value that contains this one.
  private let parent: String
  /// The name of the member; empty for the document and for elements of arrays.
  let name: String
  /// The number of an element of an array.
  private let index: Int?

  init(_ value: JSONValue, in parent: String = "", name: String = "", index: Int? = nil) {
    self.value = value
    self.parent = parent
    self.name = name
    self.index = index
  }

  private var place: String {
    if let index { return "\(parent)[\(index)]" }
    return parent.isEmpty ? name : "\(parent).\(name.prefix(40))"
  }

  /// Refuses characters without an advance.
  func check(
    _ scalars: some Sequence<Unicode.Scalar>, in index: CharacterIndex
  ) throws(PackProblem) {
    if let unknown = scalars.first(where: { index[$0.value] == nil }) {
      throw problem("'\(unknown)' has no advance")
    }
  }

  func problem(_ fault: String) -> PackProblem { PackProblem(place: place, fault: fault) }

  /// Refuses members with other names.
  func only(_ names: [String]) throws(PackProblem) {
    guard case .object(let members) = value else { throw problem("it is not an object") }
    if let other = members.first(where: { !names.contains($0.key) }) {
      throw problem("the member '\(other.key.prefix(40))' is unknown")
    }
  }

  func has(_ name: String) -> Bool { value[name] != nil }

  func object(_ name: String) throws(PackProblem) -> PackMember {
    guard let member = value[name] else { throw problem("'\(name)' is missing") }
    return PackMember(member, in: place, name: name)
  }

  func members(_ name: String, atMost limit: Int) throws(PackProblem) -> some Sequence<PackMember> {
    try object(name).members(atMost: limit)
  }

  func members(atMost limit: Int) throws(PackProblem) -> some Sequence<PackMember> {
    guard case .object(let members) = value else { throw problem("it is not an object") }
    guard members.count <= limit else {
      throw problem("it has \(members.count) members, more than \(limit)")
    }
    let place = place
    return members.lazy.map { PackMember($0.value, in: place, name: $0.key) }
  }

  func elements(_ name: String, _ counts: ClosedRange<Int>) throws(PackProblem) -> [PackMember] {
    let member = try object(name)
    guard case .array(let elements) = member.value else {
      throw member.problem("it is not an array")
    }
    guard counts.contains(elements.count) else {
      throw member.problem("it has \(elements.count) elements, not \(counts.text)")
    }
    let place = member.place
    return elements.enumerated().map { PackMember($1, in: place, index: $0) }
  }

  func text(_ name: String) throws(PackProblem) -> String { try object(name).text() }

  func text() throws(PackProblem) -> String {
    guard case .string(let text) = value else { throw problem("it is not a string") }
    return text
  }

  func integer(_ name: String, _ range: ClosedRange<Int>) throws(PackProblem) -> Int {
    try object(name).integer(range)
  }

  func integer(_ range: ClosedRange<Int>) throws(PackProblem) -> Int {
    guard case .number(let literal) = value else { throw problem("it is not a number") }
    return try number(literal, range)
  }

  /// The name of the member, which is a whole number.
  func integerName(_ range: ClosedRange<Int>) throws(PackProblem) -> Int {
    try number(name, range)
  }

  private func number(_ literal: String, _ range: ClosedRange<Int>) throws(PackProblem) -> Int {
    guard let number = Int(literal) else {
      throw problem("'\(literal.prefix(20))' is not a whole number")
    }
    guard range.contains(number) else { throw problem("\(number) is outside \(range.text)") }
    return number
  }

  func decimal(_ range: ClosedRange<Double>) throws(PackProblem) -> Double {
    guard let number = value.number else { throw problem("it is not a number") }
    guard range.contains(number) else {
      throw problem("\(number) is outside \(range.lowerBound)...\(range.upperBound)")
    }
    return number
  }

  /// The name of the member, which is one character.
  func scalar() throws(PackProblem) -> Unicode.Scalar {
    let scalars = name.unicodeScalars
    guard let scalar = scalars.first, scalars.count == 1 else {
      throw problem("it is not one character")
    }
    return scalar
  }
}

extension ClosedRange<Int> {
  fileprivate var text: String {
    lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)...\(upperBound)"
  }
}

/// The reason why a document is not a metrics pack.
public struct PackProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in the document, such as `faces[0].advances.A`; empty for the whole document.
  public let place: String
  /// What is wrong there.
  public let fault: String

  /// The place and the fault, without a verb for the file: `faces[0].weight: 2000 is outside 1...1000`.
  public var description: String { place.isEmpty ? fault : "\(place): \(fault)" }
}
