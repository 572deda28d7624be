import AutoLayout
import CellTemplates
import LayoutPrimitives
import StructuredDocuments
import TextMeasurement

/// `cellheights.records/1`: the data from which a page lays out and draws cells itself.
struct RecordsDocument {
  private var json = JSONWriter()
  /// The fonts, which records refer to by number.
  private(set) var fonts: DemoFonts
  private var styles: [Style] = []
  private var numbers: [Style: Int] = [:]

  private struct Style: Hashable {
    let characters: CharacterStyle
    let fonts: [Int]
  }

  init(feed: String, environment: String, generation: Int, fonts: DemoFonts) {
    self.fonts = fonts
    json.beginObject()
    json.member("schema", "cellheights.records/1")
    json.member("feed", feed)
    json.member("environment", environment)
    json.member("generation", generation)
    json.key("records")
    json.beginArray()
  }

  /// Adds a record with the frames and texts of its views.
  ///
  /// - Parameter stored: The stored height, in points.
  mutating func add(
    _ cell: CellContent, id: String, environment: Environment, stored: Double
  ) throws(TextError) {
    let height = environment.grid.points(cell.layout.height)
    json.beginObject()
    json.member("id", id)
    json.member("template", cell.template.name)
    if let language = cell.language { json.member("language", language) }
    json.member("height", stored)
    // The page shows that this layout differs from the stored height.
    if height != stored { json.member("laidOut", height) }
    json.key("views")
    json.beginArray()
    for (index, view) in cell.template.views.enumerated() where view.kind.hasFrame {
      try add(view, cell.views[index], frame: cell.solved.frames[index], cell.language)
    }
    // The page draws the parts of markup like views.
    for block in cell.markupPictures { try addPart("image", block.frame, nil, cell.language) }
    for (frame, text) in cell.markupTexts { try addPart("label", frame, text, cell.language) }
    json.endArray()
    json.endObject()
  }

  private mutating func add(
    _ view: TemplateView, _ content: CellContent.View, frame: Rect, _ language: String?
  ) throws(TextError) {
    json.beginObject()
    json.member("id", view.id)
    json.member("kind", view.kind.rawValue)
    numbers("frame", [frame.x, frame.y, frame.width, frame.height])
    if content.isHidden { json.member("hidden", true) }
    if let picture = content.picture { json.member("picture", picture) }
    if let text = content.text {
      json.key("text")
      try add(text, language)
    }
    json.endObject()
  }

  private mutating func addPart(
    _ kind: String, _ frame: Rect, _ text: CellContent.Text?, _ language: String?
  ) throws(TextError) {
    json.beginObject()
    json.member("id", "markup")
    json.member("kind", kind)
    numbers("frame", [frame.x, frame.y, frame.width, frame.height])
    if let text {
      json.key("text")
      try add(text, language)
    }
    json.endObject()
  }

  private mutating func add(
    _ text: CellContent.Text, _ language: String?
  ) throws(TextError) {
    json.beginObject()
    // All runs may use the fonts of the whole text, so that runs of one style have one number.
    let whole = text.text.text
    let own = try number(of: text.style.characters, language, for: whole)
    json.member("style", own)
    json.key("runs")
    json.beginArray()
    var rest = Substring(text.text.text)
    for run in text.text.runs {
      let end = rest.utf16.index(
        rest.startIndex, offsetBy: run.length, limitedBy: rest.endIndex)
      let piece = rest[..<(end ?? rest.endIndex)]
      rest = rest[piece.endIndex...]
      addRun(String(piece), try number(of: run.style, language, for: whole))
    }
    if !rest.isEmpty { addRun(String(rest), own) }
    json.endArray()
    json.member("lines", text.fitting.lines)
    json.member("truncation", text.fitting.truncation.rawValue)
    if text.style.lineHeightMultiple > 0 {
      json.member("lineHeight", text.style.lineHeightMultiple)
    }
    numbers(
      "padding",
      [text.padding.top, text.padding.leading, text.padding.bottom, text.padding.trailing])
    numbers("image", [text.picture.width, text.picture.height])
    if let measured = text.measured {
      json.member("height", measured.height)
      json.member("lineCount", measured.lines.count)
      json.member("truncated", measured.lines.truncated)
    }
    let foreign = Self.foreign(text)
    if !foreign.isEmpty {
      json.key("foreign")
      json.beginArray()
      for name in foreign { json.string(name) }
      json.endArray()
    }
    json.endObject()
  }

  /// The names of the properties of a text that CSS cannot express.
  private static func foreign(_ text: CellContent.Text) -> [String] {
    let style = text.style
    let all = [
      ("lineSpacing", style.lineSpacing != 0),
      ("paragraphSpacing", style.paragraphSpacing != 0 || style.paragraphSpacingBefore != 0),
      ("lineHeight", style.minimumLineHeight != 0 || style.maximumLineHeight != 0),
      ("truncation", text.fitting.lines > 0 && text.fitting.truncation != .tail),
      ("minimumScale", text.fitting.minimumScale < 1),
      ("tightening", text.fitting.tightening > 0),
      ("tracking", style.characters.tracking != .none),
      ("wrapping", style.wrapping != .word || !text.fitting.wraps),
      ("placement", text.isPlaced),
      ("textSpacingTrim", style.textSpacingTrim != .normal),
    ]
    return all.filter(\.1).map(\.0)
  }

  private mutating func addRun(_ text: String, _ style: Int) {
    json.beginArray()
    json.string(text)
    json.number(style)
    json.endArray()
  }

  private mutating func numbers(_ name: String, _ values: [Double]) {
    json.key(name)
    json.beginArray()
    for value in values { json.literal(JSONWriter.digits(of: value)) }
    json.endArray()
  }

  private mutating func number(
    of characters: CharacterStyle, _ language: String?, for text: String
  ) throws(TextError) -> Int {
    let style = Style(
      characters: characters,
      fonts: try fonts.stack(of: characters, language: language, for: text))
    if let existing = numbers[style] { return existing }
    numbers[style] = styles.count
    styles.append(style)
    return styles.count - 1
  }

  /// Ends the document.
  ///
  /// - Parameter missing: The ids of the records that cannot be shown, each with the reason.
  mutating func end(missing: [(id: String, reason: String)]) -> [UInt8] {
    json.endArray()
    json.key("missing")
    json.beginArray()
    for (id, reason) in missing {
      json.beginObject()
      json.member("id", id)
      json.member("reason", reason)
      json.endObject()
    }
    json.endArray()
    json.key("styles")
    json.beginArray()
    for style in styles { add(style) }
    json.endArray()
    // Emoji fonts: their advances are whole pixels only if the system has the font installed.
    json.key("installed")
    json.beginObject()
    for (number, family) in fonts.installed.sorted(by: { $0.key < $1.key }) {
      json.member("\(number)", family)
    }
    json.endObject()
    json.endObject()
    json.endLine()
    return json.bytes
  }

  private mutating func add(_ style: Style) {
    json.beginObject()
    json.member("size", style.characters.size)
    json.member("weight", style.characters.weight)
    json.member("letterSpacing", style.characters.letterSpacing)
    json.member("baselineOffset", style.characters.baselineOffset)
    json.key("fonts")
    json.beginArray()
    for font in style.fonts { json.number(font) }
    json.endArray()
    json.endObject()
  }
}
