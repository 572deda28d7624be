/// Receives the events of an HTML text in document order.
///
/// Elements are balanced: each start has its end, also where the text left the end out, unless
/// reading stopped before.
package protocol HTMLEvents: AnyObject {
  /// An element starts; `false` to stop reading.
  func start(_ tag: HTMLTag, _ attributes: HTMLAttributes) -> Bool
  /// An element ends.
  func end(_ tag: HTMLTag)
  /// Text in UTF-8 with its references decoded, never empty; `false` to stop reading.
  ///
  /// One text may come in several calls, each of whole characters. The bytes are gone afterwards.
  func text(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool
}

/// The attributes of an element, in the order of the text; valid during the call that brings them.
package struct HTMLAttributes {
  private let list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

  init(_ list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) { self.list = list }

  /// Whether there are none.
  package var isEmpty: Bool { list?[0] == nil }

  /// How many there are.
  var count: Int {
    guard let list else { return 0 }
    var place = 0
    while list[place] != nil { place += 2 }
    return place / 2
  }

  /// The value of an attribute by its name in lower case: decoded, empty where it has none.
  package func value(_ name: StaticString) -> String? {
    guard var place = list else { return nil }
    while let key = place[0] {
      if Self.equal(key, name) { return place[1].map(HTMLReferences.decodeAttribute) ?? "" }
      place += 2
    }
    return nil
  }

  /// Whether there is an attribute of that name in lower case.
  package func has(_ name: StaticString) -> Bool {
    guard var place = list else { return false }
    while let key = place[0] {
      if Self.equal(key, name) { return true }
      place += 2
    }
    return false
  }

  /// Names and decoded values.
  package var all: [(name: String, value: String)] {
    guard var place = list else { return [] }
    var result: [(name: String, value: String)] = []
    while let key = place[0] {
      let value = place[1].map(HTMLReferences.decodeAttribute) ?? ""
      result.append((String(cString: key), value))
      place += 2
    }
    return result
  }

  private static func equal(_ key: UnsafePointer<UInt8>, _ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    let other = name.utf8Start
    for index in 0..<count where key[index] != other[index] { return false }
    return key[count] == 0
  }
}
