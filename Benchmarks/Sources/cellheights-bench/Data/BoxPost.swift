import BoxLayouts
import FeedRecords
import HandWrittenCells
import LayoutPrimitives
import TextMeasurement

/// A record laid out as the template `post`, by boxes from the record to the frames.
///
/// A tree of boxes is made for each record, as programs with box layouts do; boxes that are the same
/// in all cells are made once, as they never change.
struct BoxPost {
  private let measurer: TextMeasurer
  private let environment: Environment
  private let rules: MeasurementRules
  private let dates: PostDates
  private let title: TextStyle
  private let date: TextStyle
  private let body: TextStyle
  private let avatar: any Layout
  private let actions: any Layout
  private let separator: any Layout
  /// The views by their tags.
  private let views: [ViewDescription]

  /// The views in the order of the template's frames, as tags.
  private enum View: Int, CaseIterable {
    case avatar, title, date, body, photo, actions, separator
  }

  /// Looks up what all cells of an environment share.
  init(measurer: TextMeasurer, environment: Environment) throws {
    self.measurer = measurer
    self.environment = environment
    rules = try MeasurementRules(rules: environment.rules, scale: environment.scale)
    dates = try PostDates(locale: environment.locale)
    func style(_ name: TextStyleName) -> TextStyle {
      let dynamic = DynamicType(name, category: environment.sizeCategory)
      return TextStyle(weight: dynamic.weight, size: dynamic.size)
    }
    (title, date, body) = (style(.headline), style(.footnote), style(.body))
    let views = View.allCases.map { ViewDescription(tag: $0.rawValue) }
    self.views = views
    func view(_ view: View) -> ViewDescription { views[view.rawValue] }
    avatar = SizeLayout(width: 40, height: 40, alignment: .topLeading, view: view(.avatar))
    actions = SizeLayout(
      height: environment.sizeCategory.rawValue.hasPrefix("AX") ? 44 : 32, view: view(.actions))
    separator = InsetLayout(
      insets: Insets(top: 0, leading: 16, bottom: 0, trailing: 0),
      sublayout: SizeLayout(height: 1, view: view(.separator)))
  }

  /// Lays out one record.
  func layout(_ record: FeedRecord) throws(TextError) -> CellLayout {
    var caveats: Caveats = []
    let boxes = try boxes(of: record, &caveats)
    let cell = boxes.arrangement(width: environment.width)
    let grid = environment.grid
    var frames = [PixelRect](
      repeating: PixelRect(x: 0, y: 0, width: 0, height: 0), count: View.allCases.count)
    var labels = [LabelLines](repeating: LabelLines(count: 0, truncated: false), count: 3)
    cell.forEachView(environment.direction) { view in
      let tag = view.view.tag
      frames[tag] = grid.snap(view.frame)
      guard let text = view.text else { return }
      labels[tag - View.title.rawValue] = LabelLines(
        count: text.lineCount, truncated: text.truncated)
    }
    return CellLayout(
      height: grid.pixel(ofEdge: cell.frame.height), exactHeight: cell.frame.height,
      frames: frames, labels: labels, caveats: caveats)
  }

  private func boxes(
    of record: FeedRecord, _ caveats: inout Caveats
  ) throws(TextError) -> StackLayout {
    let texts = PostTexts(record, locale: environment.locale, dates: dates)
    func label(
      _ text: String, _ style: TextStyle, lines: Int, _ view: View
    ) throws(TextError) -> LabelLayout {
      let prepared = try measurer.prepare(
        text, style: style, language: texts.language, direction: environment.direction,
        rules: rules)
      caveats.formUnion(prepared.caveats)
      return LabelLayout(
        text: FittedText(text, text: prepared, fitting: LineFitting(lines: lines)),
        alignment: .fill, view: views[view.rawValue])
    }
    let header = StackLayout(
      axis: .horizontal, spacing: 12,
      sublayouts: [
        avatar,
        StackLayout(
          axis: .vertical, alignment: .topFill,
          sublayouts: [
            try label(texts.title, title, lines: 2, .title),
            // Room that stays without a title.
            InsetLayout(
              insets: Insets(top: 2, leading: 0, bottom: 0, trailing: 0),
              sublayout: try label(texts.date, date, lines: 1, .date)),
          ]),
      ])
    let body = try label(texts.body, body, lines: 6, .body)
    return StackLayout(
      axis: .vertical, spacing: 8,
      sublayouts: [
        InsetLayout(
          insets: Insets(top: 12, leading: 16, bottom: 0, trailing: 16),
          sublayout: StackLayout(
            axis: .vertical, spacing: 8,
            sublayouts: [header, body, photo(of: record), actions])),
        separator,
      ])
  }

  private func photo(of record: FeedRecord) -> any Layout {
    let image = record.image.flatMap { $0.url.isEmpty ? nil : $0 }
    var ratio = 16.0 / 9
    if let width = image?.width, let height = image?.height { ratio = width / height }
    return SizeLayout(
      aspect: ratio, minAspect: 0.8, alignment: .fill, view: views[View.photo.rawValue]
    )
    .hidden(image == nil)
  }
}
