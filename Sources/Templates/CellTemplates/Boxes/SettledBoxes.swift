import AutoLayout
import BoxLayouts
import LayoutPrimitives

/// The boxes of one record, arranged until the conditions on labels no longer change.
struct SettledBoxes {
  /// Frames and texts, indexed as the template's `views`.
  private(set) var solved = SolvedCell()
  /// The lines of the labels, one list for each time that the boxes were arranged.
  private(set) var labelHistory: [[LabelLines]] = []
  /// The views whose box did not fit into the available space, as indices into `views`.
  private(set) var leftOut: [Int] = []
  /// Whether each box is hidden, indexed as `BoxTree.boxes`.
  private(set) var isHidden: [Bool]

  /// Arranges the boxes, and repeats this while conditions on labels show or hide boxes.
  ///
  /// Once a condition on a label was true, it stays true for the cell. So the number of rounds
  /// exceeds the number of such conditions by at most one.
  ///
  /// - Parameters:
  ///   - builder: The boxes with the numbers and contents of the record.
  ///   - context: The record and the environment, without the lines of labels.
  ///   - height: A fixed height of the cell, in points; `nil` for the height that fits.
  ///   - roundLimit: Maximum number of rounds, at least 1.
  /// - Throws: `CellError.conditionLoop` if `roundLimit` rounds are not enough.
  init(
    _ builder: BoxBuilder, plan: TemplatePlan, in environment: Environment,
    context: ConditionContext, height: Double?, roundLimit: Int
  ) throws(CellError) {
    var builder = builder
    var context = context
    isHidden = builder.tree.hidden(in: context)
    for _ in 0..<max(roundLimit, 1) {
      builder.isHidden = isHidden
      arrange(builder, plan, environment, height)
      guard plan.asksLabels else { return }
      labelHistory.append(
        plan.template.labels.map {
          solved.texts[$0]?.lines ?? LabelLines(count: 0, truncated: false)
        })
      context.labels = labelHistory
      isHidden = builder.tree.hidden(in: context)
      if isHidden == builder.isHidden { return }
    }
    let changed = isHidden.indices.filter { isHidden[$0] != builder.isHidden[$0] }
    throw .conditionLoop(
      rounds: max(roundLimit, 1),
      boxes: changed.prefix(3).map {
        "\(builder.tree.boxes[$0].name), line \(builder.tree.boxes[$0].line)"
      })
  }

  /// Measures and arranges the boxes once, and stores the frames, the texts and the views left out.
  private mutating func arrange(
    _ builder: BoxBuilder, _ plan: TemplatePlan, _ environment: Environment, _ height: Double?
  ) {
    let arrangement = builder.layout().arrangement(width: environment.width, height: height)
    let count = plan.template.views.count
    var frames = [Rect?](repeating: nil, count: count)
    solved = SolvedCell()
    solved.texts = [TextExtent?](repeating: nil, count: count)
    frames[0] = Self.rounded(
      Rect(x: 0, y: 0, width: environment.width, height: height ?? arrangement.frame.height))
    let isLeftToRight = environment.direction == .leftToRight
    arrangement.forEachView { view in
      var frame = view.frame
      // The frame is mirrored within the cell, not within the outermost box, which may be narrower.
      if !isLeftToRight { frame.x = environment.width - frame.maxX }
      frames[view.view.tag] = Self.rounded(frame)
      solved.texts[view.view.tag] = view.text.map(TextExtent.init)
    }
    leftOut = []
    // A view comes before its subviews.
    for view in plan.template.views.indices where frames[view] == nil {
      leftOut.append(view)
      let parent = plan.template.views[view].parent.flatMap { frames[$0] }
      frames[view] = Rect(
        x: (isLeftToRight ? parent?.x : parent?.maxX) ?? 0, y: parent?.y ?? 0, width: 0, height: 0)
    }
    solved.frames = frames.compactMap(\.self)
  }

  /// A rectangle rounded to multiples of 2⁻²⁶ points.
  ///
  /// The engine rounds its results to the same grid, so both kinds of templates are rounded alike.
  private static func rounded(_ rect: Rect) -> Rect {
    Rect(
      x: rounded(rect.x), y: rounded(rect.y), width: rounded(rect.width),
      height: rounded(rect.height))
  }

  private static func rounded(_ value: Double) -> Double {
    // Numbers from 2²⁶ on are multiples of 2⁻²⁶ in any case.
    guard abs(value) < 0x1p26 else { return value }
    let rounded = (value * 0x1p26 + 0.5).rounded(.down) * 0x1p-26
    return rounded == 0 ? 0 : rounded
  }
}
