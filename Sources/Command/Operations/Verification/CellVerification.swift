package import CellTemplates
package import FeedRecords
package import Heights
package import HeightStore
package import LayoutPrimitives
import StructuredDocuments
import TextMeasurement

/// Lays out stored cells again, and compares.
package struct CellVerification {
  package let lookup: HeightLookup
  package let scope: LookupScope
  package let environment: Environment
  /// The cells to compare, by the record's id; `nil` for all.
  package let sample: Set<String>?

  package init(lookup: HeightLookup, scope: LookupScope, sample: Set<String>?) throws {
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
  package var count: Int { sample?.count ?? scope.environment.cells + scope.environment.failed }

  /// Compares a record's cell.
  ///
  /// - Returns: Whether it was one to compare.
  package func check(
    _ record: FeedRecord, _ layouter: inout CellLayouter, _ report: inout VerifyReport
  ) throws -> Bool {
    if let sample, !sample.contains(record.id) { return false }
    let stored: StoredOutcome
    let found: LookupResult
    do {
      found = try lookup.lookup(id: record.id, in: scope, version: record.version)
    } catch let error as StoreError {
      report.add(difference("cell", record, "\(error)"))
      return true
    }
    switch found {
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
    var found: [String] = []
    if stored.heights != computed.heights {
      found.append("the heights of its widths are others")
    }
    if stored.height != computed.height {
      let difference = grid.points(computed.height) - grid.points(stored.height)
      found.append(
        "height \(points(grid.points(stored.height))) stored, "
          + "\(points(grid.points(computed.height))) computed, \(points(difference)) pt apart")
    }
    if stored.exactHeight != computed.exactHeight {
      found.append(
        "exact height \(stored.exactHeight) stored, \(computed.exactHeight) computed, "
          + "\(computed.exactHeight - stored.exactHeight) pt apart")
    }
    for (view, (old, new)) in zip(hit.template.views, zip(stored.frames, computed.frames))
    where old != new {
      found.append("frame of '\(view.id)' \(text(old)) stored, \(text(new)) computed, in pixels")
    }
    for (view, (old, new)) in zip(
      hit.template.views.filter(\.isLabel), zip(stored.labels, computed.labels)) where old != new
    {
      found.append("lines of '\(view.id)' \(old.count) stored, \(new.count) computed")
    }
    if stored.caveats != computed.caveats {
      found.append(
        "trust \(text(stored.caveats)) stored, \(text(computed.caveats)) computed")
    }
    return found
  }

  private func text(_ frame: PixelRect) -> String {
    "\(frame.x) \(frame.y) \(frame.width) \(frame.height)"
  }

  private func text(_ caveats: Caveats) -> String {
    caveats.isEmpty ? "exact" : caveats.names.joined(separator: " ")
  }
}

/// Compares the offsets of lists with the heights of their cells.
package struct ListVerification {
  package let lookup: HeightLookup

  package init(lookup: HeightLookup) {
    self.lookup = lookup
  }

  /// Reads a list cell by cell.
  ///
  /// - Parameter visit: Receives each cell.
  package func check(
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

/// How many cells `verify` lays out again.
package enum SampleSize {
  case all
  case cells(Int)

  package init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if let number = Int(argument), number >= 0 {
      self = .cells(number)
    } else {
      return nil
    }
  }

  /// Whether a cell is in the sample, which is spread evenly.
  ///
  /// - Parameters:
  ///   - place: Place of the cell, from 0.
  ///   - total: Number of cells.
  package func contains(_ place: Int, of total: Int) -> Bool {
    guard case .cells(let number) = self, number < total else { return true }
    // Whether the share of the cells up to this one reaches the next whole number.
    let (before, after) = (
      place.multipliedFullWidth(by: number), (place + 1).multipliedFullWidth(by: number)
    )
    return total.dividingFullWidth(before).quotient != total.dividingFullWidth(after).quotient
  }
}

/// What `verify` has found.
package struct VerifyReport {
  /// One difference.
  package struct Difference {
    /// `sqlite`, `cell`, `count`, `list` or `layout`.
    package var kind: String
    package var feed: String?
    package var record: String?
    package var environment: String?
    /// What differs, with the stored and the computed value.
    package var what: String

    package init(
      kind: String, feed: String? = nil, record: String? = nil, environment: String? = nil,
      what: String
    ) {
      self.kind = kind
      self.feed = feed
      self.record = record
      self.environment = environment
      self.what = what
    }
  }

  /// A feed whose cells were not laid out again, or not all of the sample.
  package struct LeftOut {
    package var feed: String
    package var why: String

    package init(feed: String, why: String) {
      self.feed = feed
      self.why = why
    }
  }

  package let store: String
  package let generation: Int
  package let digest: String
  package let maximumListed: Int
  /// Rows of cells.
  package var rows = 0
  /// Lists, each counted in each environment.
  package var lists = 0
  /// Positions of these lists.
  package var positions = 0
  /// Cells that were laid out again.
  package var recomputed = 0
  /// Cells of the sample whose record has another version now.
  package var changed = 0
  /// Cells of the sample whose record is gone.
  package var gone = 0
  /// Feeds whose cells were to be laid out again and were not.
  package var leftOut: [LeftOut] = []
  /// The first differences.
  package private(set) var differences: [Difference] = []
  /// All differences.
  package private(set) var total = 0

  package init(store: String, generation: Int, digest: String, maximumListed: Int) {
    self.store = store
    self.generation = generation
    self.digest = digest
    self.maximumListed = maximumListed
  }

  package mutating func add(_ difference: Difference) {
    total += 1
    if differences.count < maximumListed { differences.append(difference) }
  }

  /// Whether there is no difference.
  package var holds: Bool { total == 0 }

  /// For people.
  package var lines: [String] {
    var lines = differences.map { difference in
      let place = [
        difference.feed.map { "feed '\($0)'" }, difference.record.map { "record '\($0)'" },
        difference.environment,
      ].compactMap(\.self)
      return "differs  " + (place.isEmpty ? "" : place.joined(separator: ", ") + ": ")
        + difference.what
    }
    if total > differences.count {
      lines.append("         and \(grouped(total - differences.count)) more (--max-listed)")
    }
    lines.append(
      "read     \(counted(rows, "cell")), \(counted(lists, "list")) with "
        + counted(positions, "position"))
    var again = "again    \(counted(recomputed, "cell")) laid out again"
    if changed > 0 { again += ", \(grouped(changed)) left out: their record has changed" }
    if gone > 0 { again += ", \(grouped(gone)) left out: their record is gone" }
    lines.append(again)
    if recomputed == 0, !leftOut.isEmpty {
      lines.append("warning  no cell was compared with one laid out again")
    } else if recomputed == 0, changed + gone > 0 {
      lines.append("warning  no cell was compared: the records are not those of the build")
    }
    lines.append(
      (holds
        ? "holds    " + (leftOut.isEmpty ? "" : "what was compared of ")
        : "wrong    \(counted(total, "difference")) in ")
        + "generation \(generation) of \(store)")
    return lines
  }

  /// `cellheights.verify/1`.
  package var json: String {
    JSONWriter.document("cellheights.verify/1") { json in
      json.member("store", store)
      json.member("generation", generation)
      json.member("digest", digest)
      json.member("holds", holds)
      json.object("cells") {
        $0.member("read", rows)
        $0.member("recomputed", recomputed)
        $0.member("changed", changed)
        $0.member("gone", gone)
      }
      json.object("lists") {
        $0.member("read", lists)
        $0.member("positions", positions)
      }
      json.array("leftOut", leftOut) { json, left in
        json.member("feed", left.feed)
        json.member("why", left.why)
      }
      json.member("total", total)
      json.array("differences", differences) { json, difference in
        json.member("kind", difference.kind)
        if let feed = difference.feed { json.member("feed", feed) }
        if let record = difference.record { json.member("record", record) }
        if let key = difference.environment { json.member("environment", key) }
        json.member("what", difference.what)
      }
    }
  }
}
