import HTTPTypes

/// A header field with weights, such as `Accept` (RFC 9110, 12.4.2).
struct WeightedList: Sendable {
  /// Names in lower case without parameters, and their weights from 0 to 1.
  let entries: [(name: String, weight: Double)]

  /// Reads the values of a field; parameters other than the weight are ignored.
  init(_ values: [String]) {
    entries = values.flatMap { $0.split(separator: ",") }.compactMap { entry in
      let parts = entry.split(separator: ";").map(Self.trimmed)
      guard let name = parts.first, !name.isEmpty else { return nil }
      var weight = 1.0
      for part in parts.dropFirst() where part.hasPrefix("q=") {
        weight = Double(part.dropFirst(2)).map { min(max($0, 0), 1) } ?? 0
      }
      return (name, weight)
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text.lowercased()
  }

  /// The weight of a name, nil where it is not in the list.
  func weight(of name: String) -> Double? { entries.first { $0.name == name }?.weight }
}

/// Chooses what `Accept` asks for.
enum Accepting {
  /// The first of the types with the greatest weight.
  ///
  /// - Parameter offered: What there is, the usual one first.
  /// - Throws: `Problem` where none is acceptable.
  static func choose(
    _ headers: HTTPFields, offered: [MediaType]
  ) throws(Problem) -> MediaType {
    let list = WeightedList(headers[values: .accept])
    guard !list.entries.isEmpty else { return offered[0] }
    var best: (type: MediaType, weight: Double)?
    for type in offered {
      let name = String(type.rawValue.prefix { $0 != ";" })
      let kind = name.prefix { $0 != "/" } + "/*"
      let weight =
        list.weight(of: name) ?? list.weight(of: String(kind)) ?? list.weight(of: "*/*") ?? 0
      if weight > best?.weight ?? 0 { best = (type, weight) }
    }
    guard let best else {
      throw .notAcceptable(offered.map { String($0.rawValue.prefix { $0 != ";" }) })
    }
    return best.type
  }
}
