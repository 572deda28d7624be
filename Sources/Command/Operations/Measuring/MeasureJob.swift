import CommandSettings
import FeedRecords
package import LayoutPrimitives
package import StructuredDocuments
package import TextMeasurement

/// The settings of a measurement; an input line can have a width, a language and runs.
package struct MeasureJob: Sendable {
  package let library: FontLibrary
  package let limits: TextLimits
  package let shaping: ShapingMethod
  package let style: TextStyle
  package let rules: MeasurementRules
  package let fitting: LineFitting
  package let direction: LayoutDirection
  package let language: String?
  /// Available width in points for lines without a width; `nil` if every line must have one.
  package let width: Double?

  package init(
    library: FontLibrary, limits: TextLimits, shaping: ShapingMethod, style: TextStyle,
    rules: MeasurementRules, fitting: LineFitting, direction: LayoutDirection, language: String?,
    width: Double?
  ) {
    self.library = library
    self.limits = limits
    self.shaping = shaping
    self.style = style
    self.rules = rules
    self.fitting = fitting
    self.direction = direction
    self.language = language
    self.width = width
  }

  /// Measures one text.
  ///
  /// - Parameter width: The available width, in points.
  package func measure(
    _ text: AttributedText, width: Double, language: String?, with measurer: TextMeasurer
  ) throws(TextError) -> MeasuredText {
    let prepared = try measurer.prepare(
      text, style: style, language: language, direction: direction, rules: rules)
    let layout = prepared.layout(width: width, fitting: fitting)
    return MeasuredText(
      width: width, layout: layout, caveats: prepared.caveats.union(layout.measure.caveats),
      prepared: prepared)
  }

  /// The caveats of every text: `substituteFont` if a substitute replaces the font of the style.
  package var caveats: Caveats {
    library.isSubstitute(style.characters, mode: rules.lineBreak.mode) ? .substituteFont : []
  }
}

/// The measurement of a text.
package struct MeasuredText {
  package let width: Double
  package let layout: TextLayout
  package let caveats: Caveats
  package let prepared: PreparedText

  private var measure: TextMeasure { layout.measure }

  /// Writes the output for a line of input.
  ///
  /// - Parameter known: Caveats that apply to every line, which are omitted.
  package func write(to json: inout JSONWriter, id: String, apartFrom known: Caveats) {
    json.object { json in
      json.member("id", id)
      writeLines(to: &json)
      writeCaveats(caveats.subtracting(known), to: &json)
    }
  }

  /// The document `cellheights.measure/1`, with the names of the used fonts.
  package var json: String {
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

  /// The lines of the text as a table, below the size of the text and its fonts.
  package func table(_ text: String) -> [String] {
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
  /// Number of lines, height and width as a phrase; `width` is the available width, in points.
  package func summary(width: Double) -> String {
    let shrunk = scale == 1 ? "" : ", font shrunk to \((scale * 100).fixed(1)) %"
    return "\(counted(lineCount, "line")), height \(points(height)) pt "
      + "at width \(points(width)) pt\(shrunk)"
  }
}
