import Heights
import HeightStore
import LayoutPrimitives
import StructuredDocuments

extension CellDocument {
  /// The cell as a table.
  var table: [String] {
    let height =
      layout.heights.map { counted($0.runs.count, "height") }
      ?? "\(points(grid.points(layout.height))) pt"
    let heading = "\(id)  \(height)  (\(environment), template \(template.name))"
    let caveats =
      layout.caveats.isEmpty ? "exact" : layout.caveats.names.joined(separator: ", ")
    var facts = ["trust \(caveats)", "version \(version)"]
    if let feed { facts.append("feed \(feed)") }
    if let position {
      facts.append("position \(position.position), offset \(points(position.offset)) pt")
    }
    if let generation { facts.append("generation \(generation)") }
    if let heights = layout.heights {
      var table = TextTable([">from width", ">height"])
      for run in self.heights(of: heights) {
        table.add([run.width.fixed(2), run.height.fixed(2)])
      }
      return [heading, facts.joined(separator: ", ")].map { $0.printable() } + table.lines
    }
    if !hasFrames { facts.append("stored without frames") }
    var table = TextTable(["view", ">x", ">y", ">width", ">height", ">lines"])
    for (view, frame, lines) in views {
      table.add(
        [view.id]
          + [frame.x, frame.y, frame.width, frame.height].map { grid.points($0).fixed(2) }
          + [lines.map { "\($0.count)\($0.truncated ? "…" : "")" } ?? ""])
    }
    return [heading, facts.joined(separator: ", ")].map { $0.printable() }
      + (hasFrames ? table.lines : [])
  }
}
