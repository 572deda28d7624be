import Foundation

/// The claims that rows of `cellheights-bench` measure.
struct BenchClaims {
  private let ratios: [String: Double]

  /// Reads a document `cellheights.bench/1`.
  init(path: String) throws {
    struct Document: Decodable {
      struct Row: Decodable {
        let name: String
        let value: Double
      }
      let ratios: [Row]
    }
    let data = try Data(contentsOf: URL(filePath: path))
    let document = try JSONDecoder().decode(Document.self, from: data)
    ratios = Dictionary(uniqueKeysWithValues: document.ratios.map { ($0.name, $0.value) })
  }

  /// The rows that have to be in the document.
  static let rows =
    ["cell.cached.vs-fresh-engine", "cell.with-text.vs-manual", "boxes.vs-manual"]
    + ["chain.update.40-vs-10", "chain.update.80-vs-10", "independent.80-vs-1"]
    + ["chain", "nested", "independent"].map { "template.first.\($0)-320-vs-80" }

  private func ratio(_ name: String) throws -> Double {
    guard let ratio = ratios[name] else { throw ProbeError("the rows have no '\(name)'") }
    return ratio
  }

  func byHand() throws -> Claim {
    Claim(
      claim: "Manual layout is many times faster than Auto Layout, LayoutKit almost as fast (B)",
      theirs: "9.4× and 7.7×, so LayoutKit takes 1.22× manual (iPhone 6, iOS 9, 2016)",
      ours:
        "one engine, with text: \(Figure.text(try ratio("cell.with-text.vs-manual")))× manual; "
        + "an engine a cell, "
        + "texts kept: \(Figure.text(try ratio("cell.cached.vs-fresh-engine")))× one engine; "
        + "boxes, with text: \(Figure.text(try ratio("boxes.vs-manual")))× manual",
      how:
        "rows `cell.with-text.vs-manual`, `boxes.vs-manual` and `cell.cached.vs-fresh-engine`, "
        + "`post`; frames, no views"
    )
  }

  func updates() throws -> Claim {
    let (forty, eighty) = (try ratio("chain.update.40-vs-10"), try ratio("chain.update.80-vs-10"))
    return Claim(
      claim: "An update grows linearly with the views: 40 and 80 views (C)",
      theirs: "1.25 and 2.5 ms = 2.0× (MacBook Pro 2016, iPhone 6s simulator)",
      ours: "\(Figure.text(eighty / forty))×; 10 to 80 views \(Figure.text(eighty))×",
      how:
        "rows `chain.update.*`: one constant that moves all views; the first is the quotient of "
        + "two medians "
        + "against 10 views")
  }

  func independent() throws -> Claim {
    Claim(
      claim: "Independent blocks add up: linear (A; E: one takes 2.5, two take 5)",
      theirs: "a straight line, no figure (iOS 12, 2018)",
      ours:
        "80 blocks in one solver \(Figure.text(try ratio("independent.80-vs-1")))× one (80 is "
        + "linear); first cell "
        + "of 320 independent labels "
        + "\(Figure.text(try ratio("template.first.independent-320-vs-80")))× 80 "
        + "(4 is linear)",
      how: "rows `independent.80-vs-1` and `template.first.independent-320-vs-80`")
  }

  func builds() throws -> Claim {
    let parts = try ["chain", "nested"].map { shape in
      let ratio = try ratio("template.first.\(shape)-320-vs-80")
      return "\(shape) \(Figure.text(ratio))×, views\(Self.raised(log(ratio) / log(4)))"
    }
    return Claim(
      claim: "Building a relative and a nested layout grows with the views (C)",
      theirs: "curves of a chart (MacBook Pro 2016, iPhone 6s simulator)",
      ours: parts.joined(separator: "; "),
      how:
        "rows `template.first.chain-320-vs-80` and `nested`: the first cell of 320 and of 80 "
        + "views, 4 is linear"
    )
  }

  private static func raised(_ exponent: Double) -> String {
    " to the power of \(Figure.text(exponent))"
  }
}
