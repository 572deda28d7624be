import LayoutPrimitives
import TextMeasurement

/// How a record's texts are made ready for measuring.
extension CellLayouter {
  /// Prepares the texts of labels, each once for all widths.
  ///
  /// - Parameters:
  ///   - items: The labels that are measured.
  ///   - trust: Gains why a measure may be off.
  mutating func prepareTexts(
    _ items: [Int], _ environment: PreparedEnvironment, _ trust: inout Trust
  ) throws(CellError) {
    guard let measurer else { return }
    let language = record.text(at: plan.template.language) ?? environment.environment.locale
    for item in items {
      guard let style = environment.styles[item], let label = plan.labelsByItem[item] else {
        continue
      }
      do throws(TextError) {
        let direction = environment.environment.direction
        let prepared =
          label.pieces.isEmpty
          ? try measurer.prepare(
            label.text.text(in: record), style: style, language: language,
            direction: direction, rules: environment.rules)
          : try measurer.prepare(
            AttributedText(
              zip(label.pieces, environment.pieces[item]).map { ($0.text(in: record), $1) }),
            style: style, language: language, direction: direction, rules: environment.rules)
        trust.formUnion(prepared.trust)
        texts.texts[item] = BoundTexts.Text(
          prepared: prepared, fitting: label.fitting, surroundings: label.surroundings)
      } catch {
        throw .text(error, view: plan.template.views[item].id)
      }
    }
  }
}
