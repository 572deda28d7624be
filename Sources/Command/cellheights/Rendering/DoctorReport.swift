import ArgumentParser
import FeedRecords
import Precomputation
import StructuredDocuments
import TextMeasurement

struct DoctorReport {
  let sections: [any DoctorSection]

  var problems: [DoctorProblem] { sections.flatMap(\.problems) }

  var lines: [String] {
    var lines: [String] = []
    for section in sections {
      if !lines.isEmpty { lines.append("") }
      lines += section.lines
    }
    lines.append("")
    let problems = problems
    lines.append(problems.isEmpty ? "nothing is missing" : counted(problems.count, "problem"))
    lines += problems.map { "- " + $0.message.printable() }
    return lines
  }

  /// The document `cellheights.doctor/1`.
  var json: String {
    JSONWriter.document("cellheights.doctor/1") { json in
      json.member("ok", problems.isEmpty)
      for section in sections { json.object(section.name) { section.write(to: &$0) } }
      let problems = sections.flatMap { section in section.problems.map { (section.name, $0) } }
      json.array("problems", problems) { json, entry in
        let (section, problem) = entry
        json.member("section", section)
        json.member("message", problem.message)
        if let nearest = problem.nearest { json.member("nearest", nearest) }
      }
    }
  }
}

/// A part of the report about one subject.
protocol DoctorSection {
  /// The name of the member in JSON.
  var name: String { get }
  var problems: [DoctorProblem] { get }
  /// The output for people, without problems.
  var lines: [String] { get }
  /// Writes the members of the section.
  func write(to json: inout JSONWriter)
}

/// A missing or invalid dependency, with its remedy.
struct DoctorProblem: Hashable {
  /// The description, in one sentence.
  var message: String
  /// The existing name that is most similar to a misspelled one; nil if there is none.
  var nearest: String?

  init(_ message: String) { self.message = message }

  init(_ error: TextError) {
    message = "\(error)"
    if case .missingFont(_, let nearest) = error { self.nearest = nearest }
  }
}

/// The versions of the program and of the text libraries.
struct VersionSection: DoctorSection {
  private let versions = LibraryVersions.current

  let name = "versions"
  let problems: [DoctorProblem] = []

  private var program: String { Cellheights.configuration.version }

  var lines: [String] {
    [
      "cellheights \(program), engine \(EngineVersion.current), HarfBuzz \(versions.harfBuzz), "
        + "ICU \(versions.icu), fontconfig \(versions.fontconfig)"
    ]
  }

  func write(to json: inout JSONWriter) {
    json.member("cellheights", program)
    json.member("engine", EngineVersion.current)
    json.member("harfbuzz", versions.harfBuzz)
    json.member("icu", versions.icu)
    json.member("fontconfig", versions.fontconfig)
  }
}

/// The declared fonts, in the order of fallback.
struct FontSection: DoctorSection {
  private let survey: FontInventory
  private let fingerprint: String?
  private let rows: [FontRow]

  let name = "fonts"

  init(survey: FontInventory, fingerprint: String?) throws(TextError) {
    self.survey = survey
    self.fingerprint = fingerprint
    var rows: [FontRow] = []
    for entry in survey.chain + survey.families { rows.append(try FontRow(entry)) }
    self.rows = rows
  }

  var problems: [DoctorProblem] { survey.problems.map(DoctorProblem.init) }

  var lines: [String] {
    var table = TextTable(["step", "font", ">faces", "version", "hash", "scripts", "file"])
    var step = 0
    for row in rows {
      if row.entry.role == .fallback { step += 1 }
      table.add(row.cells(step: step))
    }
    var lines = ["fonts    tried in this order; the regular face of each is shown"]
    lines += table.lines.map { "  " + $0 }
    lines.append("system   " + system)
    lines.append("fingerprint  " + (fingerprint ?? "none, until every font is found"))
    return lines
  }

  private var system: String {
    guard survey.isSystemSubstituted else { return "the files that were declared" }
    return "a substitute, \(FontInventory.systemSubstitute): heights are marked substitute-font; "
      + "name the files of the app's own font with --system-font"
  }

  func write(to json: inout JSONWriter) {
    json.key("fingerprint")
    if let fingerprint { json.string(fingerprint) } else { json.literal("null") }
    json.object("system") { json in
      json.member("substitute", survey.isSystemSubstituted)
      if survey.isSystemSubstituted { json.member("family", FontInventory.systemSubstitute) }
    }
    json.array("entries", rows) { json, row in row.write(to: &json) }
  }
}

/// A declared font, with properties of its regular face.
struct FontRow {
  let entry: FontChainEntry
  private let facts: FontFacts?

  init(_ entry: FontChainEntry) throws(TextError) {
    self.entry = entry
    var facts: FontFacts?
    if let regular = entry.regular { facts = try FontFacts(of: regular) }
    self.facts = facts
  }

  /// Maximum number of scripts in a row of the table.
  private static let shownScripts = 4

  /// The row of the font in the table.
  ///
  /// - Parameter step: The number of the font in the fallback chain, from 1.
  func cells(step: Int) -> [String] {
    let label = entry.role == .fallback ? String(step) : entry.role.rawValue
    guard let facts, let regular = entry.regular else {
      return [label, entry.name.printable(), "0", "", "", "", "missing"]
    }
    var name = entry.role == .system ? facts.familyName : entry.name
    let others = entry.regions.map(\.region).filter { !entry.name.hasSuffix(" " + $0) }
    if !others.isEmpty { name += ", " + others.joined(separator: " ") }
    return [
      label, name.printable(), String(entry.faces.count), Self.short(facts.version).printable(),
      String(facts.hash.prefix(8)), scripts(facts), place(of: regular).printable(),
    ]
  }

  private func place(of face: FontDescription) -> String {
    var place = face.index == 0 ? face.file : "\(face.file)#\(face.index)"
    if face.isVariable { place += " (variable: \(face.axisTags.joined(separator: " ")))" }
    return place
  }

  private func scripts(_ facts: FontFacts) -> String {
    if facts.isEmoji { return "emoji" }
    // These codes are omitted: nearly every font has characters without a script.
    let named = facts.scripts.map(\.code).filter { !["Zyyy", "Zinh", "Zzzz"].contains($0) }
    guard !named.isEmpty else { return "symbols" }
    let more = named.count - Self.shownScripts
    return named.prefix(Self.shownScripts).joined(separator: " ") + (more > 0 ? " +\(more)" : "")
  }

  /// The version number in a text such as `Version 2.042;GOOG;…`.
  private static func short(_ version: String) -> String {
    let text = version.prefix { $0 != ";" && $0 != "," }
    let words = text.split(separator: " ").filter { $0.lowercased() != "version" }
    return String(words.first ?? text).prefix(20).description
  }

  func write(to json: inout JSONWriter) {
    json.member("role", entry.role.rawValue)
    json.member("name", entry.name)
    json.member("faces", entry.faces.count)
    json.strings("regions", entry.regions.map(\.region))
    guard let facts, let regular = entry.regular else {
      if let problem = entry.problem { json.member("problem", "\(problem)") }
      return
    }
    json.object("regular") { json in
      json.member("family", facts.familyName)
      json.member("file", regular.file)
      json.member("index", regular.index)
      json.member("weight", regular.weight)
      json.member("width", regular.width)
      json.member("slant", regular.slant.rawValue)
      json.strings("axes", regular.axisTags)
      json.member("version", facts.version)
      json.member("hash", facts.hash)
      json.member("emoji", facts.isEmoji)
      json.member("characters", facts.characters)
      json.array("scripts", facts.scripts) { json, script in
        json.member("code", script.code)
        json.member("characters", script.characters)
      }
    }
  }
}

/// The font that is used for each grapheme of a text.
struct TextSection: DoctorSection {
  private let served: [ServedGrapheme]

  let name = "text"
  let problems: [DoctorProblem]

  /// Finds the fonts; the section is empty without a library.
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
  /// Whether a grapheme belongs in the same row as the previous one.
  fileprivate func continues(_ other: ServedGrapheme) -> Bool {
    font == other.font && isMissing == other.isMissing
      && range.lowerBound == other.range.upperBound
  }
}
