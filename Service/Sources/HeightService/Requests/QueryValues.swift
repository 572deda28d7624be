/// The parameters of a query, each of which a route knows.
package struct QueryValues: Sendable {
  private let items: [(name: String, value: String)]

  /// Sorts the items of a query.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - known: The names that the route takes.
  ///   - repeatable: Those of them that may come several times.
  /// - Throws: `Problem` for another name, or one that is repeated.
  init(
    _ items: [(name: String, value: String)], known: [String], repeatable: [String]
  ) throws(Problem) {
    for (index, (name, _)) in items.enumerated() {
      guard known.contains(name) else {
        throw .badParameter(
          name,
          "there is no parameter '\(name.prefix(80))' here; "
            + (known.isEmpty ? "none is taken" : "have \(known.joined(separator: ", "))"))
      }
      if !repeatable.contains(name), items[..<index].contains(where: { $0.name == name }) {
        throw .badParameter(name, "'\(name)' is there twice; give it once")
      }
    }
    self.items = items
  }

  /// All values of a parameter.
  package func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

  /// The value of a parameter; nil where it is missing.
  package func text(_ name: String) throws(Problem) -> String? {
    guard let value = items.first(where: { $0.name == name })?.value else { return nil }
    guard !value.isEmpty else { throw .badParameter(name, "'\(name)' is empty; leave it out") }
    return value
  }

  /// The value of a parameter that must be there.
  package func required(_ name: String) throws(Problem) -> String {
    guard let value = try text(name) else {
      throw .badParameter(name, "'\(name)' is missing")
    }
    return value
  }

  /// A position, from 0.
  func position(_ name: String) throws(Problem) -> Int? {
    guard let text = try text(name) else { return nil }
    let isDecimal = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isDecimal, let number = Int(text), number <= Self.mostCells else {
      throw .badParameter(
        name, "'\(name)' is a whole number from 0 to 2^53 - 1, not '\(text.prefix(40))'")
    }
    return number
  }

  /// A number of points that must be there, from 0.
  func points(_ name: String) throws(Problem) -> Double {
    let text = try required(name)
    let isDecimal = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || ".eE+-".utf8.contains($0)
    }
    guard isDecimal, let number = Double(text), number >= 0, number <= Self.mostPoints else {
      throw .badParameter(
        name, "'\(name)' is a number of points from 0 to 1e12, not '\(text.prefix(40))'")
    }
    return number
  }

  /// The largest number that every reader of JSON takes.
  static let mostCells = (1 << 53) - 1
  /// More than any list is high, and few enough that sums stay exact.
  static let mostPoints = 1e12
}
