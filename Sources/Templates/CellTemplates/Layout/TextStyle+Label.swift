import LayoutPrimitives
import TextMeasurement

extension TextStyle {
  /// Creates the text style of a label in a size category.
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
  /// Creates the style of a font request in a size category.
  ///
  /// Size and weight are the request's own, otherwise those of its text style in the Dynamic Type
  /// table.
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
  /// Creates the line limit, truncation and scaling of a label.
  init(_ label: LabelContent) {
    self.init(
      lines: label.lineLimit, truncation: label.truncation, minimumScale: label.minimumScale,
      tightening: label.tightens ? Self.labelTightening : 0)
  }
}
