import CellTemplates

/// A record created for a test: texts by path; a number is a text that can be parsed as one.
struct Record: BindingSource, Sendable {
  var values: [String: String] = [:]

  func text(at path: BoundPath) -> String? { values[path.spelling] }
  func number(at path: BoundPath) -> Double? { values[path.spelling].flatMap(Double.init) }
}
