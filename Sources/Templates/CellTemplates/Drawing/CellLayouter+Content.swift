import AutoLayout
import CSSBoxes
public import LayoutPrimitives
import TextMeasurement

extension CellLayouter {
  /// Lays out one record, and returns the layout with the content of the views.
  ///
  /// - Parameters:
  ///   - record: The record, for the template's bindings.
  ///   - environment: Width, scale, text size, direction, locale, rules and state, with a single
  ///     width.
  /// - Throws: `CellError` if the record cannot be laid out.
  public mutating func content(
    of record: some BindingSource, in environment: Environment
  ) throws(CellError) -> CellContent {
    let keepsBlocks = keepsBlocks
    self.keepsBlocks = true
    defer { self.keepsBlocks = keepsBlocks }
    let cell = try layout(record, in: environment)
    let template = plan.template
    let prepared: PreparedEnvironment
    do throws(TextError) {
      prepared = try PreparedEnvironment(environment, plan: plan)
    } catch {
      throw .text(error, view: template.name)
    }
    var context = self.cell.context(prepared)
    context.labels = outcome.labelHistory
    let values = self.cell.record
    var isHidden: [Bool] = []
    // Parents come before their subviews.
    for (index, view) in template.views.enumerated() {
      isHidden.append(
        view.parent.map { isHidden[$0] } ?? false
          || plan.switching.isHidden(index, in: context))
    }
    let views = template.views.indices.map { index in
      let view = template.views[index]
      return CellContent.View(
        isHidden: isHidden[index],
        text: text(of: index, measured: cell, prepared),
        picture: view.image?.source.text(in: values))
    }
    return CellContent(
      template: template, layout: cell.layout, solved: cell.solved,
      language: values.text(at: template.language), views: views,
      markupPictures: blocks.filter(\.isPicture),
      markupTexts: markupTexts.compactMap { label in
        label.laidOut.map { ($0.frame, CellContent.Text(label, measured: nil)) }
      })
  }

  /// The text of a label or button; `nil` for other views.
  private func text(
    of item: Int, measured cell: LaidOutCell, _ environment: PreparedEnvironment
  ) -> CellContent.Text? {
    guard let declared = plan.labelsByItem[item] else { return nil }
    guard let label = text(of: item, in: environment) else {
      // A label of a card that is hidden or empty shows no text.
      return CellContent.Text(
        text: AttributedText(""), style: TextStyle(), fitting: declared.fitting,
        padding: Insets(all: 0), isPlaced: false, picture: .zero, measured: nil)
    }
    return CellContent.Text(label, measured: cell.solved.texts[item])
  }
}

extension CellContent.Text {
  fileprivate init(_ label: LaidOutLabel, measured: TextExtent?) {
    self.init(
      text: label.text, style: label.style, fitting: label.fitting,
      padding: label.surroundings.padding, isPlaced: !label.isPlain,
      picture: label.surroundings.picture, measured: measured)
  }
}
