package import ScrollSimulation
package import StructuredDocuments

extension CostTable {
  /// The schema of a file of costs.
  package static let schema = "cellheights.costs/1"

  /// Reads a file of costs.
  ///
  /// What it leaves out is of `base`, and what a template leaves out is of the file's `cell`.
  ///
  /// - Parameters:
  ///   - root: The document.
  ///   - base: The table for what is left out.
  /// - Throws: A problem with its line.
  package init(
    _ root: DocumentNode, base: CostTable = .phone1
  ) throws(DocumentProblem) {
    self = base
    var hasSchema = false
    var hasName = false
    let keys = ["schema", "name", "frame", "cell", "templates"]
    for entry in try root.entries(of: "a table of costs", known: keys) {
      switch entry.key {
      case "schema":
        try entry.value.checkSchema(Self.schema)
        hasSchema = true
      case "name":
        name = try entry.value.ownName(besides: [CostTable.phone1.name, FrameCosts.measuredName])
        hasName = true
      case "frame": frame = try entry.value.milliseconds()
      case "cell": try cell.read(entry.value)
      default: break
      }
    }
    guard hasSchema else { throw root.problem("the line schema: \(Self.schema) is missing") }
    guard hasName else { throw root.problem("the table has no name, such as name: pixel-4a/1") }
    for entry in root.entries ?? [] where entry.key == "templates" {
      for template in try entry.value.entries(of: "POST: {bind: 0.4}") {
        var costs = cell
        try costs.read(template.value)
        templates[template.key] = costs
      }
    }
  }
}

extension CostTable.Cell {
  private static let names: [(key: String, path: any WritableKeyPath<Self, Double> & Sendable)] = [
    ("create", \.create), ("bind", \.bind), ("draw", \.draw), ("window", \.window),
    ("off_window", \.offWindow), ("fitting", \.fitting), ("manual", \.manual),
    ("lookup", \.lookup), ("label", \.label), ("line", \.line),
  ]

  fileprivate mutating func read(_ node: DocumentNode) throws(DocumentProblem) {
    let keys = Self.names.map(\.key)
    for entry in try node.entries(of: "{create: 1.5, bind: 0.2}", known: keys) {
      guard let name = Self.names.first(where: { $0.key == entry.key }) else { continue }
      self[keyPath: name.path] = try entry.value.milliseconds()
    }
  }
}

extension DocumentNode {
  /// A time of 0 to 10,000 milliseconds.
  fileprivate func milliseconds() throws(DocumentProblem) -> Double {
    try decimal(in: 0...10_000, "milliseconds")
  }

  /// A number within a range.
  func decimal(in range: ClosedRange<Double>, _ unit: String) throws(DocumentProblem) -> Double {
    let text = try requiredText("a number of \(unit)")
    guard let number = Double(text), range.contains(number) else {
      throw problem(
        "\(unit) from \(JSONWriter.digits(of: range.lowerBound)) to "
          + "\(JSONWriter.digits(of: range.upperBound)) are expected here, not '\(text)'")
    }
    return number
  }

  /// A name that is none of the built-in ones.
  func ownName(besides names: [String]) throws(DocumentProblem) -> String {
    let name = try requiredText("a name, such as pixel-4a/1,")
    guard !names.contains(name) else {
      throw problem("'\(name)' is built in; choose another name")
    }
    return name
  }

  func checkSchema(_ schema: String) throws(DocumentProblem) {
    let found = try requiredText(schema)
    guard found == schema else {
      throw problem("this version reads \(schema), and this is '\(found)'")
    }
  }
}
