import CellDocuments
import HeightStore
import LayoutPrimitives

extension CellDocument {
  /// The cell as a table.
  var table: [String] {
    let heading =
      "\(id)  \(points(grid.points(layout.height))) pt  (\(environment), template \(template.name))"
    let caveats =
      layout.caveats.isEmpty ? "exact" : layout.caveats.names.joined(separator: ", ")
    var facts = ["trust \(caveats)", "version \(version)"]
    if let feed { facts.append("feed \(feed)") }
    if let place {
      facts.append("position \(place.position), offset \(points(place.offset)) pt")
    }
    if let generation { facts.append("generation \(generation)") }
    if !hasFrames { facts.append("stored without frames") }
    var table = TextTable(["view", ">x", ">y", ">width", ">height", ">lines"])
    for (view, frame, lines) in views {
      table.add(
        [view.id]
          + [frame.x, frame.y, frame.width, frame.height].map { fixed(grid.points($0), 2) }
          + [lines.map { "\($0.count)\($0.truncated ? "…" : "")" } ?? ""])
    }
    return [heading, facts.joined(separator: ", ")].map { $0.printable() }
      + (hasFrames ? table.lines : [])
  }
}
