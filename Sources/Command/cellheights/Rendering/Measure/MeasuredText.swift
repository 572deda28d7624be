import FeedRecords
import LayoutPrimitives
import StructuredDocuments
import TextMeasurement

/// The measurement of a text.
struct MeasuredText {
  let width: Double
  let layout: TextLayout
  let caveats: Caveats
  let prepared: PreparedText

  private var measure: TextMeasure { layout.measure }

  /// Writes the answer to a line of input.
  ///
  /// - Parameter known: Caveats of every line, which are omitted.
  func write(to json: inout JSONWriter, id: String, apartFrom known: Caveats) {
    json.object { json in
      json.member("id", id)
      writeLines(to: &json)
      writeCaveats(caveats.subtracting(known), to: &json)
    }
  }

  /// `cellheights.measure/1`, with the fonts used.
  var json: String {
    JSONWriter.document("cellheights.measure/1") { json in
      writeLines(to: &json)
      writeCaveats(caveats, to: &json)
      json.strings("fonts", prepared.fonts.map { "\($0)" })
    }
  }

  private func writeLines(to json: inout JSONWriter) {
    json.member("width", width)
    json.key("lines")
    json.beginArray()
    for line in layout.lines {
      json.beginObject()
      json.key(plain: "start")
      json.number(line.start)
      json.key(plain: "end")
      json.number(line.end)
      json.key(plain: "width")
      json.literal(JSONWriter.digits(of: line.width))
      json.endObject()
    }
    json.endArray()
    json.member("height", measure.height)
    if measure.truncated {
      json.member("truncated", true)
    }
    if measure.scale != 1 { json.member("scale", measure.scale) }
  }

  private func writeCaveats(_ caveats: Caveats, to json: inout JSONWriter) {
    if !caveats.isEmpty { json.strings("trust", caveats.names) }
  }

  /// The lines as a table.
  func table(_ text: String) -> [String] {
    let units = Array(text.utf16)
    var table = TextTable([">line", ">start", ">end", ">width", "text"])
    for (index, line) in layout.lines.enumerated() {
      let slice = units[max(0, line.start)..<min(units.count, max(line.start, line.end))]
      let shown = String(decoding: slice, as: UTF16.self)
        .split(whereSeparator: \.isNewline).joined(separator: "⏎")
      table.add(
        [
          "\(index + 1)", "\(line.start)", "\(line.end)", line.width.fixed(3),
          shown + (line.truncated ? " …" : ""),
        ])
    }
    let fonts = prepared.fonts.map { "\($0)" }.joined(separator: ", ")
    return [measure.summary(width: width), "fonts: " + fonts] + table.lines
  }
}

extension TextMeasure {
  /// Lines, height and width in words.
  func summary(width: Double) -> String {
    let shrunk = scale == 1 ? "" : ", font shrunk to \((scale * 100).fixed(1)) %"
    return "\(counted(lineCount, "line")), height \(points(height)) pt "
      + "at width \(points(width)) pt\(shrunk)"
  }
}
