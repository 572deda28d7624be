import CellTemplates

/// A record made by hand: texts by path; a number is a text that reads as one.
struct Record: BindingSource, Sendable {
  var values: [String: String] = [:]

  func text(at path: String) -> String? { values[path] }
  func number(at path: String) -> Double? { values[path].flatMap(Double.init) }
}
