import AutoLayout
import BoxLayouts
import LayoutPrimitives

/// Lays out the cells of a template of boxes, without an engine.
struct BoxLayout: ViewLayout {
  let boxes: BoxTree

  var enginesCreated: Int { 0 }
  var statistics: EngineStatistics { EngineStatistics() }
  mutating func forgetEngines() {}

  mutating func layOut(
    _ cell: inout BoundCell, in environment: PreparedEnvironment, height: Double?,
    into outcome: inout LayoutOutcome
  ) throws(CellError) {
    outcome = try cell.layOut(boxes, environment, height: height)
  }
}

/// Arranges the boxes of one record.
extension BoundCell {
  fileprivate mutating func layOut(
    _ boxes: BoxTree, _ environment: PreparedEnvironment, height: Double?
  ) throws(CellError) -> LayoutOutcome {
    var caveats: Caveats = []
    instrument?.begin()
    var unknown = try prepareTexts(plan.template.labels, environment, &caveats)
    let (numbers, missing) = try boxNumbers(boxes, environment)
    let sizes = try contentSizes(&unknown)
    let builder = BoxBuilder(
      tree: boxes, views: plan.template.views, grid: environment.grid, numbers: numbers,
      texts: texts.texts, sizes: sizes, observer: instrument.map(LabelObserver.init))
    defer { if let observer = builder.observer { instrument = observer.instrument } }
    let settled = try settled(builder, environment, height)
    if missing.contains(where: { !boxes.isCollapsed($0, hidden: settled.isHidden) })
      || !unknown.isEmpty && dependsOnSizes(of: unknown, settled, builder, environment, height)
    {
      caveats.insert(.sizeUnknown)
    }
    let outcome = LayoutOutcome(
      solved: settled.solved, labelHistory: settled.labelHistory, caveats: caveats,
      leftOut: settled.leftOut)
    try outcome.checkRange(environment.grid, plan.template.views)
    return outcome
  }

  /// Arranges the boxes until the conditions on labels no longer change.
  private func settled(
    _ builder: BoxBuilder, _ environment: PreparedEnvironment, _ height: Double?
  ) throws(CellError) -> SettledBoxes {
    try SettledBoxes(
      builder, plan: plan, in: environment.environment, context: context(environment),
      height: height, roundLimit: options.conditionRoundLimit)
  }

  /// The values of the boxes' numbers, and the boxes with a number that the record lacks.
  ///
  /// Of `aspect` and `aspectOtherwise`, one value is enough.
  ///
  /// - Throws: `CellError.absurdBox` for a value that no layout can use.
  private mutating func boxNumbers(
    _ boxes: BoxTree, _ environment: PreparedEnvironment
  ) throws(CellError) -> (values: [Double?], missing: [Int]) {
    var values: [Double?] = []
    values.reserveCapacity(boxes.numbers.count)
    var missing: [Int] = []
    for number in boxes.numbers {
      let value = number.value(in: record, constants: environment.constants)
      if let value, !number.role.saneRange.contains(value) {
        throw .absurdBox(
          value, key: number.role.rawValue,
          box: "\(boxes.boxes[number.box].name), line \(number.line)",
          isRatio: number.role.isRatio)
      }
      values.append(value)
      if value == nil { missing.append(values.count - 1) }
    }
    missing.removeAll { index in
      let number = boxes.numbers[index]
      let other: BoxNumber.Role? =
        switch number.role {
        case .aspect: .aspectOtherwise
        case .aspectOtherwise: .aspect
        default: nil
        }
      return other.flatMap { boxes.number($0, of: number.box) }.map { values[$0] != nil } ?? false
    }
    return (values, missing.map { boxes.numbers[$0].box })
  }

  /// The sizes of content other than prepared text, in points, indexed as the template's `views`.
  ///
  /// Where the size or one of its sides is `nil`, the content fills the available length.
  ///
  /// - Parameter unknown: Receives the views whose size the record does not give.
  private mutating func contentSizes(
    _ unknown: inout [UnknownSize]
  ) throws(CellError) -> [IntrinsicSize?] {
    let open = IntrinsicSize(width: nil, height: nil)
    var sizes = [IntrinsicSize?](repeating: nil, count: plan.template.views.count)
    for (index, view) in plan.template.views.enumerated()
    where view.label == nil && (view.image != nil || view.intrinsic != nil) {
      guard let size = try plan.intrinsicContents[index]?.size(in: record) else { continue }
      if size.lacksSide { unknown.append(UnknownSize(item: index, value: size)) }
      if size.known != open {
        sizes[index] = size.known
      } else if !size.lacksSide, view.intrinsic != open || view.boundIntrinsic != nil {
        // A view is empty if the record has no picture. A picture of unknown size fills its box.
        sizes[index] = IntrinsicSize(width: 0, height: 0)
      }
    }
    return sizes
  }

  /// Whether the layout depends on sizes that are unknown.
  ///
  /// The cell is laid out with all unknown sides 0, then with all 16,384 points. The frames of each
  /// layout are compared with the known ones.
  private mutating func dependsOnSizes(
    of views: [UnknownSize], _ known: SettledBoxes, _ builder: BoxBuilder,
    _ environment: PreparedEnvironment,
    _ height: Double?
  ) -> Bool {
    var other = builder
    other.observer = nil
    for extent in [0.0, 16_384] {
      for view in views {
        if plan.labelsByItem[view.item] == nil {
          other.sizes[view.item] = view.value.filled(with: extent)
        } else {
          other.texts[view.item]?.size = Size(width: extent, height: extent)
        }
      }
      do throws(CellError) {
        let settled = try settled(other, environment, height)
        if settled.solved.frames != known.solved.frames { return true }
      } catch {
        // The layout with this size failed, so it depends on the size.
        return true
      }
    }
    return false
  }
}
