import ArgumentParser
import Operations
import Precomputation
import StructuredDocuments
import TextMeasurement

/// The declared fonts, the versions of the program and its libraries, and what is missing.
struct DoctorReport {
  private let survey: FontInventory
  /// The fingerprint of all fonts; nil if one is missing.
  private let fingerprint: String?
  private let rows: [FontRow]
  private let versions = LibraryVersions.current
  /// The trial with the records of feeds; `nil` without feeds.
  private let trial: FontTrial?

  init(_ survey: FontInventory, trial: FontTrial?) throws(TextError) {
    self.survey = survey
    self.trial = trial
    fingerprint = survey.problems.isEmpty ? try FontLibrary(survey).fingerprint : nil
    var rows: [FontRow] = []
    for entry in survey.chain + survey.families { rows.append(try FontRow(entry)) }
    self.rows = rows
  }

  /// The problems, each with its remedy.
  var problems: [TextError] { survey.problems }

  private var program: String { Cellheights.configuration.version }

  /// The output for people.
  var lines: [String] {
    var table = TextTable(["step", "font", ">faces", "version", "hash", "file"])
    var step = 0
    for row in rows {
      if row.entry.role == .fallback { step += 1 }
      table.add(row.cells(step: step))
    }
    return [
      "cellheights \(program), engine \(EngineVersion.current), HarfBuzz \(versions.harfBuzz), "
        + "ICU \(versions.icu), fontconfig \(versions.fontconfig)",
      "", "fonts    tried in this order; the regular face of each is shown",
    ] + table.lines.map { "  " + $0 } + [
      "system   " + system,
      "fingerprint  " + (fingerprint ?? "none, until every font is found"), "",
      problems.isEmpty ? "nothing is missing" : counted(problems.count, "problem"),
    ] + problems.map { "- " + "\($0)".printable() } + (trial?.lines ?? [])
  }

  private var system: String {
    if survey.chain.first?.faces.first?.isCaptured == true {
      return
        "a metrics pack; 'cellheights fonts show FEED' counts the cells with words that it does "
        + "not have"
    }
    guard survey.isSystemSubstituted else { return "the files that were declared" }
    return "a substitute, \(FontInventory.systemSubstitute): heights are marked substitute-font; "
      + "name the files of the app's own font, or a metrics pack, with --system-font"
  }

  /// The document `cellheights.doctor/1`.
  var json: String {
    JSONWriter.document("cellheights.doctor/1") { json in
      json.member("ok", problems.isEmpty)
      json.object("versions") { json in
        json.member("cellheights", program)
        json.member("engine", EngineVersion.current)
        json.member("harfbuzz", versions.harfBuzz)
        json.member("icu", versions.icu)
        json.member("fontconfig", versions.fontconfig)
      }
      json.object("fonts") { json in
        json.key("fingerprint")
        if let fingerprint { json.string(fingerprint) } else { json.literal("null") }
        json.object("system") { json in
          json.member("substitute", survey.isSystemSubstituted)
          if survey.isSystemSubstituted { json.member("family", FontInventory.systemSubstitute) }
        }
        json.array("entries", rows) { json, row in row.write(to: &json) }
      }
      json.array("problems", problems) { json, problem in
        json.member("message", "\(problem)")
        if case .missingFont(_, let nearest?) = problem { json.member("nearest", nearest) }
      }
      trial?.write(to: &json)
    }
  }
}

/// A declared font, with properties of its regular face.
private struct FontRow {
  let entry: FontChainEntry
  private let facts: FontFacts?

  init(_ entry: FontChainEntry) throws(TextError) {
    self.entry = entry
    var facts: FontFacts?
    if let regular = entry.regular { facts = try FontFacts(of: regular) }
    self.facts = facts
  }

  /// The row of the font in the table.
  ///
  /// - Parameter step: The number of the font in the fallback chain, from 1.
  func cells(step: Int) -> [String] {
    let label = entry.role == .fallback ? String(step) : entry.role.rawValue
    guard let facts, let regular = entry.regular else {
      return [label, entry.name.printable(), "0", "", "", "missing"]
    }
    let name = entry.role == .system ? facts.familyName : entry.name
    return [
      label, name.printable(), String(entry.faces.count), Self.short(facts.version).printable(),
      String(facts.hash.prefix(8)),
      (regular.index == 0 ? regular.file : "\(regular.file)#\(regular.index)").printable(),
    ]
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
    guard let facts, let regular = entry.regular else {
      if let problem = entry.problem { json.member("problem", "\(problem)") }
      return
    }
    json.object("regular") { json in
      json.member("family", facts.familyName)
      json.member("file", regular.file)
      json.member("index", regular.index)
      json.member("version", facts.version)
      json.member("hash", facts.hash)
    }
  }
}
