package import LayoutPrimitives

/// Counts the cells of a feed that are higher than 0, by template and environment.
package struct HeightTally: Sendable {
  /// The numbers of cells with a layout and of those above 0; shape `[templates][environments]`.
  private var counts: [[(cells: Int, high: Int)]]

  package init(templates: Int, environments: Int) {
    counts = [[(cells: Int, high: Int)]](
      repeating: [(cells: Int, high: Int)](repeating: (0, 0), count: environments),
      count: templates)
  }

  /// Adds an environment after the others.
  mutating func addEnvironment() {
    for template in counts.indices { counts[template].append((0, 0)) }
  }

  /// Notes the height of a cell, in steps; `nil` for a failed cell.
  package mutating func note(height: Int?, template: Int, environment: Int) {
    guard let height else { return }
    counts[template][environment].cells += 1
    if height > 0 { counts[template][environment].high += 1 }
  }

  /// The findings about templates all of whose cells are 0 high, in at least one environment.
  ///
  /// It is an error if no cell of the feed is higher in such an environment.
  ///
  /// - Parameters:
  ///   - keys: Keys of the environments.
  ///   - templates: Names of the templates.
  package func findings(_ keys: [String], templates: [String]) -> [Finding] {
    templates.indices.compactMap { template in
      let flat = keys.indices.filter {
        counts[template][$0].cells > 0 && counts[template][$0].high == 0
      }
      guard !flat.isEmpty else { return nil }
      let isWholeFeed = flat.contains { key in counts.allSatisfy { $0[key].high == 0 } }
      var finding = Finding(
        code: "CH0622", severity: isWholeFeed ? .error : .warning,
        word: FindingKind.flat.rawValue,
        message: "all cells of the template '\(templates[template])' are 0 high"
          + (flat.count < keys.count ? " at \(flat.map { keys[$0] }.joined(separator: ", "))" : ""),
        help: "bind the texts of the template to the record, and let constraints reach the cell's "
          + "bottom")
      finding.template = template
      finding.environments = flat.map {
        Finding.InEnvironment(key: keys[$0], cells: counts[template][$0].cells)
      }
      finding.cells = finding.environments.reduce(0) { $0 + $1.cells }
      finding.records = finding.environments.map(\.cells).max() ?? 0
      return finding
    }
  }
}
