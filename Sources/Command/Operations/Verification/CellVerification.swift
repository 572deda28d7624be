import CellTemplates
import FeedRecords
import Heights
import HeightStore
import LayoutPrimitives
import StructuredDocuments
import TextMeasurement

/// Lays out stored cells again, and compares the results with the stored cells.
struct CellVerification {
  let lookup: HeightLookup
  let scope: LookupScope
  let environment: Environment
  /// The ids of the records whose cells are compared; `nil` for all.
  let sample: Set<String>?

  init(lookup: HeightLookup, scope: LookupScope, sample: Set<String>?) throws {
    self.lookup = lookup
    self.scope = scope
    self.sample = sample
    environment = try Environment(parsing: scope.environment.environment.key)
  }

  /// A stored cell, or the code of its failure.
  private enum StoredOutcome {
    case layout(LookupHit)
    case failure(code: String)
  }

  /// Number of cells to compare.
  var count: Int { sample?.count ?? scope.environment.cells + scope.environment.failed }

  /// Compares the cell of a record, and adds the differences to the report.
  ///
  /// - Returns: Whether the record has a stored cell in the sample.
  func check(
    _ record: FeedRecord, _ layouter: inout CellLayouter, _ report: inout VerifyReport
  ) throws -> Bool {
    if let sample, !sample.contains(record.id) { return false }
    let stored: StoredOutcome
    let result: LookupResult
    do {
      result = try lookup.lookup(id: record.id, in: scope, version: record.version)
    } catch let error as StoreError {
      report.add(difference("cell", record, "\(error)"))
      return true
    }
    switch result {
    case .hit(let hit): stored = .layout(hit)
    case .miss(.failed(_, _, let code, _)): stored = .failure(code: code)
    case .miss(.otherVersion):
      report.changed += 1
      return true
    case .miss: return false
    }
    report.recomputed += 1
    let computed: Result<CellLayout, CellError>
    do throws(CellError) {
      computed = .success(try layouter.cellLayout(record, in: environment))
    } catch {
      computed = .failure(error)
    }
    for what in differences(stored, computed) {
      report.add(difference("layout", record, what))
    }
    return true
  }

  private func difference(
    _ kind: String, _ record: FeedRecord, _ what: String
  ) -> VerifyReport.Difference {
    VerifyReport.Difference(
      kind: kind, feed: scope.feed.name, record: record.id, environment: environment.key,
      what: what)
  }

  private func differences(
    _ stored: StoredOutcome, _ computed: Result<CellLayout, CellError>
  ) -> [String] {
    switch (stored, computed) {
    case (.failure(let code), .failure(let error)):
      return code == error.code
        ? [] : ["it failed with \(code), and does with \(error.code) now"]
    case (.failure(let code), .success):
      return ["it failed with \(code), and can be laid out now"]
    case (.layout, .failure(let error)): return ["it is stored, and fails now: \(error)"]
    case (.layout(let hit), .success(let layout)): return differences(hit, layout)
    }
  }

  private func differences(_ hit: LookupHit, _ computed: CellLayout) -> [String] {
    let (stored, grid) = (hit.layout, scope.grid)
    var result: [String] = []
    if stored.heights != computed.heights {
      result.append("the heights of its widths are others")
    }
    if stored.height != computed.height {
      let difference = grid.points(computed.height) - grid.points(stored.height)
      result.append(
        "height \(points(grid.points(stored.height))) stored, "
          + "\(points(grid.points(computed.height))) computed, \(points(difference)) pt apart")
    }
    if stored.exactHeight != computed.exactHeight {
      result.append(
        "exact height \(stored.exactHeight) stored, \(computed.exactHeight) computed, "
          + "\(computed.exactHeight - stored.exactHeight) pt apart")
    }
    for (view, (old, new)) in zip(hit.template.views, zip(stored.frames, computed.frames))
    where old != new {
      result.append("frame of '\(view.id)' \(text(old)) stored, \(text(new)) computed, in pixels")
    }
    for (view, (old, new)) in zip(
      hit.template.views.filter(\.isLabel), zip(stored.labels, computed.labels)) where old != new
    {
      result.append("lines of '\(view.id)' \(old.count) stored, \(new.count) computed")
    }
    if stored.caveats != computed.caveats {
      result.append(
        "trust \(text(stored.caveats)) stored, \(text(computed.caveats)) computed")
    }
    return result
  }

  private func text(_ frame: PixelRect) -> String {
    "\(frame.x) \(frame.y) \(frame.width) \(frame.height)"
  }

  private func text(_ caveats: Caveats) -> String {
    caveats.isEmpty ? "exact" : caveats.names.joined(separator: " ")
  }
}

/// Compares the stored offsets of a list with offsets computed from the heights of its cells.
struct ListVerification {
  let lookup: HeightLookup

  init(lookup: HeightLookup) {
    self.lookup = lookup
  }

  /// Compares the stored offsets of a list, and adds the differences to the report.
  ///
  /// - Parameter visit: Receives each cell, in the order of the list.
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
      let line =
        list.description.shape?.separator.map { max(1, grid.pixel(ofEdge: $0.height)) } ?? 0
      var sections: ListSections?
      if let shape = list.description.shape, list.count > 0 {
        sections = ListSections(shape, ids: try (0..<list.count).map { try list.id(at: $0) })
        if sections != list.sections {
          report.add(difference("its sections are not those of the ids of its cells"))
        }
      }
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
        let position = try list.index(atOffset: expected)
        // Cells of height 0 share their offset with the next cell; a search finds the last of them.
        if let position, position < index {
          report.add(difference("position \(position) is found at the offset of \(index)"))
        } else if position == nil {
          report.add(difference("nothing is found at the offset of position \(index)"))
        }
        if try list.position(of: hit.cell) != index {
          report.add(
            difference("the position of the cell is not \(index)", record: hit.cell.recordID))
        }
        top +=
          hit.layout.height + spacing + (sections?.hasSeparator(after: index) == true ? line : 0)
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
