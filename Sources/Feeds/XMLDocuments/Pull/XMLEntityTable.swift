import CLibXML2

/// The entities of a document: those that it declares, and HTML's.
///
/// libxml2 receives the finished text and never expands an entity. The limits here are therefore
/// the only ones, and declarations outlive a parser context.
struct XMLEntityTable: ~Copyable {
  /// The replacement of a reference, or the reason why it is not replaced.
  enum Answer {
    case text([UInt8])
    case unknown
    case external
    case refused
  }

  private enum Declared {
    case text([UInt8])
    /// The text with all entities in it replaced, and the bytes that expanding it costs.
    case expanded([UInt8], cost: Int)
    case external
  }

  /// Bytes charged for each default attribute that is added, besides its value.
  static let attributeCost = 16

  private var declared: [String: Declared] = [:]
  private let limits: XMLLimits
  /// Bytes that entities and default attributes have added in the current record.
  private var expanded = 0
  /// Bytes that entities and default attributes had added before the current record.
  private var settled = 0
  /// Whether the last refusal was due to the document's limit rather than the record's.
  private(set) var isDocumentSpent = false
  /// The entity that is passed to libxml2 for every reference, with changing content.
  private let entity: UnsafeMutablePointer<xmlEntity>
  private var content: UnsafeMutablePointer<xmlChar>

  init(limits: XMLLimits) {
    self.limits = limits
    content = .allocate(capacity: 1)
    content.initialize(to: 0)
    entity = .allocate(capacity: 1)
    entity.initialize(to: xmlEntity())
    entity.pointee.type = XML_ENTITY_DECL
  }

  deinit {
    entity.deallocate()
    content.deallocate()
  }

  /// Adds the declaration of an entity.
  ///
  /// The first declaration of a name wins.
  mutating func declare(
    _ name: UnsafePointer<xmlChar>, kind: Int32, content: UnsafePointer<xmlChar>?
  ) {
    let name = String(cString: name)
    guard declared[name] == nil else { return }
    switch xmlEntityType(rawValue: UInt32(bitPattern: kind)) {
    case XML_INTERNAL_GENERAL_ENTITY:
      declared[name] = .text(content.map { Array(String(cString: $0).utf8) } ?? [])
    case XML_EXTERNAL_GENERAL_PARSED_ENTITY, XML_EXTERNAL_GENERAL_UNPARSED_ENTITY:
      declared[name] = .external
    default: break
    }
  }

  // MARK: - Adding declarations

  /// Counts bytes that are added to the current record.
  ///
  /// - Returns: `false` when a limit is exceeded.
  mutating func charge(_ bytes: Int) -> Bool {
    expanded += bytes
    return fits(expanded)
  }

  /// Whether this number of added bytes is within the limits of the current record and the
  /// document.
  private mutating func fits(_ bytes: Int) -> Bool {
    guard bytes <= limits.expansion else { return false }
    isDocumentSpent = settled + bytes > limits.documentExpansion
    return !isDocumentSpent
  }

  /// Begins a record, whose added bytes are counted from 0.
  mutating func settleCharges() {
    settled += expanded
    expanded = 0
  }

  /// Forgets the bytes added in the current record, which is read again.
  mutating func forgetCharges() { expanded = 0 }

  // MARK: - Replacement text

  /// Finds the replacement text of an entity, and counts what it costs.
  mutating func resolve(_ name: String) -> Answer {
    switch declared[name] {
    case .external: return .external
    case .expanded(let text, let cost): return charge(cost) ? .text(text) : .refused
    case .text(let raw):
      var text: [UInt8] = []
      var cost = 0
      guard expand(raw, into: &text, cost: &cost, depth: 1) else { return .refused }
      declared[name] = .expanded(text, cost: cost)
      return charge(cost) ? .text(text) : .refused
    case nil:
      return HTMLEntityTable.all.texts[name + ";"].map { .text(Array($0.utf8)) } ?? .unknown
    }
  }

  /// Appends an entity's text with its references replaced, and adds to its cost in bytes.
  ///
  /// - Returns: `false` beyond a limit.
  private mutating func expand(
    _ raw: [UInt8], into text: inout [UInt8], cost: inout Int, depth: Int
  ) -> Bool {
    // Each level costs its own length, so that entities without text cannot multiply without cost.
    cost += raw.count
    guard depth <= limits.entityDepth, fits(expanded + cost) else { return false }
    var rest = raw[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "&")),
      let end = rest[start...].firstIndex(of: UInt8(ascii: ";"))
    {
      text += rest[..<start]
      let name = String(decoding: rest[(start + 1)..<end], as: UTF8.self)
      switch declared[name] {
      case .text(let inner):
        guard expand(inner, into: &text, cost: &cost, depth: depth + 1) else { return false }
      case .expanded(let inner, let inside):
        cost += inside
        guard fits(expanded + cost) else { return false }
        text += inner
      case .external, nil:
        if let character = Self.character(name) {
          text += Array(character.utf8)
        } else {
          text += rest[start...end]
        }
      }
      rest = rest[(end + 1)...]
    }
    text += rest
    return true
  }

  /// The text of a numeric reference or an HTML entity, named without `&` and `;`; `nil` for
  /// others.
  private static func character(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return HTMLEntityTable.all.texts[name + ";"] }
    let digits = name.dropFirst()
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value, value >= 32 || value == 9 || value == 10 || value == 13 else { return nil }
    return Unicode.Scalar(value).map { String($0) }
  }

  // MARK: - Entities for libxml2

  /// The entity that is passed to libxml2 for a replacement text.
  ///
  /// In element text it is a predefined entity, whose text libxml2 takes unchanged. In an
  /// attribute's value, libxml2 takes only the first byte of a predefined entity. There it is a
  /// general entity, whose `&` and `<` are escaped, because libxml2 decodes them once more.
  mutating func shown(_ text: [UInt8], inAttribute: Bool) -> UnsafeMutablePointer<xmlEntity> {
    let bytes = (inAttribute ? Self.escaped(text) : text) + [0]
    content.deallocate()
    content = .allocate(capacity: bytes.count)
    content.initialize(from: bytes, count: bytes.count)
    entity.pointee.etype =
      inAttribute ? XML_INTERNAL_GENERAL_ENTITY : XML_INTERNAL_PREDEFINED_ENTITY
    entity.pointee.orig = content
    entity.pointee.content = content
    entity.pointee.length = Int32(truncatingIfNeeded: bytes.count - 1)
    return entity
  }

  private static func escaped(_ text: [UInt8]) -> [UInt8] {
    text.reduce(into: []) { result, byte in
      switch byte {
      case UInt8(ascii: "&"): result += Array("&#38;".utf8)
      case UInt8(ascii: "<"): result += Array("&#60;".utf8)
      default: result.append(byte)
      }
    }
  }

  /// An empty entity that libxml2 does not treat as a parameter entity, so that it continues.
  func noParameterEntity() -> UnsafeMutablePointer<xmlEntity> {
    // Without `orig`, libxml2 would set it when the entity is declared.
    entity.pointee.orig = content
    entity.pointee.etype = XML_INTERNAL_PREDEFINED_ENTITY
    entity.pointee.content = nil
    return entity
  }
}

/// The default attributes that a document type declares.
struct XMLAttributeDefaults {
  /// The declarations as text, for the document type of a new parser context.
  private(set) var declarations = ""
  private(set) var count = 0

  /// Keeps the declaration of an attribute, unless its type is CDATA and it has no default value.
  ///
  /// The number of declarations is limited, because libxml2 compares and copies all default values
  /// at each use of the element.
  mutating func declare(
    _ element: UnsafePointer<xmlChar>, _ name: UnsafePointer<xmlChar>, type: Int32,
    value: UnsafePointer<xmlChar>?
  ) {
    let isText = type == Int32(bitPattern: XML_ATTRIBUTE_CDATA.rawValue)
    guard value != nil || !isText else { return }
    count += 1
    let value = value.map { "\"\(XMLMarkup.attribute(String(cString: $0)))\"" } ?? "#IMPLIED"
    declarations += "<!ATTLIST \(String(cString: element)) \(String(cString: name)) "
    // Types other than CDATA differ only in how white space is normalized.
    declarations += (isText ? "CDATA " : "NMTOKENS ") + value + ">"
  }
}
