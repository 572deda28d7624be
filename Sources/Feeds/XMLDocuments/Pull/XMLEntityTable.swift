import CLibXML2

/// The entities of a document: the entities that it declares, and the entities of HTML.
///
/// libxml2 receives the replaced text and never expands an entity, so only the limits of this table
/// apply. The declarations are kept when a new parser context is created.
struct XMLEntityTable: ~Copyable {
  /// The replacement of a reference, or why there is none: the entity is unknown or external, or a
  /// limit refuses it.
  enum Answer {
    case text([UInt8])
    case unknown
    case external
    case refused
  }

  private enum Declared {
    case text([UInt8])
    /// The text after all entities in it are replaced, and the cost of expanding it, in bytes.
    case expanded([UInt8], cost: Int)
    case external
  }

  /// Bytes that are counted for each added default attribute, in addition to its value.
  static let attributeCost = 16

  private var declared: [String: Declared] = [:]
  private let limits: XMLLimits
  /// Bytes that entities and default attributes added in the current record so far.
  private var expanded = 0
  /// Bytes that entities and default attributes added before the current record.
  private var settled = 0
  /// Whether the last refusal was caused by the document's limit and not by the record's limit.
  private(set) var isDocumentSpent = false
  /// The entity that is passed to libxml2 for every reference; its content is replaced each time.
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

  /// Adds the declaration of an entity, unless its name is already declared.
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

  /// Counts bytes that entities or default attributes add to the current record.
  ///
  /// - Returns: `false` if a limit is exceeded.
  mutating func charge(_ bytes: Int) -> Bool {
    expanded += bytes
    return fits(expanded)
  }

  /// Whether a number of added bytes is within the limits of the current record and of the
  /// document.
  private mutating func fits(_ bytes: Int) -> Bool {
    guard bytes <= limits.expansion else { return false }
    isDocumentSpent = settled + bytes > limits.documentExpansion
    return !isDocumentSpent
  }

  /// Begins a new record: its count of added bytes is 0.
  mutating func settleCharges() {
    settled += expanded
    expanded = 0
  }

  /// Sets the count of added bytes to 0, because the current record is read once more.
  mutating func forgetCharges() { expanded = 0 }

  // MARK: - Replacement text

  /// Finds the replacement text of an entity and counts the cost of expanding it.
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

  /// Appends an entity's text after replacing its references, and adds the cost in bytes.
  ///
  /// - Returns: `false` if a limit is exceeded.
  private mutating func expand(
    _ raw: [UInt8], into text: inout [UInt8], cost: inout Int, depth: Int
  ) -> Bool {
    // Each level costs at least its own length. Otherwise entities with an empty text could be
    // nested at no cost.
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

  /// The text of a numeric reference or HTML entity, by its name without `&` and `;`; `nil` for any
  /// other name.
  private static func character(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return HTMLEntityTable.all.texts[name + ";"] }
    let digits = name.dropFirst()
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value, value >= 32 || value == 9 || value == 10 || value == 13 else { return nil }
    return Unicode.Scalar(value).map { String($0) }
  }

  // MARK: - Entities for libxml2

  /// Returns the entity to pass to libxml2, with a replacement text as its content.
  ///
  /// In element text it is a predefined entity, whose text libxml2 takes unchanged. In an
  /// attribute's value, libxml2 takes only the first byte of a predefined entity, so a general
  /// entity is used. Its `&` and `<` are escaped, because libxml2 decodes the text once more.
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

  /// Returns an empty entity for a parameter entity reference; libxml2 does not treat it as a
  /// parameter entity, and continues.
  func noParameterEntity() -> UnsafeMutablePointer<xmlEntity> {
    // If `orig` were `nil`, libxml2 would set it when the entity is declared.
    entity.pointee.orig = content
    entity.pointee.etype = XML_INTERNAL_PREDEFINED_ENTITY
    entity.pointee.content = nil
    return entity
  }
}

/// The default attributes that a document type declares.
struct XMLAttributeDefaults {
  /// The declarations as text, to be repeated in the document type of a new parser context.
  private(set) var declarations = ""
  private(set) var count = 0

  /// Stores the declaration of an attribute, unless its type is CDATA and it has no default value.
  ///
  /// The number of declarations is limited, because libxml2 compares and copies all default values
  /// of an element each time the element occurs.
  mutating func declare(
    _ element: UnsafePointer<xmlChar>, _ name: UnsafePointer<xmlChar>, type: Int32,
    value: UnsafePointer<xmlChar>?
  ) {
    let isText = type == Int32(bitPattern: XML_ATTRIBUTE_CDATA.rawValue)
    guard value != nil || !isText else { return }
    count += 1
    let value = value.map { "\"\(XMLMarkup.attribute(String(cString: $0)))\"" } ?? "#IMPLIED"
    declarations += "<!ATTLIST \(String(cString: element)) \(String(cString: name)) "
    // The types other than CDATA differ from it only in how white space is normalized.
    declarations += (isText ? "CDATA " : "NMTOKENS ") + value + ">"
  }
}
