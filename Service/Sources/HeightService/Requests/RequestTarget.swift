/// The path and the query of a request.
struct RequestTarget: Sendable {
  /// The decoded parts of the path between slashes; nil if a part cannot be decoded.
  let segments: [String]?
  private let pathBytes: ArraySlice<UInt8>
  private let query: ArraySlice<UInt8>

  /// Parses `/path?query`; nil for a target in another form, such as `*`.
  init?(_ target: String) {
    let bytes = Array(target.utf8)
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
    pathBytes = bytes[..<end]
    query = bytes[end...].dropFirst().prefix { $0 != UInt8(ascii: "#") }
    segments = Self.segments(pathBytes.dropFirst())
  }

  /// The path as it was sent.
  var path: String { String(decoding: pathBytes, as: UTF8.self) }

  /// The query as it was sent, without the question mark.
  var encodedQuery: String { String(decoding: query, as: UTF8.self) }

  /// Reserved number of parts, which is enough for most paths and queries.
  private static let usualParts = 6

  private static func segments(_ path: ArraySlice<UInt8>) -> [String]? {
    var segments: [String] = []
    segments.reserveCapacity(Self.usualParts)
    for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let segment = decoded(part, plusIsSpace: false) else { return nil }
      segments.append(segment)
    }
    return segments
  }

  /// The decoded names and values of the query, in order; `+` is decoded as a space, as in forms.
  ///
  /// - Throws: `Problem` for invalid UTF-8, or `%` without two hexadecimal digits.
  func items() throws(Problem) -> [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    items.reserveCapacity(Self.usualParts)
    for part in query.split(separator: UInt8(ascii: "&")) {
      let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      guard let name = Self.decoded(part[..<end], plusIsSpace: true),
        let value = Self.decoded(part[end...].dropFirst(), plusIsSpace: true)
      else {
        let excerpt = String(decoding: part, as: UTF8.self).prefix(80)
        throw .malformed("the query is not percent-encoded UTF-8 at '\(excerpt)'")
      }
      items.append((name, value))
    }
    return items
  }

  private static func decoded(_ text: ArraySlice<UInt8>, plusIsSpace: Bool) -> String? {
    guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      // The text is valid UTF-8, because it was cut only at ASCII characters.
      return String(decoding: text, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(hexadecimal),
          let low = rest.popFirst().flatMap(hexadecimal)
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// The parameters of a query, checked against the parameters of a route.
package struct QueryValues: Sendable {
  private let items: [(name: String, value: String)]
  /// The query as it was sent, without the question mark.
  package let encoded: String

  /// Checks the items of a query.
  ///
  /// - Parameters:
  ///   - items: The decoded names and values.
  ///   - encoded: The query as it was sent.
  ///   - accepted: The names that the route accepts.
  ///   - repeatable: The accepted names that may occur several times.
  /// - Throws: `Problem` for an unknown name, or a repeated name that is not repeatable.
  init(
    _ items: [(name: String, value: String)], encoded: String, accepted: [String],
    repeatable: [String]
  ) throws(Problem) {
    for (index, (name, _)) in items.enumerated() {
      guard accepted.contains(name) else {
        throw .badParameter(
          name,
          "there is no parameter '\(name.prefix(80))' here; "
            + (accepted.isEmpty ? "none is taken" : "have \(accepted.joined(separator: ", "))"))
      }
      if !repeatable.contains(name), items[..<index].contains(where: { $0.name == name }) {
        throw .badParameter(name, "'\(name)' is there twice; give it once")
      }
    }
    self.items = items
    self.encoded = encoded
  }

  /// All values of a parameter, in the order of the query; empty if it is missing.
  package func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

  /// The value of a parameter; nil if it is missing.
  ///
  /// - Throws: `Problem` if the value is empty.
  package func text(_ name: String) throws(Problem) -> String? {
    guard let value = items.first(where: { $0.name == name })?.value else { return nil }
    guard !value.isEmpty else { throw .badParameter(name, "'\(name)' is empty; leave it out") }
    return value
  }

  /// The value of a required parameter.
  ///
  /// - Throws: `Problem` if the parameter is missing or empty.
  package func required(_ name: String) throws(Problem) -> String {
    guard let value = try text(name) else {
      throw .badParameter(name, "'\(name)' is missing")
    }
    return value
  }

  /// A parameter that is `true` or `false`; false if it is missing.
  ///
  /// - Throws: `Problem` for any other value.
  func flag(_ name: String) throws(Problem) -> Bool {
    switch try text(name) {
    case "true": true
    case nil, "false": false
    case .some(let other):
      throw .badParameter(name, "'\(name)' is true or false, not '\(other.prefix(40))'")
    }
  }

  /// A position from 0; nil if the parameter is missing.
  ///
  /// - Throws: `Problem` if the value is not a whole number from 0 to `maximumCells`.
  func position(_ name: String) throws(Problem) -> Int? {
    guard let text = try text(name) else { return nil }
    let isDecimal = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isDecimal, let number = Int(text), number <= Self.maximumCells else {
      throw .badParameter(
        name, "'\(name)' is a whole number from 0 to 2^53 - 1, not '\(text.prefix(40))'")
    }
    return number
  }

  /// A required parameter that is a number of points.
  ///
  /// - Throws: `Problem` if it is missing, or is not a number from 0 to `maximumPoints`.
  func points(_ name: String, isSigned: Bool = false) throws(Problem) -> Double {
    let text = try required(name)
    let isDecimal = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || ".eE+-".utf8.contains($0)
    }
    let least = isSigned ? -Self.maximumPoints : 0
    guard isDecimal, let number = Double(text), number >= least, number <= Self.maximumPoints else {
      throw .badParameter(
        name,
        "'\(name)' is a number of points from \(isSigned ? "-1e12" : "0") to 1e12, not "
          + "'\(text.prefix(40))'")
    }
    return number
  }

  /// The largest position in a request: the largest integer that every JSON parser reads exactly.
  static let maximumCells = (1 << 53) - 1
  /// The largest number of points in a request.
  ///
  /// It is greater than the height of any list, and so small that sums are exact.
  static let maximumPoints = 1e12
}
