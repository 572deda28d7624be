public import ArgumentParser
import FeedRecords
public import LayoutPrimitives
public import TextMeasurement

extension MetricsMode: ExpressibleByArgument {}
extension LineBreakMode: ExpressibleByArgument {}
extension TruncationMode: ExpressibleByArgument {}
extension SizeCategory: ExpressibleByArgument {}

/// `cellheights measure`.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure text: its lines, their UTF-16 ranges and widths, and its height.",
    discussion: """
      With --input the texts are read one JSON object a line, {"id","text","width"?,"language"?}, \
      and answered one line each; - reads standard input.
      """)

  @Option(name: .long, help: "The text to measure.")
  var text: String?

  @Option(name: .long, help: "A file of texts, one JSON object a line, or -.")
  var input: String?

  @Option(name: .long, help: "Font family, path of a font file, or system.")
  var font = "system"

  @OptionGroup var fonts: FontOptions

  @Option(name: .long, help: "Font size in points; by default the style's, or 17.")
  var size: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A text style, whose size follows --size-category.",
      discussion: TextStyleName.allCases.map(\.rawValue).joined(separator: ", ") + "."))
  var style: String?

  @Option(name: .long, help: "Available width in points.")
  var width: Double?

  @Option(name: .long, help: "Font weight, 1 to 1000, or a name such as semibold.")
  var weight: String?

  @Flag(name: .long, help: "An italic face.")
  var italic = false

  @Option(name: .long, help: "Width of the face in percent of normal, where the family has others.")
  var fontWidth = 100.0

  @Option(name: .long, help: "Most lines drawn; 0 means no limit.")
  var lines = 0

  @Option(name: .long, help: "Height of every line in points, in place of the font's.")
  var lineHeight: Double?

  @Option(
    name: .long, parsing: .unconditional, help: "Added after every character, in points.")
  var letterSpacing = 0.0

  @Option(name: .long, help: "Language of the text, as a BCP 47 tag.")
  var language: String?

  @Option(name: .long, help: "Where text beyond the line limit is cut.")
  var truncation = TruncationMode.tail

  @Option(name: .long, help: "The user's text size, for --style.")
  var sizeCategory = SizeCategory.large

  @Option(name: .long, help: "Platform whose line heights are used.")
  var metrics = MetricsMode.uikit

  @Option(name: .long, help: "Where lines may break; by default what goes with --metrics.")
  var lineBreak: LineBreakMode?

  @Option(name: .long, help: "Device pixels per point.")
  var scale = 3.0

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func validate() throws {
    guard (text == nil) != (input == nil) else {
      throw ValidationError("give --text T or --input FILE, one of them")
    }
    for (name, value) in [("--width", width), ("--size", size), ("--line-height", lineHeight)] {
      guard let value else { continue }
      guard value.isFinite, value > 0, value <= Environment.maximumWidth else {
        throw ValidationError("\(name) is a number of points above 0 and at most 100000")
      }
    }
    guard (50...200).contains(fontWidth) else {
      throw ValidationError("--font-width is a percentage from 50 to 200")
    }
    guard lines >= 0 else { throw ValidationError("--lines is 0 for no limit, or a number") }
    guard abs(letterSpacing) <= Environment.maximumWidth else {
      throw ValidationError("--letter-spacing is a number of points from -100000 to 100000")
    }
    guard scale > 0, scale <= 100 else {
      throw ValidationError("--scale is a number of device pixels above 0 and at most 100")
    }
    guard text == nil || width != nil else { throw ValidationError("--text needs a --width") }
  }

  func run() throws {
    let library = try fonts.library()
    let job = MeasureJob(
      measurer: try TextMeasurer(library: library), style: try textStyle(),
      rules: try rules(), lines: lines, truncation: truncation)
    if let text, let width {
      let measured = try job.measure(text, width: width, language: language)
      switch format {
      case .json: StandardOutput.write(measured.json(id: nil))
      case .table: for line in measured.table(text) { StandardOutput.write(line) }
      }
      return
    }
    try measureLines(job)
  }

  private func textStyle() throws -> TextStyle {
    var dynamic: DynamicType?
    if let style {
      guard let name = TextStyleName(rawValue: style) else {
        throw Failure(
          .usage,
          "--style '\(style)' does not exist; there are "
            + TextStyleName.allCases.map(\.rawValue).joined(separator: ", "))
      }
      dynamic = DynamicType(name, category: sizeCategory)
    }
    var number = dynamic?.weight ?? 400
    if let weight {
      guard let found = Int(weight) ?? FontWeight.number(named: weight), (1...1000).contains(found)
      else {
        throw Failure(.usage, "--weight '\(weight)' is neither 1 to 1000 nor a weight's name")
      }
      number = found
    }
    var style = TextStyle(
      family: font, weight: number, italic: italic, size: size ?? dynamic?.size ?? 17)
    style.characters.width = fontWidth
    style.letterSpacing = letterSpacing
    style.lineHeight = lineHeight
    return style
  }

  private func rules() throws -> MeasurementRules {
    let bundle: TextRules =
      switch metrics {
      case .uikit: .uikit
      case .css: .css
      case .android: .android
      }
    return try MeasurementRules(rules: bundle, scale: scale, lineBreak: lineBreak)
  }

  private func measureLines(_ job: MeasureJob) throws {
    var reader = try LineInput(path: input ?? "-")
    var output = BufferedOutput()
    while let line = try reader.next(whenIdle: { output.flush() }) {
      guard !line.isBlank else { continue }
      output.write(answer(line, job))
    }
    output.flush()
  }

  private func answer(_ line: InputLine, _ job: MeasureJob) -> String {
    let value: JSONValue
    do throws(RecordFailure) {
      if let failure = line.failure { throw failure }
      value = try JSONValue(line: line.bytes, number: line.number)
    } catch {
      return ErrorDocument(
        line: line.number, code: error.code.rawValue, message: error.message
      ).line
    }
    let id = value["id"]?.text
    guard let text = value["text"]?.string else {
      return ErrorDocument(
        line: line.number, id: id, code: "CH0425", message: "the line has no \"text\""
      ).line
    }
    guard let width = value["width"]?.number ?? width, width > 0,
      width <= Environment.maximumWidth
    else {
      return ErrorDocument(
        line: line.number, id: id, code: "CH0425",
        message: "no width above 0 and at most 100000: give \"width\" in the line or --width"
      ).line
    }
    do {
      return try job.measure(text, width: width, language: value["language"]?.string ?? language)
        .json(id: id ?? "")
    } catch {
      return ErrorDocument(
        line: line.number, id: id, code: "CH0301", message: "\(error)"
      ).line
    }
  }
}

/// One style, many texts.
struct MeasureJob {
  let measurer: TextMeasurer
  let style: TextStyle
  let rules: MeasurementRules
  let lines: Int
  let truncation: TruncationMode

  func measure(
    _ text: String, width: Double, language: String?
  ) throws(TextError) -> MeasuredText {
    let prepared = try measurer.prepare(text, style: style, language: language, rules: rules)
    return MeasuredText(
      width: width,
      lines: prepared.lines(width: width, lines: lines, truncation: truncation),
      measure: prepared.wrapped(width: width, lines: lines, truncation: truncation),
      fonts: prepared.fonts)
  }
}

/// What was measured.
struct MeasuredText {
  let width: Double
  let lines: [MeasuredLine]
  let measure: TextMeasure
  let fonts: [FontDescription]

  func json(id: String?) -> String {
    var json = JSONWriter()
    json.beginObject()
    if let id { json.member("id", id) }
    json.member("width", width)
    json.key("lines")
    json.beginArray()
    for line in lines {
      json.beginObject()
      json.member("start", line.start)
      json.member("end", line.end)
      json.member("width", line.width)
      json.endObject()
    }
    json.endArray()
    json.member("height", measure.height)
    if measure.truncated {
      json.key("truncated")
      json.literal("true")
    }
    if id == nil {
      json.key("fonts")
      json.beginArray()
      for font in fonts { json.string("\(font)") }
      json.endArray()
    }
    json.endObject()
    return json.text
  }

  func table(_ text: String) -> [String] {
    let units = Array(text.utf16)
    var table = TextTable([">line", ">start", ">end", ">width", "text"])
    for (index, line) in lines.enumerated() {
      let slice = units[max(0, line.start)..<min(units.count, max(line.start, line.end))]
      let shown = String(decoding: slice, as: UTF16.self)
        .split(whereSeparator: \.isNewline).joined(separator: "⏎")
      table.add(
        [
          "\(index + 1)", "\(line.start)", "\(line.end)", fixed(line.width, 3),
          shown + (line.truncated ? " …" : ""),
        ])
    }
    let heading =
      "\(counted(measure.lineCount, "line")), height \(points(measure.height)) pt "
      + "at width \(points(width)) pt"
    return [heading, "fonts: " + fonts.map { "\($0)" }.joined(separator: ", ")] + table.lines
  }
}
