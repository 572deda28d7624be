import AutoLayout
import CellTemplates
import FeedRecords
import Foundation
import LayoutPrimitives
import PairedBenchmark

/// The claims about whole cells.
struct TemplateClaims {
  let input: ProbeInput

  /// Engines that laying records out makes.
  func engines() throws -> Claim {
    let records = input.posts.prefix(7)
    let measurer = try input.measurer(keeping: 100)
    let live = CellLayouter(plan: try input.plan("post"), measurer: measurer)
    var (kept, fresh) = (live, live)
    for record in records {
      _ = try kept.cellLayout(record, in: input.environment)
      fresh.forgetEngines()
      _ = try fresh.cellLayout(record, in: input.environment)
    }
    return Claim(
      claim:
        "A cell in the window has an engine already; `systemLayoutSizeFitting` makes one for "
        + "every call (A, C)",
      theirs: "0 in the window, 1 a call otherwise (iOS 12, 2018)",
      ours: "\(kept.enginesCreated) for \(records.count) records live, "
        + "\(fresh.enginesCreated) if each is laid out by a new engine",
      how: "`CellLayouter.enginesCreated`, `post`; a live layouter creates one for its first cell")
  }

  /// Twenty cells of a professional network's feed, in time.
  func twentyCells() async throws -> Claim {
    let measurer = try input.measurer(keeping: 0)
    let records = Array(input.posts.prefix(20))
    let live = LayouterBox(CellLayouter(plan: try input.plan("linkedin"), measurer: measurer))
    let fresh = LayouterBox(live.layouter)
    let figure = try await Figure.comparing(
      pairs: input.pairs, operations: 1,
      { try fresh.layOut(records, input, afresh: true) },
      with: { try live.layOut(records, input, afresh: false) })
    return Claim(
      claim: "20 cells of a LinkedIn-like feed in one frame of 16 ms (B)",
      theirs:
        "stack views 46 ms, Auto Layout 28 ms, LayoutKit and by hand 6 ms a layout pass (iPhone "
        + "6, iOS 9, 2016)",
      ours:
        "an engine a cell \(Figure.time(figure.first)), one engine \(Figure.time(figure.second)): "
        + figure.ratio,
      how:
        "`Feeds/templates/linkedin.yaml`, the demo feed's first 20 English posts, words seen "
        + "before, no text kept; frames, no views. The milliseconds of the source are of another "
        + "machine")
  }

  // MARK: Stacks

  /// The same cell with stack views and with constraints.
  func stacks() async throws -> Claim {
    let records = Array(input.posts.prefix(60))
    let measurer = try input.measurer(keeping: records.count * 8)
    let stacks = LayouterBox(
      CellLayouter(plan: try input.plan("stacks", text: Self.stacks), measurer: measurer))
    let plain = LayouterBox(
      CellLayouter(plan: try input.plan("plain", text: Self.plain), measurer: measurer))
    for record in records {
      let ours = try stacks.frames(record, input)
      let other = try plain.frames(record, input)
      for (view, frame) in other where ours[view] != frame {
        throw ProbeError(
          "\(record.id): \(view) is at \(frame), in stacks \(ours[view].debugDescription)")
      }
    }
    let warm = try await Figure.comparing(
      pairs: input.pairs, operations: records.count,
      { try stacks.layOut(records, input, afresh: false) },
      with: { try plain.layOut(records, input, afresh: false) })
    let cold = try await Figure.comparing(
      pairs: input.pairs, operations: records.count,
      { try stacks.layOut(records, input, afresh: true) },
      with: { try plain.layOut(records, input, afresh: true) })
    return Claim(
      claim: "Stack views are slower than plain constraints (B)",
      theirs: "46 against 28 ms = 1.6× (iPhone 6, iOS 9, 2016)",
      ours: "one engine \(warm.ratio); an engine a cell \(cold.ratio)",
      how:
        "one cell of an avatar and three labels, written with two nested stacks and with "
        + "constraints, frames "
        + "equal; texts kept. One engine: \(warm.times), an engine a cell: \(cold.times)")
  }

  private static let views = """
      - {id: avatar, kind: image, size: [40, 40]}
      - {id: title, kind: label, text: "{title}", style: headline, lines: 2}
      - {id: date, kind: label, text: "{published, date, medium}", style: caption1}
      - {id: body, kind: label, text: "{content}", style: body, lines: 6}
    """

  private static let stacks = """
    schema: cellheights.template/1
    template: stacks
    views:
      - id: row
        kind: stack
        spacing: 12
        alignment: top
        subviews:
          - {id: avatar, kind: image, size: [40, 40]}
          - id: column
            kind: stack
            axis: vertical
            spacing: 4
            subviews:
              - {id: title, kind: label, text: "{title}", style: headline, lines: 2}
              - {id: date, kind: label, text: "{published, date, medium}", style: caption1}
              - {id: body, kind: label, text: "{content}", style: body, lines: 6}
    constraints: ["H:|-16-[row]-16-|", "V:|-12-[row]-12-|"]
    """

  private static let plain = """
    schema: cellheights.template/1
    template: plain
    views:
    \(views)
    constraints:
      - "H:|-16-[avatar]-12-[title]-16-|"
      - "H:[avatar]-12-[date]-16-|"
      - "H:[avatar]-12-[body]-16-|"
      - "V:|-12-[avatar]-(>=12)-|"
      - "V:|-12-[title]-4-[date]-4-[body]-12-|"
    """

  // MARK: Two lines

  /// A label of two lines beside one that does not give way, by number of rows.
  func twoLines() async throws -> Claim {
    let measurer = try input.measurer(keeping: 1_000)
    func layouter(labels: Int, lines: Int) throws -> LayouterBox {
      let plan = try input.plan("rows", text: Self.rows(labels / 2, lines: lines))
      return LayouterBox(CellLayouter(plan: plan, measurer: measurer))
    }
    let (two, one) = (try layouter(labels: 10, lines: 2), try layouter(labels: 10, lines: 1))
    let records = Array(
      try input.posts.filter { post in
        let (wrapped, cut) = (try two.frames(post, input)["l0"], try one.frames(post, input)["l0"])
        return (wrapped?.height ?? 0) > (cut?.height ?? 0)
      }.prefix(10))
    guard let record = records.first else { throw ProbeError("no post has two lines") }
    var parts: [String] = []
    for labels in [10, 40, 160] {
      let two = try layouter(labels: labels, lines: 2)
      let one = try layouter(labels: labels, lines: 1)
      let figure = try await Figure.comparing(
        pairs: input.pairs, operations: records.count,
        { try two.layOut(records, input, afresh: false) },
        with: { try one.layOut(records, input, afresh: false) })
      parts.append("\(labels) labels \(Figure.text(median(figure.ratios)))×")
    }
    var grown: [Figure] = []
    for lines in [2, 1] {
      let many = try layouter(labels: 160, lines: lines)
      let few = try layouter(labels: 10, lines: lines)
      grown.append(
        try await Figure.comparing(
          pairs: min(input.pairs, 11), operations: 1,
          { try many.layOut([record], input, afresh: true) },
          with: { try few.layOut([record], input, afresh: true) }))
    }
    return Claim(
      claim: "A two-line label beside one that does not give way blows up with the number of "
        + "views; a one-line label does not (B)",
      theirs: "a curve without figures: steep for two lines, flat for one (iPhone 6, iOS 9, 2016)",
      ours: "two lines / one line, one engine: \(parts.joined(separator: ", ")). First cell of "
        + "160 / 10 "
        + "labels: two lines \(grown[0].ratio), labels\(Self.power(grown[0])); one line "
        + "\(grown[1].ratio), labels\(Self.power(grown[1]))",
      how: "rows of a label of up to 2 lines and one with hugging and compression 1000, below each "
        + "other, texts kept, \(records.count) records whose labels wrap; first cell: "
        + "\(grown[0].times) "
        + "and \(grown[1].times), 16 is linear. As in the source, two lines grow faster than "
        + "one, but only until an engine has answered once")
  }

  /// The growth of 16 times as many labels as an exponent.
  private static func power(_ figure: Figure) -> String {
    " to the power of \(Figure.text(log(median(figure.ratios)) / log(16)))"
  }

  private static func rows(_ count: Int, lines: Int) -> String {
    var views: [String] = []
    var constraints: [String] = []
    for row in 0..<count {
      views.append(
        "  - {id: l\(row), kind: label, text: \"{content}\", style: body, lines: \(lines)}")
      views.append(
        "  - {id: r\(row), kind: label, text: \"{published, date, medium}\", style: caption1,"
          + " hugging: {horizontal: 1000, vertical: 250},"
          + " compression: {horizontal: 1000, vertical: 750}}")
      constraints.append("  - \"H:|-16-[l\(row)]-(>=8)-[r\(row)]-16-|\"")
      constraints.append(
        row == 0 ? "  - \"V:|-8-[l0]\"" : "  - \"V:[l\(row - 1)]-8-[l\(row)]\"")
      constraints.append("  - \"r\(row).top == l\(row).top\"")
    }
    constraints.append("  - \"V:[l\(count - 1)]-8-|\"")
    return """
      schema: cellheights.template/1
      template: rows
      views:
      \(views.joined(separator: "\n"))
      constraints:
      \(constraints.joined(separator: "\n"))
      """
  }
}

/// Holds a layouter that closures change.
private final class LayouterBox {
  private(set) var layouter: CellLayouter

  init(_ layouter: CellLayouter) { self.layouter = layouter }

  /// Lays records out.
  ///
  /// - Parameter afresh: Whether every record gets an engine of its own.
  func layOut(_ records: [FeedRecord], _ input: ProbeInput, afresh: Bool) throws {
    for record in records {
      if afresh { layouter.forgetEngines() }
      input.sink.take(try layouter.cellLayout(record, in: input.environment).height)
    }
  }

  /// The frames of a record's views, by id, and the cell's height.
  func frames(_ record: FeedRecord, _ input: ProbeInput) throws -> [String: Rect] {
    let cell = try layouter.layout(record, in: input.environment)
    let views = layouter.plan.template.views
    return Dictionary(
      uniqueKeysWithValues: zip(views.map(\.id), cell.solved.frames))
  }
}
