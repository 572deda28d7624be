import LayoutPrimitives
package import TextMeasurement

extension CSSTextStyle {
  /// How the lines are cut: at a number of lines, or where they do not wrap.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of lines; `nil` for no limit.
  ///   - wraps: Whether a part of the text wraps.
  func fitting(limit: Int?, wraps: Bool) -> LineFitting {
    LineFitting(
      lines: limit ?? 0, truncation: limit != nil || overflow == .ellipsis ? .tail : .clip,
      balances: balances, wraps: wraps)
  }

  /// Where words break that are too long for a line.
  var inlineOverflowWrap: InlineOverflowWrap {
    switch overflowWrap {
    case .normal: .normal
    case .breakWord: .breakWord
    case .anywhere: .anywhere
    }
  }

  func lineBreakRules(_ base: LineBreakRules) -> LineBreakRules {
    LineBreakRules(
      mode: base.mode, strictness: LineBreakStrictness(rawValue: lineBreak) ?? .auto,
      words: WordBreak(rawValue: wordBreak) ?? .normal, strategy: base.strategy)
  }

  /// The physical alignment of lines in a direction.
  func alignment(_ direction: LayoutDirection) -> InlineLineAlignment {
    let start = InlineLineAlignment.start(of: direction)
    return switch align {
    case .left: .left
    case .right: .right
    case .center: .center
    case .start, .justify: start
    case .end: start == .left ? .right : .left
    }
  }

  /// The alignment of a box on its line, where percentages are of a line height.
  func inlineAlignment(_ lineHeight: () throws(TextError) -> Double) throws(TextError)
    -> InlineAlignment
  {
    switch verticalAlign {
    case .baseline: return .baseline
    case .sub: return .sub
    case .super: return .super
    case .middle: return .middle
    case .top: return .top
    case .bottom: return .bottom
    case .textTop: return .textTop
    case .textBottom: return .textBottom
    case .length(let length):
      return .raised(length.pixels(of: length.hasPercent ? try lineHeight() : 0, scale: 1))
    }
  }
}

extension TextStyle {
  /// Creates the style of an element's text.
  package init(_ style: CSSTextStyle) {
    self.init()
    characters = CharacterStyle(style)
    breaksWords = style.overflowWrap != .normal
    textSpacingTrim = style.trimsSpacing ? .normal : .spaceAll
    tabInterval = style.tabSize == nil ? style.tabLength : 0
    switch style.lineHeight {
    case .normal: break
    case .factor(let factor):
      if factor > 0 { lineHeightMultiple = factor } else { lineHeight = 0 }
    case .pixels(let pixels): lineHeight = pixels
    }
  }
}

extension CharacterStyle {
  /// Creates the style of characters of an element.
  package init(_ style: CSSTextStyle) {
    self.init(
      family: style.fontFamily.joined(separator: ", "), weight: Int(style.fontWeight),
      italic: style.isItalic, size: style.fontSize)
    width = style.fontWidth
    letterSpacing = style.letterSpacing
    wordSpacing = style.wordSpacing
    breaksSpaces = style.whiteSpace.collapse == .breakSpaces
    opticalSizing = style.hasOpticalSize
    features = style.features.all.map { FontFeature($0.tag, $0.value) }
  }
}
