public import StructuredDocuments

extension AttributedContent {
  /// Writes the runs as an array, the value of a record's `content_runs`.
  ///
  /// Each run is an object: `start` and `end`, offsets in UTF-16 code units of the text; `traits`,
  /// an array of names; and, if present, `heading`, `quote` and `list`, levels from 1, and `link`,
  /// a URL.
  public func writeRuns(to writer: inout JSONWriter) {
    var offsets = UTF16Offsets(text)
    writer.beginArray()
    for run in runs {
      writer.beginObject()
      writer.key(plain: "start")
      writer.number(offsets.offset(of: run.range.lowerBound))
      writer.key(plain: "end")
      writer.number(offsets.offset(of: run.range.upperBound))
      writer.key(plain: "traits")
      writer.beginArray()
      for name in run.traits.names { writer.string(name) }
      writer.endArray()
      for (name, level) in [
        ("heading", run.headingLevel), ("quote", run.quoteLevel), ("list", run.listLevel),
      ] where level > 0 {
        writer.key(name)
        writer.number(level)
      }
      if let link = run.link {
        writer.key(plain: "link")
        writer.string(link)
      }
      writer.endObject()
    }
    writer.endArray()
  }
}

/// Converts increasing UTF-8 offsets into UTF-16 offsets, in one pass over the text.
private struct UTF16Offsets {
  private var rest: Substring.UTF8View
  private var bytes = 0
  private var units = 0

  init(_ text: String) { rest = text[...].utf8 }

  mutating func offset(of target: Int) -> Int {
    while bytes < target, let byte = rest.popFirst() {
      bytes += 1
      // A character is counted at its first byte. One of four bytes is two units.
      if byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
    }
    return units
  }
}
