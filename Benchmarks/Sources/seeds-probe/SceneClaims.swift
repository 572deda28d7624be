import LayoutScenes
import AutoLayout
import LayoutPrimitives
import PairedBenchmark

/// The claims about changing constraints.
struct SceneClaims {
  let input: ProbeInput

  /// The social cell of the talk, written to churn and written well.
  func churn() async throws -> Claim {
    let bad = try SocialCell(churns: true)
    let good = try SocialCell(churns: false)
    for state in SocialCell.states {
      guard try bad.show(state).frames == good.show(state).frames else {
        throw ProbeError("the bad and the good social cell differ at \(state)")
      }
    }
    func rounds(_ cell: SocialCell) throws {
      for _ in 0..<50 {
        for state in SocialCell.states {
          input.sink.take(Int(try cell.show(state).frames[0].height))
        }
      }
    }
    let figure = try await Figure.comparing(
      pairs: input.pairs, operations: 50 * SocialCell.states.count, { try rounds(bad) },
      with: { try rounds(good) })
    let (badCounts, goodCounts) = (bad.churn.total, good.churn.total)
    return Claim(
      claim: "A cell that removes and adds all its constraints again churns (A)",
      theirs: "shown in a video, no figure (iOS 12, 2018)",
      ours: "\(figure.ratio); a binding adds \(badCounts.added) and removes \(badCounts.removed) "
        + "constraints, against \(goodCounts.added) and \(goodCounts.removed)",
      how:
        "the talk's social cell as two `LayoutScene`s, frames equal in 4 states with and "
        + "without photo and "
        + "shared-with badge; bind and layout \(figure.times). Constraints that "
        + "return rebind the engine, so churn is cheap here; engines created: \(bad.enginesCreated) and \(good.enginesCreated)"
    )
  }

  /// The cost that setting a label's text adds to the scene.
  func contentSizes() throws -> Claim {
    var scene = LayoutScene(root: "cell")
    let label = try scene.addItem("label", content: .text)
    try scene.add([
      label.leading == scene.root.leading + 16, label.trailing == scene.root.trailing - 16,
      label.top == scene.root.top + 8, label.bottom == scene.root.bottom - 8,
    ])
    var sizing = CountedSizing(characters: 20)
    _ = try scene.layout(width: 390, sizing: &sizing)
    let before = (rows: scene.rowCount, engines: scene.enginesCreated)
    sizing = CountedSizing(characters: 90)
    let layout = try scene.layout(width: 390, sizing: &sizing)
    guard layout[label].height == 60 else { throw ProbeError("the label is \(layout[label])") }
    return Claim(
      claim:
        "Each measurement of a text makes two new content-size constraints; a wrapping label is "
        + "measured twice (C)",
      theirs: "4 new constraints for one text set (iOS 12, 2018)",
      ours:
        "\(scene.rowCount - before.rows) new rows, \(scene.enginesCreated - before.engines) new "
        + "engines; "
        + "\(sizing.unwrappedCount) unwrapped and \(sizing.wrappedCount) wrapped measurement",
      how:
        "a label between two edges in a `LayoutScene`, laid out with a text of one line and "
        + "then of three. "
        + "Content sizes are constants of rows that stay. With `isPermanent` edges, as in "
        + "templates, the unwrapped measurement is unnecessary too")
  }
}

/// The social cell of WWDC 2018, session 220.
private final class SocialCell {
  /// A post with a photo that is shared.
  struct State {
    let hasPhoto, isShared: Bool
  }

  static let states = [
    State(hasPhoto: true, isShared: true), State(hasPhoto: false, isShared: true),
    State(hasPhoto: false, isShared: false), State(hasPhoto: true, isShared: false),
  ]

  private var scene = LayoutScene(root: "cell")
  private let shared: SceneItem
  private let common: [LayoutConstraint]
  private let withPhoto: [LayoutConstraint]
  private let withoutPhoto: [LayoutConstraint]
  private let churns: Bool
  private var installed: [ConstraintID] = []
  private var groups: [GroupID] = []
  private var sizing = CharacterSizing(characters: [2: 10, 3: 5, 4: 62])
  /// The churn of the last binding.
  private(set) var churn = ConstraintChurn()

  init(churns: Bool) throws {
    self.churns = churns
    let avatar = try scene.addItem("avatar") { ($0.fixedWidth, $0.fixedHeight) = (40, 40) }
    let title = try scene.addItem("title", content: .text)
    let date = try scene.addItem("date", content: .text)
    let log = try scene.addItem("log", content: .text)
    let photo = try scene.addItem("photo")
    shared = try scene.addItem("shared") { ($0.fixedWidth, $0.fixedHeight) = (20, 20) }
    let cell = scene.root
    common = [
      avatar.leading == cell.leading + 16, avatar.top == cell.top + 12,
      title.leading == avatar.trailing + 12, title.top == avatar.top,
      title.trailing <= cell.trailing - 48, date.leading == title.leading,
      date.top == title.bottom + 4, date.trailing <= cell.trailing - 16,
      log.leading == title.leading, log.trailing == cell.trailing - 16,
      log.top == date.bottom + 8, shared.trailing == cell.trailing - 16, shared.top == avatar.top,
    ]
    withPhoto = [
      photo.leading == log.leading, photo.trailing == log.trailing, photo.top == log.bottom + 8,
      photo.height == 0.5 * photo.width, photo.bottom == cell.bottom - 12,
    ]
    withoutPhoto = [
      log.bottom == cell.bottom - 12, photo.leading == log.leading, photo.width == 0,
      photo.top == log.bottom, photo.height == 0,
    ]
    guard !churns else { return }
    try scene.add(common)
    groups = [try scene.addGroup(withPhoto), try scene.addGroup(withoutPhoto)]
  }

  var enginesCreated: Int { scene.enginesCreated }

  /// Binds a state and lays the cell out.
  func show(_ state: State) throws -> SceneLayout {
    if churns {
      let constraints = common + (state.hasPhoto ? withPhoto : withoutPhoto)
      churn = try scene.bind { scene throws(SceneError) in
        try scene.remove(installed)
        installed = try scene.add(constraints)
      }
    } else {
      churn = try scene.bind { scene throws(SceneError) in
        try scene.setActive(groups[0], state.hasPhoto)
        try scene.setActive(groups[1], !state.hasPhoto)
        try scene.setHidden(shared, !state.isShared)
      }
    }
    return try scene.layout(width: 390, sizing: &sizing)
  }
}

/// Characters of 10 by 20 points.
private struct CharacterSizing: ContentSizing {
  let characters: [Int: Int]

  func unwrapped(item: Int) -> TextExtent { extent(item, perLine: .max) }

  func wrapped(item: Int, width: Double) -> TextExtent {
    extent(item, perLine: max(1, Int(width / 10)))
  }

  func isSingleLine(item: Int) -> Bool { false }

  private func extent(_ item: Int, perLine: Int) -> TextExtent {
    let count = characters[item] ?? 0
    guard count > 0 else { return .empty }
    let lines = perLine == .max ? 1 : (count + perLine - 1) / perLine
    return TextExtent(
      width: Double(min(count, perLine) * 10), height: Double(lines * 20), firstBaseline: 15,
      lastBaselineFromBottom: 5, lines: LabelLines(count: lines, truncated: false))
  }
}

/// The same for one label, counting.
private struct CountedSizing: ContentSizing {
  private let sizing: CharacterSizing
  private(set) var unwrappedCount = 0
  private(set) var wrappedCount = 0

  init(characters: Int) { sizing = CharacterSizing(characters: [1: characters]) }

  mutating func unwrapped(item: Int) -> TextExtent {
    unwrappedCount += 1
    return sizing.unwrapped(item: item)
  }

  mutating func wrapped(item: Int, width: Double) -> TextExtent {
    wrappedCount += 1
    return sizing.wrapped(item: item, width: width)
  }

  func isSingleLine(item: Int) -> Bool { false }
}
