package import ScrollSimulation
package import StructuredDocuments

extension DeviceModel {
  /// The schema of a device file.
  package static let schema = "cellheights.device/1"

  /// Reads a device file, which describes a processor whose clock follows its load.
  ///
  /// A missing value is taken from the built-in device `phone`.
  ///
  /// - Throws: `DocumentProblem` for an invalid value, with its line.
  package init(_ root: DocumentNode) throws(DocumentProblem) {
    var parameters = SchedutilParameters()
    var name: String?
    var hasSchema = false
    let keys = [
      "schema", "name", "clocks", "touch_clock", "boost_ms", "rate_limit_ms", "margin",
    ]
    for entry in try root.entries(of: "a device", known: keys) {
      switch entry.key {
      case "schema":
        try entry.value.checkSchema(Self.schema)
        hasSchema = true
      case "name":
        name = try entry.value.ownName(
          besides: [
            DeviceModel.fixed.name, DeviceModel.phone.name, DeviceModel.boostedPhone.name,
            ImportedRun.deviceModel,
          ])
      case "clocks": parameters.clocks = try Self.clocks(entry.value)
      case "touch_clock":
        parameters.touchClock = try entry.value.decimal(in: 0...1, "parts of the full clock")
      case "boost_ms":
        parameters.boostMs = try entry.value.decimal(in: 0...60_000, "milliseconds")
      case "rate_limit_ms":
        parameters.rateLimitMs = try entry.value.decimal(in: 0...10_000, "milliseconds")
      default: parameters.margin = try entry.value.decimal(in: 1...4, "times the load")
      }
    }
    guard hasSchema else { throw root.problem("the line schema: \(Self.schema) is missing") }
    guard let name else { throw root.problem("the device has no name, such as name: pixel-4a/1") }
    self.init(name: name, governor: .schedutil(parameters))
  }

  /// The clocks in ascending order, of which the last must be the full clock.
  private static func clocks(_ node: DocumentNode) throws(DocumentProblem) -> [Double] {
    var clocks: [Double] = []
    for element in try node.elements(of: "a list of clocks, such as [0.25, 0.5, 1],") {
      let clock = try element.decimal(in: 0.01...1, "parts of the full clock")
      guard clock > clocks.last ?? 0 else { throw element.problem("clocks must ascend") }
      clocks.append(clock)
    }
    guard clocks.last == 1 else { throw node.problem("the last clock is the full one, 1") }
    return clocks
  }
}

extension CostTable {
  /// The schema of a cost file.
  package static let schema = "cellheights.costs/1"

  /// Reads a cost file.
  ///
  /// A missing value is taken from `base`. A missing value of a template is taken from `cell` in
  /// the file.
  ///
  /// - Parameters:
  ///   - root: The document of the file.
  ///   - base: The cost table that provides missing values.
  /// - Throws: `DocumentProblem` for an invalid value, with its line.
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
  /// The value as a time from 0 to 10,000 milliseconds.
  fileprivate func milliseconds() throws(DocumentProblem) -> Double {
    try decimal(in: 0...10_000, "milliseconds")
  }

  /// The value as a number within a range.
  func decimal(in range: ClosedRange<Double>, _ unit: String) throws(DocumentProblem) -> Double {
    let text = try requiredText("a number of \(unit)")
    guard let number = Double(text), range.contains(number) else {
      throw problem(
        "\(unit) from \(JSONWriter.digits(of: range.lowerBound)) to "
          + "\(JSONWriter.digits(of: range.upperBound)) are expected here, not '\(text)'")
    }
    return number
  }

  /// The value as a name that differs from the built-in names.
  func ownName(besides names: [String]) throws(DocumentProblem) -> String {
    let name = try requiredText("a name, such as pixel-4a/1,")
    guard !names.contains(name) else {
      throw problem("'\(name)' is built in; choose another name")
    }
    return name
  }

  func checkSchema(_ schema: String) throws(DocumentProblem) {
    let declared = try requiredText(schema)
    guard declared == schema else {
      throw problem("this version reads \(schema), and this is '\(declared)'")
    }
  }
}
