import CellTemplates

/// The failures of a command that processes each file, cell or store independently.
struct SeparateFailures {
  /// The status of the first failure; `nil` for none.
  private(set) var status: ExitStatus?

  /// Reports why a file, cell or store failed, and rethrows errors without an exit status.
  mutating func note(_ error: any Error, in label: String) throws {
    guard let status = ExitStatus(of: error) else { throw error }
    self.status = self.status ?? status
    let text = "\(error)"
    StandardError.write("cellheights: " + (text.contains(label) ? text : "\(label): \(text)"))
  }

  /// Reports ids in a table of sizes that no view has, unless a file has failed.
  mutating func noteUnknown(_ ids: [String], in cells: [(name: String, names: FrameNames)]) throws {
    guard status == nil else { return }
    let known = Set(cells.flatMap { $0.names.names.compactMap { $0 } })
    for id in ids where !known.contains(id) {
      if cells.count == 1 { throw TemplateError.unknownView(id, template: cells[0].name) }
      status = .badData
      StandardError.write(
        "cellheights: no cell has a view '\(id)'; correct the id in the table of sizes")
    }
  }
}
