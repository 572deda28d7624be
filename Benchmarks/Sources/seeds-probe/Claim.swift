import PairedBenchmark
import StructuredDocuments

/// A claim of a talk or an article, and our measurement.
struct Claim {
  /// The claim in short words.
  let claim: String
  /// The figure of its author, with device and year.
  let theirs: String
  /// Our figure, or the reason why there is none.
  let ours: String
  /// How ours is measured, and what differs.
  let how: String
}

/// All claims, as a page for people and as a document for programs.
struct ClaimReport {
  private let machine: Machine
  private let date: String
  private let claims: [Claim]

  init(_ claims: [Claim], machine: Machine, date: String) {
    self.claims = claims
    self.machine = machine
    self.date = date
  }

  private var place: String {
    "\(machine.processor), \(machine.cores) processors, \(machine.system)"
      + (machine.governor.map { ", governor \($0)" } ?? ", governor unknown")
      + (machine.load.map { ", load \($0)" } ?? "")
  }

  /// The page, in Markdown.
  var markdown: String {
    var lines = [
      "# Claims of talks and articles, measured here", "",
      "Each row has a claim of a talk or an article on Auto Layout, with its device and year, and "
        + "the same measurement by `scripts/bench seeds` on \(date): \(place).",
      "",
      "The devices, compilers and programs differ. Compare only ratios within one column. The "
        + "figures in the column Ours are medians of pairs on the processor clock of one thread, "
        + "with minimum and maximum in brackets. Times are for orientation. No measurement uses "
        + "UIKit.",
      "",
      "Sources: **A** WWDC 2018, session 220, \u{201C}High Performance Auto Layout\u{201D}; "
        + "**B** Nick "
        + "Snyder, \u{201C}Getting rid of Auto Layout\u{201D}, on LayoutKit at LinkedIn (2016); "
        + "**C** the article on "
        + "Panda and Layoutable, a study of what makes Auto Layout slow (2018); **E** Korean notes "
        + "on A.",
      "", "| Claim (source) | Theirs | Ours | How, and what differs |", "|---|---|---|---|",
    ]
    lines += claims.map { "| \($0.claim) | \($0.theirs) | \($0.ours) | \($0.how) |" }
    return lines.joined(separator: "\n")
  }

  /// The document `cellheights.seeds/1`, on one line.
  var json: String {
    var json = JSONWriter()
    func member(_ key: String, _ text: String) {
      json.key(key)
      json.string(text)
    }
    json.beginObject()
    member("schema", "cellheights.seeds/1")
    member("date", date)
    member("machine", place)
    json.key("claims")
    json.beginArray()
    for claim in claims {
      json.beginObject()
      member("claim", claim.claim)
      member("theirs", claim.theirs)
      member("ours", claim.ours)
      member("how", claim.how)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.text
  }
}
