import CellTemplates

/// What failed in `template frames`, where each file and each cell stands alone.
struct FrameFailures {
  /// How the program ends because of the first failure; `nil` when all went well.
  private(set) var status: ExitStatus?

  /// Notes why a file or a cell has no frames, as a line on standard error.
  ///
  /// - Throws: The error itself where it has no exit code, because nobody foresaw it.
  mutating func note(_ error: any Error, in label: String) throws {
    guard let status = ExitStatus(of: error) else { throw error }
    self.status = self.status ?? status
    let text = "\(error)"
    StandardError.write("cellheights: " + (text.contains(label) ? text : "\(label): \(text)"))
  }

  /// Notes ids of a table of sizes that no view of any cell has, unless what failed may have them.
  ///
  /// - Throws: `TemplateError.unknownView` where there is only one cell.
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
