import Heights
import HeightStore
import LayoutPrimitives

/// Compares the offsets of lists with the heights of their cells.
struct ListVerification {
  let lookup: HeightLookup

  /// Reads a list cell by cell.
  ///
  /// - Parameter visit: Receives each cell.
  func check(
    _ name: String, in scope: LookupScope, _ report: inout VerifyReport,
    visit: (StoredCell) -> Void
  ) throws {
    func difference(_ what: String, record: String? = nil) -> VerifyReport.Difference {
      VerifyReport.Difference(
        kind: "list", feed: scope.feed.name, record: record,
        environment: scope.environment.environment.key, what: "list '\(name)': \(what)")
    }
    report.lists += 1
    do {
      let list = try lookup.list(name, in: scope)
      let grid = scope.grid
      let insets = list.description.insets
      let spacing = max(0, grid.pixel(ofEdge: list.description.spacing))
      var top = grid.pixel(ofEdge: insets.top)
      for index in 0..<list.count {
        report.positions += 1
        let hit = try list.hit(at: index)
        visit(hit.cell)
        let (offset, expected) = (try list.offset(of: index), grid.points(top))
        if offset != expected {
          report.add(
            difference(
              "the offset of position \(index) is \(points(offset)), its heights give "
                + points(expected), record: hit.cell.recordID))
        }
        let found = try list.index(atOffset: expected)
        // Cells of height 0 share an offset, of which the last one is found.
        if let found, found < index {
          report.add(difference("position \(found) is found at the offset of \(index)"))
        } else if found == nil {
          report.add(difference("nothing is found at the offset of position \(index)"))
        }
        if try list.position(of: hit.cell) != index {
          report.add(
            difference("the position of the cell is not \(index)", record: hit.cell.recordID))
        }
        top += hit.layout.height + spacing
      }
      let extent = top - (list.count > 0 ? spacing : 0) + grid.pixel(ofEdge: insets.bottom)
      if list.extent != grid.points(extent) {
        report.add(
          difference(
            "its extent is \(points(list.extent)), its heights give \(points(grid.points(extent)))"
          ))
      }
    } catch let error as StoreError {
      report.add(difference("\(error)"))
    }
  }
}
