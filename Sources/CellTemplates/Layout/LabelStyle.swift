import LayoutPrimitives
import TextMeasurement

extension TextStyle {
  /// The style of a label in an environment's size category.
  ///
  /// A text style brings size and weight from the Dynamic Type table; a size or weight of its own
  /// replaces them.
  init(_ label: LabelContent, category: SizeCategory) {
    let dynamic = label.font.style
      .flatMap { TextStyleName(rawValue: $0.rawValue) }
      .map { DynamicType($0, category: category) }
    self.init(
      family: label.font.family, weight: label.font.weight ?? dynamic?.weight ?? 400,
      italic: label.font.isItalic, size: label.font.size ?? dynamic?.size ?? 17)
    letterSpacing = label.letterSpacing
    if let lineHeight = label.lineHeight {
      lineHeightMultiple = lineHeight.multiple == 1 ? 0 : lineHeight.multiple
      minimumLineHeight = lineHeight.minimum ?? 0
      maximumLineHeight = lineHeight.maximum ?? 0
    }
  }
}

extension TruncationMode {
  init(_ truncation: LabelContent.Truncation) {
    switch truncation {
    case .tail: self = .tail
    case .head: self = .head
    case .middle: self = .middle
    case .clip: self = .clip
    }
  }
}
