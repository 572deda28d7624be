import CLibXML2

/// The entities of a document: those it declares itself, and HTML's, by the table that HTML in a feed
/// is read with.
///
/// libxml2 never expands an entity: it is handed the finished text. So the limits here are the only
/// ones, and entities outlive a parser context.
struct XMLEntityTable: ~Copyable {
  /// What a reference turns into.
  enum Answer {
    case text
    case unknown
    case external
    case refused
  }

  private enum Declared {
    case text([UInt8])
    /// Its text with all entities in it replaced, and what that costs.
    case expanded([UInt8], cost: Int)
    case external
  }

  /// Bytes that an attribute takes which has its default value, besides that value.
  static let attributeCost = 16

  private var declared: [String: Declared] = [:]
  private let limit: Int
  private let documentLimit: Int
  private let depthLimit: Int
  /// Bytes that references have added since a record began.
  private var expanded = 0
  /// Bytes that they had added before.
  private var settled = 0
  /// Whether it was the limit of the document that refused the last answer.
  private(set) var isDocumentSpent = false
  /// The text of the last answer, with a zero at its end.
  private var content = FlatBuffer<UInt8>(capacity: 64)
  /// What libxml2 is shown.
  private let entity: UnsafeMutablePointer<xmlEntity>
  private let spelling: UnsafeMutablePointer<xmlChar>

  init(limits: XMLLimits) {
    limit = limits.expansion
    documentLimit = limits.documentExpansion
    depthLimit = limits.entityDepth
    entity = .allocate(capacity: 1)
    entity.initialize(to: xmlEntity())
    entity.pointee.type = XML_ENTITY_DECL
    // No `<` in it, already looked at; libxml2 would otherwise parse it once to see.
    entity.pointee.checked = 2
    // libxml2 hands over the spelling of a declaration where there is none.
    spelling = .allocate(capacity: 1)
    spelling.initialize(to: 0)
    entity.pointee.orig = spelling
  }

  deinit {
    entity.deallocate()
    spelling.deallocate()
  }

  /// Notes a declaration; the first of a name counts.
  mutating func declare(_ name: String, text: [UInt8]?) {
    guard declared[name] == nil else { return }
    declared[name] = text.map { .text($0) } ?? .external
  }

  /// Counts bytes that the document did not spell out; `false` beyond the limit.
  mutating func charge(_ bytes: Int) -> Bool {
    expanded += bytes
    return fits(expanded)
  }

  /// Whether a record, or what stands around records, may add so many bytes.
  private mutating func fits(_ bytes: Int) -> Bool {
    guard bytes <= limit else { return false }
    isDocumentSpent = settled + bytes > documentLimit
    return !isDocumentSpent
  }

  /// Begins to count a record; what came before it counts for the document alone.
  mutating func settleCharges() {
    settled += expanded
    expanded = 0
  }

  /// Forgets what was counted since a record began, which is to be read once more.
  mutating func forgetCharges() { expanded = 0 }

  /// Finds the text of a reference, for ``shown(inAttribute:)``.
  mutating func resolve(_ name: InternedName) -> Answer {
    content.removeAll(keeping: 1 << 16)
    if !declared.isEmpty, let known = declared[String(cString: name)] {
      return resolve(known, String(cString: name))
    }
    let name = String(cString: name) + ";"
    let text = HTMLEntityTable.all.texts[name]
    for byte in (text ?? "&" + name).utf8 { content.append(byte) }
    return text == nil ? .unknown : .text
  }

  private mutating func resolve(_ known: Declared, _ name: String) -> Answer {
    switch known {
    case .external: return .external
    case .expanded(let text, let cost):
      guard charge(cost) else { return .refused }
      text.withUnsafeBufferPointer { bytes in
        if let base = bytes.baseAddress { content.append(base, count: bytes.count) }
      }
      return .text
    case .text(let raw):
      var text: [UInt8] = []
      var cost = 0
      guard expand(raw, into: &text, cost: &cost, depth: 1) else { return .refused }
      let whole = Declared.expanded(text, cost: cost)
      declared[name] = whole
      return resolve(whole, name)
    }
  }

  /// Appends an entity's text, the references in it replaced; `false` beyond a limit.
  private mutating func expand(
    _ raw: [UInt8], into text: inout [UInt8], cost: inout Int, depth: Int
  ) -> Bool {
    // Each level costs its own length, so that entities without text cannot multiply for nothing.
    cost += raw.count
    guard depth <= depthLimit, fits(expanded + cost) else { return false }
    var place = 0
    while place < raw.count {
      guard raw[place] == UInt8(ascii: "&"),
        let end = raw[place...].firstIndex(of: UInt8(ascii: ";"))
      else {
        text.append(raw[place])
        place += 1
        continue
      }
      let name = String(decoding: raw[(place + 1)..<end], as: UTF8.self)
      if case .text(let inner) = declared[name] {
        guard expand(inner, into: &text, cost: &cost, depth: depth + 1) else { return false }
      } else if case .expanded(let inner, let inside) = declared[name] {
        cost += inside
        guard fits(expanded + cost) else { return false }
        text += inner
      } else if let character = character(name) {
        text += Array(character.utf8)
      } else {
        text += raw[place...end]
      }
      place = end + 1
    }
    return true
  }

  /// The character of a reference that is neither declared nor unknown, or the two of it.
  private func character(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return HTMLEntityTable.all.texts[name + ";"] }
    let digits = name.dropFirst()
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value, value >= 32 || value == 9 || value == 10 || value == 13 else { return nil }
    return Unicode.Scalar(value).map { String($0) }
  }

  /// What libxml2 is to see of the last answer.
  ///
  /// In text a predefined entity is taken as it is. In the value of an attribute libxml2 takes only
  /// the first byte of one, so there it gets a general entity, in which `&` and `<` are escaped
  /// because it is decoded once more.
  mutating func shown(inAttribute: Bool) -> UnsafeMutablePointer<xmlEntity> {
    if inAttribute { escape() }
    content.append(0)
    entity.pointee.etype =
      inAttribute ? XML_INTERNAL_GENERAL_ENTITY : XML_INTERNAL_PREDEFINED_ENTITY
    entity.pointee.content = content.base
    entity.pointee.length = Int32(truncatingIfNeeded: content.count - 1)
    return entity
  }

  private mutating func escape() {
    let plain = [UInt8](UnsafeBufferPointer(start: content.base, count: content.count))
    guard plain.contains(where: { $0 == 0x26 || $0 == 0x3C }) else { return }
    content.truncate(to: 0)
    for byte in plain {
      switch byte {
      case UInt8(ascii: "&"): for digit in "&#38;".utf8 { content.append(digit) }
      case UInt8(ascii: "<"): for digit in "&#60;".utf8 { content.append(digit) }
      default: content.append(byte)
      }
    }
  }

  /// An entity that libxml2 does not take for a parameter entity, so that it reads on without it.
  func noParameterEntity() -> UnsafeMutablePointer<xmlEntity> {
    entity.pointee.etype = XML_INTERNAL_PREDEFINED_ENTITY
    entity.pointee.content = nil
    return entity
  }
}
