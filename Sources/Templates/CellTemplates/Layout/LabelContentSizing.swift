import AutoLayout
import LayoutPrimitives
import TextMeasurement

/// Measures the texts of one record for the layout engine.
struct LabelContentSizing: ContentSizing {
  /// The prepared text of a label or button, with its line limit and insets.
  struct Text {
    /// The prepared text; `nil` when it is not measured.
    var prepared: PreparedText?
    /// The size of the view, in points, which replaces the measured size; `nil` if the text is
    /// measured.
    var size: Size?
    var fitting: LineFitting
    /// The padding and image around the title of a button; empty for a label.
    var surroundings = Surroundings()

    /// An extent with the given size, and with the baselines of the text if it was prepared.
    ///
    /// The number of lines is unknown, and given as 0.
    func extent(_ size: Size) -> TextExtent {
      let text = prepared.map { surroundings.outer(TextExtent($0.unwrapped())) }
      return TextExtent(
        width: size.width, height: size.height, firstBaseline: text?.firstBaseline ?? size.height,
        lastBaselineFromBottom: text?.lastBaselineFromBottom ?? 0,
        lines: LabelLines(count: 0, truncated: false))
    }

    /// The extent of the view at the given width of the view, in points.
    func wrapped(width: Double) -> TextExtent {
      if let size { return extent(size) }
      guard let measure = prepared?.wrapped(width: surroundings.inner(width), fitting: fitting)
      else { return .empty }
      return surroundings.outer(TextExtent(measure))
    }
  }

  /// The padding and image around a text, in points.
  struct Surroundings: Sendable {
    var padding = Insets(all: 0)
    var picture = Size.zero

    /// The width that is available for the text, in points.
    ///
    /// - Parameter width: The width of the view, in points.
    func inner(_ width: Double) -> Double {
      max(width - padding.leading - padding.trailing - picture.width, 0)
    }

    /// The extent of the view, which is that of the text with padding and image.
    func outer(_ text: TextExtent) -> TextExtent {
      var extent = text
      extent.width += padding.leading + padding.trailing + picture.width
      extent.height = max(text.height, picture.height) + padding.top + padding.bottom
      let above = max(picture.height - text.height, 0) / 2
      extent.firstBaseline += padding.top + above
      extent.lastBaselineFromBottom += padding.bottom + above
      return extent
    }
  }

  /// The texts of measured labels and buttons, indexed by item; `nil` for other items.
  var texts: [Text?]

  init(items: Int) {
    texts = [Text?](repeating: nil, count: items)
  }

  func unwrapped(item: Int) -> TextExtent {
    guard let text = texts[item] else { return .empty }
    if let size = text.size { return text.extent(size) }
    return text.prepared.map { text.surroundings.outer(TextExtent($0.unwrapped())) } ?? .empty
  }

  func wrapped(item: Int, width: Double) -> TextExtent {
    // The text is large, so it is measured in place and not copied.
    texts[item]?.wrapped(width: width) ?? .empty
  }

  func isSingleLine(item: Int) -> Bool {
    texts[item].map { $0.size != nil || $0.fitting.lines == 1 } ?? false
  }
}

extension TextExtent {
  init(_ measure: TextMeasure) {
    self.init(
      width: measure.width, height: measure.height, firstBaseline: measure.firstBaseline,
      lastBaselineFromBottom: measure.lastBaselineFromBottom,
      lines: LabelLines(count: measure.lineCount, truncated: measure.truncated),
      caveats: measure.caveats)
  }
}

extension LabelContentSizing.Surroundings {
  /// Places a drawn text in its view.
  ///
  /// - Parameter isCentered: Whether the text is centered, as in a button.
  func placed(
    _ drawing: TextDrawing, in frame: Rect, _ direction: LayoutDirection,
    rules: MeasurementRules, isCentered: Bool
  ) -> DrawnText {
    let isLeftToRight = direction == .leftToRight
    let width = inner(frame.width)
    // A line in the opposite direction starts at the other edge.
    let left = drawing.lines.map(\.x).min() ?? 0
    let right = drawing.lines.map { $0.x + $0.line.width }.max() ?? 0
    let spare = isCentered ? max(0, width - (right - left)) / 2 : 0
    let start = padding.leading + spare
    let pictureX = isLeftToRight ? frame.x + start : frame.maxX - start - picture.width
    let x =
      isCentered
      ? (isLeftToRight ? pictureX + picture.width - left : pictureX - right)
      : (isLeftToRight ? pictureX + picture.width : pictureX - width)
    let height = max(0, frame.height - padding.top - padding.bottom)
    let room = Rect(x: x, y: frame.y + padding.top, width: width, height: height)
    let place = Rect(
      x: pictureX, y: room.y + (height - picture.height) / 2, width: picture.width,
      height: picture.height)
    return DrawnText(
      drawing: drawing, room: room, top: room.y + rules.spareAbove(drawing.measure, in: height),
      picture: picture.width > 0 && picture.height > 0 ? place : nil)
  }
}

extension TextStyle {
  /// Creates the style of a label's text for a size category.
  init(_ label: LabelContent, category: SizeCategory) {
    self.init()
    characters = CharacterStyle(label.font, category: category)
    wrapping = label.wrapping
    textSpacingTrim = label.textSpacingTrim
    lineSpacing = label.lineSpacing
    paragraphSpacing = label.paragraphSpacing
    paragraphSpacingBefore = label.paragraphSpacingBefore
    if let lineHeight = label.lineHeight {
      lineHeightMultiple = lineHeight.multiple == 1 ? 0 : lineHeight.multiple
      minimumLineHeight = lineHeight.minimum ?? 0
      maximumLineHeight = lineHeight.maximum ?? 0
    }
  }
}

extension CharacterStyle {
  /// Creates the style of a requested font for a size category.
  ///
  /// Size and weight are those of the request. If they are not set, they come from the text style
  /// in the Dynamic Type table.
  init(_ font: FontRequest, category: SizeCategory) {
    let dynamic = font.style.map { DynamicType($0, category: category) }
    var size = font.size ?? dynamic?.size ?? 17
    if let own = font.size, let style = font.scalesWith {
      size = DynamicType.scaled(own, with: style, category: category)
    }
    self.init(
      family: font.family, weight: font.weight ?? dynamic?.weight ?? 400, italic: font.isItalic,
      size: size)
    width = font.width
    letterSpacing = font.letterSpacing
    tracking = font.tracking
    baselineOffset = font.baselineOffset
  }
}

extension LineFitting {
  /// Creates the line limit, truncation mode and shrinking of a label.
  init(_ label: LabelContent) {
    self.init(
      lines: label.lineLimit, truncation: label.truncation, minimumScale: label.minimumScale,
      tightening: label.tightens ? Self.labelTightening : 0)
  }
}
