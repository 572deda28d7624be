import HeightStore
import LayoutPrimitives
import Operations
import StructuredDocuments

extension MeasuredReport {
  /// The output for people.
  var table: [String] {
    var lines = [
      "against  \(files.joined(separator: ", "))  \(counted(self.lines, "line")), "
        + "\(grouped(compared)) compared, \(grouped(comparison.misses.total)) not found, "
        + "\(grouped(unreadable.total)) unreadable"
    ]
    if compared > 0 {
      lines += ["", "deviation in points, measured less stored"]
      lines += summaries.lines.map { "  " + $0 }
    }
    if !counts.isEmpty {
      lines.append("")
      var table = TextTable(["cause", ">cells"])
      for count in counts { table.add([count.cause.rawValue, grouped(count.cells)]) }
      lines += table.lines
    }
    if !comparison.worst.changes.isEmpty { lines += [""] + worst.lines }
    lines.append("")
    lines.append(verdict)
    return lines
  }

  private var verdict: String {
    let storeText = "generation \(generation.number) of \(store)"
    guard compared > 0 else { return "nothing  was compared with \(storeText)" }
    return holds
      ? "holds    \(counted(compared, "height")) of \(storeText), within the tolerance"
      : "off      \(grouped(all.off)) of \(counted(compared, "height")) of \(storeText)"
  }

  private var summaries: TextTable {
    var table = TextTable(
      ["feed", "template", "environment", ">cells", ">off", ">tolerance"]
        + all.percentiles.map { ">\($0.name)" } + [">mean"])
    for summary in byGroup + (byGroup.count > 1 ? [all] : []) {
      table.add(
        [
          summary.group?.feed ?? "all", summary.group?.template ?? "",
          summary.group?.environment ?? "", grouped(summary.cells), grouped(summary.off),
          summary.group.map { points($0.tolerance) } ?? "",
        ] + summary.percentiles.map { points($0.value) } + [ComparisonWords.signed(summary.mean)])
    }
    return table
  }

  private var worst: TextTable {
    var table = TextTable(
      ["record", "environment", ">stored", ">measured", ">by", "cause", "because"])
    for (_, cell) in comparison.worst.changes {
      let deviation = comparison.deviations[cell.deviation]
      table.add([
        cell.id, comparison.groups[Int(deviation.group)].environment, points(cell.stored),
        points(cell.measured), ComparisonWords.signed(deviation.by),
        causes.cause(of: deviation).rawValue, reason(cell, deviation),
      ])
    }
    return table
  }

  /// The evidence for the cause of a cell's deviation, as text.
  private func reason(_ cell: MeasuredComparison.Cell, _ deviation: Deviation) -> String {
    let (reasons, evidence) = (cell.reasons, deviation.evidence)
    switch causes.cause(of: deviation) {
    case .version:
      return reasons.version ?? "the feed's record is no longer version \(cell.version)"
    case .font: return reasons.font ?? ""
    case .lineBreak: return reasons.lines ?? reasons.wholeLines ?? ""
    case .margin:
      guard causes.hasShift(deviation), let shift = causes.shifts[Int(deviation.group)] else {
        return "the lines are those of the store, and there is no picture"
      }
      return
        "\(grouped(shift.cells)) of \(grouped(shift.comparable)) cells of the template are off "
        + "by \(ComparisonWords.signed(shift.by))"
    case .imageSize:
      return (evidence.contains(.sameLines) ? "the lines are those of the store; " : "")
        + picture(cell, deviation)
    case .unknown:
      return cell.trust.contains(.substituteFont)
        ? "stored with a substitute font; \"lines\" and \"fonts\" would help to find the cause"
        : "\"lines\" and \"fonts\" would help to find the cause"
    }
  }

  /// The evidence that the size of a picture is the cause, as text.
  private func picture(_ cell: MeasuredComparison.Cell, _ deviation: Deviation) -> String {
    if deviation.evidence.contains(.sizeUnknown) { return "stored with a size that was unknown" }
    let free = causes.pictures(of: deviation)
    return cell.reasons.pictures.first { $0.bit & free != 0 }?.text ?? ""
  }

  /// The document `cellheights.verify-against/1`.
  var json: String {
    JSONWriter.document("cellheights.verify-against/1") { json in
      json.member("store", store)
      json.member("generation", generation.number)
      json.member("digest", generation.digest)
      json.strings("against", files)
      json.member("holds", holds && compared > 0)
      json.object("lines") {
        $0.member("read", lines)
        $0.member("compared", compared)
        $0.member("off", all.off)
        $0.member("missed", comparison.misses.total)
        $0.member("unreadable", unreadable.total)
      }
      json.object("deviation") { write(all, to: &$0) }
      json.array("environments", byGroup) { json, summary in
        if let group = summary.group {
          json.member("feed", group.feed)
          json.member("template", group.template)
          json.member("environment", group.environment)
          json.member("tolerance", group.tolerance)
        }
        json.member("cells", summary.cells)
        json.member("off", summary.off)
        write(summary, to: &json)
      }
      json.array("causes", counts) { json, count in
        json.member("cause", count.cause.rawValue)
        json.member("cells", count.cells)
      }
      json.array("worst", comparison.worst.changes.map(\.change)) { write($1, to: &$0) }
      for (name, kinds) in [("misses", comparison.misses), ("unreadable", unreadable)] {
        json.array(name, kinds.entries) { json, entry in
          json.member("kind", entry.kind)
          json.member("lines", entry.count)
          json.member("first", entry.first)
        }
      }
      json.strings("remarks", remarks)
    }
  }

  private func write(_ summary: Summary, to json: inout JSONWriter) {
    for (name, value) in summary.percentiles { json.member(name, value) }
    json.member("mean", summary.mean)
  }

  private func write(_ cell: MeasuredComparison.Cell, to json: inout JSONWriter) {
    let deviation = comparison.deviations[cell.deviation]
    let group = comparison.groups[Int(deviation.group)]
    json.member("id", cell.id)
    json.member("feed", group.feed)
    json.member("template", group.template)
    json.member("environment", group.environment)
    json.member("stored", cell.stored)
    json.member("measured", cell.measured)
    json.member("by", deviation.by)
    json.member("cause", causes.cause(of: deviation).rawValue)
    json.member("because", reason(cell, deviation))
    json.strings("trust", cell.trust.names)
  }
}
