import AutoLayout
import CSSBoxes
public import LayoutPrimitives
import TextMeasurement

extension CellLayouter {
  /// Lays out one record, and returns the layout with the glyphs of its labels.
  ///
  /// It is intended for pictures, because it takes far longer than a layout alone.
  ///
  /// - Parameters:
  ///   - record: The record, for the template's bindings.
  ///   - environment: Width, scale, text size, direction, locale, rules and state.
  ///   - views: Indices into the template's `views` of the views for which the result includes the
  ///     constraints that decide their frames.
  /// - Throws: `CellError` if the record cannot be laid out.
  public func drawing(
    of record: some BindingSource, in environment: Environment, explaining views: [Int] = []
  ) throws(CellError) -> DrawnCell {
    var copy = self
    var instrument = CellInstrument(
      template: plan.template, trace: nil, examines: false, clock: { 0 })
    instrument.explainedViews = views
    copy.instrument = instrument
    copy.keepsBlocks = true
    let cell = try copy.layout(record, in: environment)
    let prepared: PreparedEnvironment
    do throws(TextError) {
      prepared = try PreparedEnvironment(environment, plan: plan)
    } catch {
      throw .text(error, view: plan.template.name)
    }
    let margins = plan.margins(environment.direction)
    return DrawnCell(
      template: plan.template, environment: environment, layout: cell.layout,
      solved: cell.solved, framedViews: plan.framedViews,
      contents: try copy.contents(of: cell, in: prepared),
      blocks: copy.blocks, blockTexts: try copy.blockTexts(in: prepared),
      margins: margins.inEffect(margins.frames(cell.solved.frames)),
      isHidden: copy.hiddenViews(of: cell, in: prepared),
      determinations: copy.instrument?.determinations ?? [])
  }

  /// Whether each view of the last cell is hidden, indexed as the template's `views`.
  private func hiddenViews(of cell: LaidOutCell, in environment: PreparedEnvironment) -> [Bool] {
    var context = self.cell.context(environment)
    context.labels = outcome.labelHistory
    return plan.template.views.indices.map { plan.switching.isHidden($0, in: context) }
  }

  /// The content of each view of the last cell, indexed as the template's `views`.
  private func contents(
    of cell: LaidOutCell, in environment: PreparedEnvironment
  ) throws(CellError) -> [DrawnCell.Content] {
    var contents: [DrawnCell.Content] = []
    for (index, view) in plan.template.views.enumerated() {
      if let image = view.image {
        contents.append(.image(isPresent: !image.source.text(in: self.cell.record).isEmpty))
      } else if view.kind == .image {
        contents.append(.image(isPresent: true))
      } else if let text = try text(of: index, frame: cell.solved.frames[index], environment) {
        contents.append(.text(text))
      } else {
        contents.append(.none)
      }
    }
    return contents
  }

  /// The glyphs of a label or button; `nil` for other views and empty frames.
  private func text(
    of item: Int, frame: Rect, _ environment: PreparedEnvironment
  ) throws(CellError) -> DrawnText? {
    guard let label = text(of: item, in: environment) else { return nil }
    var text = try drawn(
      label, in: environment.grid.snapped(frame), environment, of: plan.template.views[item])
    text?.areas = (label.laidOut?.run.inlineElements ?? []).compactMap {
      // Elements of markup have no view.
      let elements = plan.template.card?.elements ?? []
      return elements.indices.contains($0) ? elements[$0].view : nil
    }
    return text
  }

  /// The glyphs of the texts of markup.
  private func blockTexts(in environment: PreparedEnvironment) throws(CellError) -> [DrawnText] {
    var texts: [DrawnText] = []
    for label in markupTexts {
      guard var frame = label.laidOut?.frame else { continue }
      frame.y += label.laidOut?.shift ?? 0
      guard let text = try drawn(label, in: frame, environment, of: plan.template.views[0])
      else { continue }
      texts.append(text)
    }
    return texts
  }

  /// The glyphs of a text in a frame; `nil` for an empty frame.
  private func drawn(
    _ label: LaidOutLabel, in frame: Rect, _ environment: PreparedEnvironment,
    of view: TemplateView
  ) throws(CellError) -> DrawnText? {
    guard let measurer = cell.measurer else { return nil }
    // A text is measured at the width between snapped edges, without padding and picture.
    let width = label.surroundings.inner(frame.width)
    // A button may consist of a picture only.
    guard frame.width > 0, frame.height > 0,
      width > 0 || label.surroundings.picture.width > 0
    else { return nil }
    let language =
      cell.record.text(at: plan.template.language) ?? environment.environment.locale
    do throws(TextError) {
      let drawing =
        if let laidOut = label.laidOut {
          try measurer.drawing(
            of: label.text, laidOut.prepared, width: width, fitting: label.fitting,
            style: label.style, language: language, direction: label.direction,
            rules: label.rules, alignment: laidOut.run.alignment, placement: laidOut.placement)
        } else {
          try measurer.drawing(
            of: label.text, width: width, fitting: label.fitting, style: label.style,
            language: language, direction: label.direction, rules: label.rules)
        }
      return label.surroundings.placed(
        drawing, in: frame, label.direction, rules: label.rules,
        isCentered: view.kind == .button)
    } catch {
      throw .text(error, view: view.id)
    }
  }
}
