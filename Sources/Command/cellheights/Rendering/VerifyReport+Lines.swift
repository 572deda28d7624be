import Operations
import StructuredDocuments

extension VerifyReport {
  /// The output for people.
  var lines: [String] {
    var lines = differences.map { difference in
      let parts = [
        difference.feed.map { "feed '\($0)'" }, difference.record.map { "record '\($0)'" },
        difference.environment,
      ].compactMap(\.self)
      return "differs  " + (parts.isEmpty ? "" : parts.joined(separator: ", ") + ": ")
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

  /// The document `cellheights.verify/1`.
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
