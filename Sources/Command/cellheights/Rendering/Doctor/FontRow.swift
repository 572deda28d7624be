import FeedRecords
import StructuredDocuments
import TextMeasurement

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

  /// Maximum number of scripts that are listed.
  private static let shownScripts = 4

  /// The columns of the table.
  ///
  /// - Parameter step: Position in the fallback chain, from 1.
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
    // Nearly every font has characters without a script or for private use.
    let named = facts.scripts.map(\.code).filter { !["Zyyy", "Zinh", "Zzzz"].contains($0) }
    guard !named.isEmpty else { return "symbols" }
    let more = named.count - Self.shownScripts
    return named.prefix(Self.shownScripts).joined(separator: " ") + (more > 0 ? " +\(more)" : "")
  }

  /// The version number in `Version 2.042;GOOG;…`.
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
