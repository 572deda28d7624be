import PublishedHeights
import StructuredDocuments

/// The lines of a `cellheights.published-list/1`: its head, its cells in order, its end.
struct ListLines {
  let manifest: PublishedManifest
  let chosen: ChosenList
  let limits: FormatLimits

  /// Reads, verifies and writes the list chunk by chunk.
  ///
  /// - Throws: `PublishedFormatError` for what was altered or is broken; errors of the place. What
  ///   was written by then has no end.
  func write(from place: any PublishedPlace, to output: ([UInt8]) -> Void) throws {
    output(Array(head.utf8) + [UInt8(ascii: "\n")])
    let labels = manifest.templates.map { $0.views.count { $0.label } }
    let files = place.chunks(
      chosen.list.chunks.flatMap { chunk in
        [chunk.ids, chunk.heights, chunk.frames].compactMap { $0 }
      })
    var json = JSONWriter()
    for chunk in chosen.list.chunks {
      let ids = try chunk.ids(try files.next(), limits: limits).ids
      let heights = try chunk.heights(try files.next(), limits: limits).heights
      let frames = try chunk.frames == nil ? nil : chunk.frames(try files.next(), limits: limits)
      for (place, id) in ids.enumerated() {
        json.beginObject()
        json.key(plain: "id")
        json.string(id)
        json.key(plain: "height")
        json.number(Int(heights[place]))
        try write(frames, place, chunk.frames?.path ?? "", labels, to: &json)
        json.endObject()
        json.endLine()
      }
      output(json.take())
    }
    json.beginObject()
    json.key(plain: "eof")
    json.number(chosen.list.count)
    json.endObject()
    json.endLine()
    output(json.take())
  }

  /// The line that says what list it is, in steps.
  private var head: String {
    JSONWriter.document("cellheights.published-list/1") { json in
      json.member("generation", manifest.generation)
      json.member("digest", manifest.digest)
      json.member("listDigest", manifest.listDigest)
      json.member("feed", chosen.feed)
      json.member("environment", chosen.environment.key)
      json.member("list", chosen.list.name)
      json.member("stepsPerPoint", chosen.environment.stepsPerPoint)
      json.member("gap", chosen.list.gap)
      json.object("insets") { json in
        json.member("top", chosen.list.insets.top)
        json.member("leading", chosen.list.insets.leading)
        json.member("bottom", chosen.list.insets.bottom)
        json.member("trailing", chosen.list.insets.trailing)
      }
      json.strings("templates", manifest.templates.map(\.name))
      json.member("count", chosen.list.count)
    }
  }

  /// The members that the frames of a cell tell; null without them.
  ///
  /// - Parameter labels: For each template the number of its views that are labels.
  private func write(
    _ frames: FramesChunk?, _ place: Int, _ path: String, _ labels: [Int],
    to json: inout JSONWriter
  ) throws(PublishedFormatError) {
    guard let frames else {
      for name: StaticString in ["template", "labels", "lines"] {
        json.key(plain: name)
        json.literal("null")
      }
      return
    }
    let template = Int(frames.templates[place])
    guard manifest.templates.indices.contains(template), let shape = frames.shape(ofCell: place)
    else { throw .malformed(file: path, detail: "there is no template \(template)") }
    json.key(plain: "template")
    json.number(template)
    json.key(plain: "labels")
    // A cell of a build without frames.
    guard !shape.isEmpty || manifest.templates[template].views.isEmpty else {
      json.literal("null")
      json.key(plain: "lines")
      json.literal("null")
      return
    }
    guard
      let cell = CellFrames(
        shape, views: manifest.templates[template].views.count, labels: labels[template])
    else {
      throw .malformed(
        file: path,
        detail: "a shape is not of template '\(manifest.templates[template].name)'")
    }
    json.number(cell.lines.count { $0 != 0 })
    json.key(plain: "lines")
    // Negative where text was cut.
    json.number(cell.lines.reduce(0) { $0 + Int($1.magnitude) })
  }
}
