import CLibXML2

/// The name of an element or attribute.
public struct XMLName: Hashable, Sendable {
  /// The namespace's URI; empty if there is none.
  public let namespace: String
  /// The name without its prefix.
  public let local: String
  /// The prefix as written in the document; empty if there is none.
  public let prefix: String

  /// Creates a name.
  public init(namespace: String, local: String, prefix: String) {
    self.namespace = namespace
    self.local = local
    self.prefix = prefix
  }

  /// The name as `prefix:local`, or as `local` if there is no prefix.
  public var qualified: String { prefix.isEmpty ? local : "\(prefix):\(local)" }
}

/// One attribute of an element, with entities decoded.
public struct XMLAttribute: Hashable, Sendable {
  /// The attribute's name.
  public let name: XMLName
  /// The attribute's value.
  public let value: String

  /// Creates an attribute.
  public init(name: XMLName, value: String) {
    self.name = name
    self.value = value
  }
}

/// Numbers the names of a document; each name is read from libxml2 once.
///
/// libxml2 stores every name until its context is freed, so a name's address identifies it.
struct XMLNameTable {
  private struct Key: Hashable {
    let local: UnsafePointer<xmlChar>
    let prefix: UnsafePointer<xmlChar>?
    let uri: UnsafePointer<xmlChar>?
  }

  private var numbers: [Key: Int] = [:]
  /// Cache of recent look-ups, indexed by the address of the local name.
  ///
  /// Successive records use the same names.
  private var recent = [(key: Key, number: Int)?](repeating: nil, count: 64)
  private var names: [XMLName] = []
  /// Number of times that all names were removed.
  private(set) var generation = 0
  /// Length of the longest local name or prefix, in bytes.
  private(set) var longest = 0
  /// Sum of the lengths of all names counted since the last removal, in bytes.
  ///
  /// It is an estimate of the memory that libxml2 uses for names, without its overhead.
  private(set) var bytes = 0

  var count: Int { names.count }

  /// The name with the given number; an empty name if there is none.
  subscript(number: Int) -> XMLName {
    names.indices.contains(number)
      ? names[number] : XMLName(namespace: "", local: "", prefix: "")
  }

  /// The number of a name; a new name is added.
  ///
  /// A name with an undeclared prefix is identified by its spelling.
  mutating func number(
    _ local: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?,
    _ uri: UnsafePointer<xmlChar>?
  ) -> Int {
    let key = Key(local: local, prefix: prefix, uri: uri)
    let slot = Int(truncatingIfNeeded: UInt(bitPattern: local) >> 2) & 63
    if let cached = recent[slot], cached.key == key { return cached.number }
    if let number = numbers[key] {
      recent[slot] = (key, number)
      return number
    }
    let (localName, prefixName) = (String(cString: local), prefix.map { String(cString: $0) } ?? "")
    let namespace = uri.map { String(cString: $0) } ?? ""
    longest = max(longest, localName.utf8.count, prefixName.utf8.count)
    bytes += localName.utf8.count + prefixName.utf8.count + namespace.utf8.count
    numbers[key] = names.count
    names.append(
      uri == nil && !prefixName.isEmpty
        ? XMLName(namespace: "", local: "\(prefixName):\(localName)", prefix: "")
        : XMLName(namespace: namespace, local: localName, prefix: prefixName))
    return names.count - 1
  }

  /// Counts the bytes of another kind of name that libxml2 stores, such as the name of an entity.
  mutating func countBytes(_ count: Int) { bytes += count }

  /// Removes all names; called after libxml2's context, which stores them, was freed.
  mutating func removeAll() {
    self = XMLNameTable(generation: generation + 1)
  }

  init() {}

  private init(generation: Int) { self.generation = generation }
}
