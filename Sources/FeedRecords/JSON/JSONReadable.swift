import CSimdjson

/// A JSON value that can be looked into: one that owns its text, or one that the parser holds.
protocol JSONReadable {
  /// Where the value stands among the nodes.
  var index: Int { get }
  /// A node of the same record.
  func node(at index: Int) -> ch_json_node
  /// The value at a node of the same record.
  func at(_ index: Int) -> Self
  /// Hands over the bytes of a string, or of a number's literal, for the length of the call.
  func withBytes<Result>(
    at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result
  /// A value that lives on.
  func copy() -> JSONValue
}

extension JSONReadable {
  @inline(__always) var code: Int { Int(node(at: index).kind) }

  /// What the value is.
  var kind: JSONKind { JSONKind(code: code) }

  /// Elements of an array or members of an object; 0 for anything else.
  var count: Int {
    let node = node(at: index)
    return Int(node.kind) >= CH_JSON_ARRAY ? Int(node.length) : 0
  }

  /// A string's text, a number as it was written, `true` or `false`; `nil` for anything else.
  var text: String? {
    switch code {
    case CH_JSON_STRING, CH_JSON_NUMBER:
      withBytes(at: index) { String(checked: $0) }
    case CH_JSON_TRUE: "true"
    case CH_JSON_FALSE: "false"
    default: nil
    }
  }

  /// A text that is not empty.
  var nonEmptyText: String? {
    let node = node(at: index)
    return Int(node.kind) == CH_JSON_STRING && node.length == 0 ? nil : text
  }

  /// The value of a number, else `nil`; infinite when the literal is out of range.
  var number: Double? {
    code == CH_JSON_NUMBER ? withBytes(at: index) { Double(jsonLiteral: $0) } : nil
  }

  /// Whether there is nothing to show: null, an empty string, array or object.
  var isEmpty: Bool {
    let node = node(at: index)
    switch Int(node.kind) {
    case CH_JSON_NULL: return true
    case CH_JSON_STRING, CH_JSON_ARRAY, CH_JSON_OBJECT: return node.length == 0
    default: return false
    }
  }

  /// Calls for each element of an array in order; for none of anything else.
  @inline(__always)
  func forEachElement(_ body: (Self) -> Void) {
    guard code == CH_JSON_ARRAY else { return }
    let end = Int(node(at: index).next)
    var position = index + 1
    while position < end {
      body(at(position))
      position = Int(node(at: position).next)
    }
  }

  /// Calls for each member of an object, in order, with the node of its key; for none of anything
  /// else.
  @inline(__always)
  func forEachMember(_ body: (_ key: Int, _ value: Self) -> Void) {
    guard code == CH_JSON_OBJECT else { return }
    let end = Int(node(at: index).next)
    var position = index + 1
    while position < end {
      body(position, at(position + 1))
      position = Int(node(at: position + 1).next)
    }
  }

  /// The member of an object with a name that is known beforehand, if there is one.
  @inline(__always)
  func member(named name: StaticString) -> Self? {
    guard code == CH_JSON_OBJECT else { return nil }
    let end = Int(node(at: index).next)
    var position = index + 1
    while position < end {
      if withBytes(at: position, { $0.isEqual(to: name) }) { return at(position + 1) }
      position = Int(node(at: position + 1).next)
    }
    return nil
  }

  /// The member of an object with a name, if there is one.
  func member(_ name: String) -> Self? {
    guard code == CH_JSON_OBJECT else { return nil }
    var name = name
    return name.withUTF8 { name -> Self? in
      let end = Int(node(at: index).next)
      var position = index + 1
      while position < end {
        if Int(node(at: position).length) == name.count,
          withBytes(at: position, { $0.isEqual(to: name) })
        {
          return at(position + 1)
        }
        position = Int(node(at: position + 1).next)
      }
      return nil
    }
  }

  /// An element of an array, or the value of an object's member, by its position.
  func child(_ place: Int) -> Self? {
    guard place >= 0, place < count else { return nil }
    let keyed = code == CH_JSON_OBJECT
    var position = index + (keyed ? 2 : 1)
    for _ in 0..<place {
      position = Int(node(at: position).next) + (keyed ? 1 : 0)
    }
    return at(position)
  }
}
