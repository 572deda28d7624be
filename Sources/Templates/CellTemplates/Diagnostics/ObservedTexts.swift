import AutoLayout
import LayoutPrimitives

/// Measures the texts of one record, and reports each measurement to an instrument.
struct ObservedTexts: ContentSizing {
  var texts: LabelContentSizing
  var instrument: CellInstrument
  let views: [TemplateView]

  mutating func unwrapped(item: Int) -> TextExtent {
    timed(item, nil) { $0.unwrapped(item: item) }
  }

  mutating func wrapped(item: Int, width: Double) -> TextExtent {
    timed(item, width) { $0.wrapped(item: item, width: width) }
  }

  func isSingleLine(item: Int) -> Bool { texts.isSingleLine(item: item) }

  private mutating func timed(
    _ item: Int, _ width: Double?, _ answer: (LabelContentSizing) -> TextExtent
  ) -> TextExtent {
    let traceStart = instrument.now()
    let start = instrument.clock()
    let extent = answer(texts)
    instrument.noteSizing(
      item: item, view: views[item].id, width: width, since: start, traceStart: traceStart)
    return extent
  }
}
