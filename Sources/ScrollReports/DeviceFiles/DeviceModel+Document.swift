package import ScrollSimulation
package import StructuredDocuments

extension DeviceModel {
  /// The schema of a file of a device.
  package static let schema = "cellheights.device/1"

  /// Reads a file of a device, whose clock follows its load.
  ///
  /// What it leaves out is of the built-in `phone`.
  ///
  /// - Throws: A problem with its line.
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

  /// Clocks in ascending order, the last of which is the full one.
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
