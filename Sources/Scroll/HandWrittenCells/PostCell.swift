public import LayoutPrimitives
public import TextMeasurement

/// The built-in template `post` as hand-written layout code, without a layout engine.
///
/// It uses the distances, widths and line limits of the template, and adds up the heights. It
/// measures the same three labels at the same widths as the template. Only the direction from left
/// to right is supported.
public struct PostCell {
  private let measurer: TextMeasurer
  private let environment: Environment
  private let rules: MeasurementRules
  private let title: TextStyle
  private let date: TextStyle
  private let body: TextStyle
  private let actionsHeight: Double

  /// Prepares the values that all cells of an environment share.
  ///
  /// - Parameters:
  ///   - measurer: Measures the labels.
  ///   - environment: The environment, of which width, scale, text size and rules are used.
  /// - Throws: `TextError` for rules that do not match the scale.
  public init(measurer: TextMeasurer, environment: Environment) throws(TextError) {
    self.measurer = measurer
    self.environment = environment
    rules = try MeasurementRules(rules: environment.rules, scale: environment.scale)
    func style(_ name: TextStyleName) -> TextStyle {
      let dynamic = DynamicType(name, category: environment.sizeCategory)
      return TextStyle(family: "Inter", weight: dynamic.weight, size: dynamic.size)
    }
    title = style(.headline)
    date = style(.footnote)
    body = style(.body)
    actionsHeight = environment.sizeCategory.rawValue.hasPrefix("AX") ? 44 : 32
  }

  /// The measured labels of one cell.
  public struct Labels: Sendable {
    /// The measured title, with at most two lines.
    public var title: TextMeasure
    /// The measured author and date, in one line.
    public var date: TextMeasure
    /// The measured text, with at most six lines.
    public var body: TextMeasure
    /// The reasons why the measurements may be inexact.
    public var caveats: Caveats
  }

  /// Measures the labels; this is all the text layout of a cell.
  ///
  /// - Throws: `TextError` if a text cannot be measured.
  public func measure(_ texts: PostTexts) throws(TextError) -> Labels {
    let besideAvatar = environment.width - 84
    let acrossCell = environment.width - 32
    let title = try prepare(texts.title, title, texts)
    let date = try prepare(texts.date, date, texts)
    let body = try prepare(texts.body, body, texts)
    var labels = Labels(
      title: title.wrapped(width: snapped(from: 68, besideAvatar), lines: 2),
      date: date.wrapped(width: snapped(from: 68, besideAvatar), lines: 1),
      body: body.wrapped(width: snapped(from: 16, acrossCell), lines: 6),
      caveats: title.caveats.union(date.caveats).union(body.caveats))
    for measure in [labels.title, labels.date, labels.body] {
      labels.caveats.formUnion(measure.caveats)
    }
    return labels
  }

  /// Lays out one post.
  ///
  /// - Parameters:
  ///   - texts: The texts of the labels.
  ///   - picture: The picture of the post; nil if it has none.
  /// - Returns: The height and the frames, in device pixels.
  /// - Throws: `TextError` if a text cannot be measured.
  public func layout(
    _ texts: PostTexts, picture: PostPicture?
  ) throws(TextError) -> CellLayout {
    let labels = try measure(texts)
    let width = environment.width
    let dateTop = rounded(12 + labels.title.height + 2)
    let bodyTop = max(60, rounded(dateTop + labels.date.height + 8))
    let bodyBottom = rounded(bodyTop + labels.body.height)
    var photoTop = bodyBottom
    var photoHeight = 0.0
    if let picture {
      photoTop = rounded(bodyBottom + 8)
      var ratio = 0.5625
      if let size = picture.size { ratio = min(size.height / size.width, 1.25) }
      photoHeight = rounded(ratio * (width - 32))
    }
    let actionsTop = rounded(photoTop + photoHeight + 8)
    let separatorTop = rounded(actionsTop + actionsHeight + 8)
    let height = rounded(separatorTop + 1)
    let grid = environment.grid
    func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect {
      grid.snap(Rect(x: x, y: y, width: width, height: height))
    }
    return CellLayout(
      height: grid.pixel(ofEdge: height), exactHeight: height,
      frames: [
        frame(16, 12, 40, 40),
        frame(68, 12, width - 84, labels.title.height),
        frame(68, dateTop, width - 84, labels.date.height),
        frame(16, bodyTop, width - 32, labels.body.height),
        frame(16, photoTop, width - 32, photoHeight),
        frame(16, actionsTop, width - 32, actionsHeight),
        frame(16, separatorTop, width - 16, 1),
      ],
      labels: [lines(labels.title), lines(labels.date), lines(labels.body)], caveats: labels.caveats
    )
  }

  private func prepare(
    _ text: String, _ style: TextStyle, _ texts: PostTexts
  ) throws(TextError) -> PreparedText {
    try measurer.prepare(
      text, style: style, language: texts.language, direction: environment.direction, rules: rules)
  }

  /// The width in points with which a label is measured, which is a whole number of pixels.
  private func snapped(from x: Double, _ width: Double) -> Double {
    let grid = environment.grid
    return grid.points(grid.pixel(ofEdge: x + width) - grid.pixel(ofEdge: x))
  }

  /// Rounds to multiples of 2⁻²⁶ points, in which sums are exact.
  private func rounded(_ value: Double) -> Double {
    (value * 67_108_864 + 0.5).rounded(.down) / 67_108_864
  }

  private func lines(_ measure: TextMeasure) -> LabelLines {
    LabelLines(count: measure.lineCount, truncated: measure.truncated)
  }
}

/// The texts of the labels of a post.
public struct PostTexts: Sendable {
  /// The title.
  public let title: String
  /// The author and date.
  public let date: String
  /// The text.
  public let body: String
  /// The language of the texts, as a BCP 47 tag.
  public let language: String

  /// Creates the texts of a post.
  public init(title: String, date: String, body: String, language: String) {
    self.title = title
    self.date = date
    self.body = body
    self.language = language
  }
}

/// The picture of a post.
public struct PostPicture: Sendable {
  /// The size, of which only the ratio of height to width is used; nil if it is unknown.
  public let size: Size?

  /// Creates a picture.
  public init(size: Size?) {
    self.size = size
  }
}
