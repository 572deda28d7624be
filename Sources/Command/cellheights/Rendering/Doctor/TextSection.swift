import FeedRecords
import StructuredDocuments
import TextMeasurement

/// The font of each grapheme of a text.
struct TextSection: DoctorSection {
  private let served: [ServedGrapheme]

  let name = "text"
  let problems: [DoctorProblem]

  /// Resolves the fonts; none without a library.
  init(
    text: String, font: String, language: String?, lineBreak: LineBreakMode,
    library: FontLibrary?
  ) {
    guard let library else {
      served = []
      problems = []
      return
    }
    do throws(TextError) {
      served = try FontInspector(library: library).servingFonts(
        of: text, style: TextStyle(family: font), language: language, lineBreak: lineBreak)
    } catch {
      served = []
      problems = [DoctorProblem(error)]
      return
    }
    var missing: [String] = []
    for grapheme in served where grapheme.isMissing {
      let code = Self.codePoints(grapheme.text)
      if !missing.contains(code) { missing.append(code) }
    }
    problems = missing.map {
      DoctorProblem("no font of the chain has \($0): add one that has it with --fallback")
    }
  }

  var lines: [String] {
    guard !served.isEmpty else { return ["text     no font was asked"] }
    var table = TextTable([">from", ">to", "font", "text"])
    var index = 0
    while index < served.count {
      let first = served[index]
      var last = index
      while last + 1 < served.count, served[last + 1].continues(served[last]) { last += 1 }
      let text = served[index...last].map(\.text).joined()
      let shown = first.isMissing ? "missing: " + Self.codePoints(text) : text
      table.add([
        String(first.range.lowerBound), String(served[last].range.upperBound), "\(first.font)",
        shown.printable(),
      ])
      index = last + 1
    }
    return ["text     served by, in UTF-16 units"] + table.lines.map { "  " + $0 }
  }

  func write(to json: inout JSONWriter) {
    json.array("graphemes", served) { json, grapheme in
      json.member("text", grapheme.text)
      json.member("start", grapheme.range.lowerBound)
      json.member("end", grapheme.range.upperBound)
      json.member("font", "\(grapheme.font)")
      json.member("file", grapheme.font.file)
      json.member("index", grapheme.font.index)
      if grapheme.isMissing {
        json.member("missing", true)
      }
    }
  }

  private static func codePoints(_ text: String) -> String {
    text.unicodeScalars.prefix(8).map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }.joined(separator: " ")
  }
}

extension ServedGrapheme {
  /// Whether a grapheme continues the row of the previous one.
  fileprivate func continues(_ other: ServedGrapheme) -> Bool {
    font == other.font && isMissing == other.isMissing
      && range.lowerBound == other.range.upperBound
  }
}
