import StructuredDocuments

/// What `verify` has found.
struct VerifyReport {
  /// One difference.
  struct Difference {
    /// `sqlite`, `cell`, `count`, `list` or `layout`.
    var kind: String
    var feed: String?
    var record: String?
    var environment: String?
    /// What differs, with the stored and the computed value.
    var what: String
  }

  /// A feed whose cells were not laid out again, or not all of the sample.
  struct LeftOut {
    var feed: String
    var why: String
  }

  let store: String
  let generation: Int
  let digest: String
  let maximumListed: Int
  /// Rows of cells.
  var rows = 0
  /// Lists, each counted in each environment.
  var lists = 0
  /// Positions of these lists.
  var positions = 0
  /// Cells that were laid out again.
  var recomputed = 0
  /// Cells of the sample whose record has another version now.
  var changed = 0
  /// Cells of the sample whose record is gone.
  var gone = 0
  /// Feeds whose cells were to be laid out again and were not.
  var leftOut: [LeftOut] = []
  /// The first differences.
  private(set) var differences: [Difference] = []
  /// All differences.
  private(set) var total = 0

  init(store: String, generation: Int, digest: String, maximumListed: Int) {
    self.store = store
    self.generation = generation
    self.digest = digest
    self.maximumListed = maximumListed
  }

  mutating func add(_ difference: Difference) {
    total += 1
    if differences.count < maximumListed { differences.append(difference) }
  }

  /// Whether there is no difference.
  var holds: Bool { total == 0 }

  /// For people.
  var lines: [String] {
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
  var json: String {
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
