import CLibXML2

/// A string that libxml2 keeps for the life of a context, so that its address stands for it.
typealias InternedName = UnsafePointer<xmlChar>

/// One event as it waits for the reader.
struct XMLEventRecord: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    case none, start, end, text
  }

  /// What makes an event out of the ordinary.
  struct Marks: OptionSet, BitwiseCopyable {
    let rawValue: UInt8
    /// An attribute of the namespace `xml`, such as `xml:base`.
    static let scope = Marks(rawValue: 1)
    static let tooManyAttributes = Marks(rawValue: 2)
    static let longAttribute = Marks(rawValue: 4)
    static let longText = Marks(rawValue: 8)
  }

  var kind: Kind
  var marks: Marks = []
  /// Elements open around it; at most 250.
  var depth: UInt16
  /// Index in the table of names.
  var name: Int32 = -1
  /// Its line, from 1; 32 bits, because a file of more lines is above any limit.
  var line: UInt32
  /// Namespaces that a start declares.
  var namespaces: UInt32 = 0
  var offset: Int
  /// The first byte of a text, or the first attribute of a start.
  var first: UInt32 = 0
  /// Bytes of a text, or attributes of a start.
  var count: UInt32 = 0

  init(kind: Kind, depth: Int, line: Int, offset: Int) {
    self.kind = kind
    self.depth = UInt16(truncatingIfNeeded: depth)
    self.line = UInt32(truncatingIfNeeded: line)
    self.offset = offset
  }

  /// The attributes of a start, or the bytes of a text.
  var range: Range<Int> { Int(first)..<(Int(first) + Int(count)) }
}

/// One attribute of a start as it waits for the reader.
struct XMLAttributeRecord: BitwiseCopyable {
  let name: Int32
  let first: UInt32
  let count: UInt32
}

/// A namespace that an element declares.
struct XMLNamespaceRecord: BitwiseCopyable {
  let prefix: InternedName?
  let uri: InternedName?
}

/// An element that is open where the reader stands.
struct XMLOpenElement: BitwiseCopyable {
  let name: Int32
  /// Namespaces declared by it, at the end of those of its ancestors.
  let namespaces: UInt32
}
