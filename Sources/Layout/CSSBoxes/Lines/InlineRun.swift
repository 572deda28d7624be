package import LayoutPrimitives
package import TextMeasurement

/// Adjacent inline contents of a block, without the values of a content.
package final class InlineRun: Sendable {
  /// A text of one style, or the character that stands for an atomic box.
  struct Piece: Sendable {
    /// The element of the text or of the box.
    var element: Int
    /// Whether it is a text; otherwise an atomic box.
    var isText = false
    /// Whether the text is shaped apart from the text before.
    var isSeparate = false
    var transform = CSSTextStyle.Transform.none
    var whiteSpace = CSSTextStyle.WhiteSpace.normal
    /// The rules of line breaks of the text, if they are not those of the block.
    var lineBreak: LineBreakRules?
  }

  /// The box whose content the lines are.
  let box: Int
  /// Whether the box has no element of its own.
  let isAnonymous: Bool
  /// The contents in the order of the document.
  let items: [BoxFlow.Item]
  let pieces: [Piece]
  /// The elements that are texts.
  package let texts: [Int]
  /// The inline elements, on whose areas the text is drawn.
  package let inlineElements: [Int]
  /// The inline boxes among the items, which are not laid out if the run has no contents.
  let inlineBoxes: [Int]
  /// Whether an inline box has margins, borders or padding, so that the run has a line.
  let hasEdges: Bool
  /// Whether the run is the content of a list item with a marker, so that it has a line.
  let hasMarker: Bool
  /// Whether the document has floats, which may be beside the lines.
  let isBesideFloats: Bool
  /// Whether a text is of one content alone, so that the lines are not kept for others.
  let isOfContent: Bool
  /// Whether a text has a `text-transform`.
  let transforms: Bool
  /// Whether a text collapses its white space.
  let collapses: Bool
  /// Whether all texts have the style of the block.
  let hasOneStyle: Bool
  /// The style of the block's own text.
  package let style: TextStyle
  /// The properties of the block's text.
  let properties: CSSTextStyle
  package let direction: LayoutDirection
  /// Whether a part of the text wraps.
  let wraps: Bool
  package let rules: MeasurementRules

  init(
    _ items: [BoxFlow.Item], of block: Int, box: Int, isAnonymous: Bool, isFirst: Bool,
    inlineBoxes: [Int], _ builder: GeneratedBoxes.Builder
  ) throws(TextError) {
    let styles = builder.styles.styles
    var pieces: [Piece] = []
    let blockRules = styles[block].text.lineBreakRules(builder.environment.rules.lineBreak)
    var isSeparate = false
    var movesText = false
    for item in items {
      switch item {
      case .text(let element):
        // The style is large, and not copied.
        let own = styles[element]
        var whiteSpace = own.text.whiteSpace
        if builder.document.elements[element].kind == .lineBreak, whiteSpace.collapses {
          whiteSpace.collapse = .preserveBreaks
        }
        let lineBreak = own.text.lineBreakRules(builder.environment.rules.lineBreak)
        pieces.append(
          Piece(
            element: element, isText: true, isSeparate: isSeparate, transform: own.text.transform,
            whiteSpace: whiteSpace, lineBreak: lineBreak == blockRules ? nil : lineBreak))
        isSeparate = false
      case .atom(let element):
        pieces.append(Piece(element: element))
        movesText = true
      case .open(let element, _), .close(let element, _):
        if styles[element].box.hasInlineEdges || styles[element].text.verticalAlign != .baseline {
          isSeparate = true
          movesText = true
        }
      // Texts on both sides of a float are not kerned.
      case .float: isSeparate = true
      case .absolute, .clear: continue
      }
    }
    self.box = box
    self.isAnonymous = isAnonymous
    self.items = items
    isBesideFloats = builder.styles.hasFloats
    self.pieces = pieces
    self.inlineBoxes = inlineBoxes
    transforms = pieces.contains { $0.transform != .none }
    collapses = pieces.contains { $0.whiteSpace.collapses }
    texts = items.compactMap(\.text)
    isOfContent = texts.contains { builder.document.elements[$0].isOfContent }
    inlineElements = items.compactMap {
      if case .open(let element, _) = $0 { element } else { nil }
    }
    hasEdges = items.contains {
      if case .open(let element, _) = $0 { styles[element].box.hasInlineEdges } else { false }
    }
    hasMarker = !isAnonymous && styles[block].hasMarker
    var style = styles[block].text.measured
    style.needsSpaceEdges = !inlineBoxes.isEmpty
    self.style = style
    let characters = style.characters
    hasOneStyle = pieces.allSatisfy {
      $0.isText && !$0.isSeparate && $0.lineBreak == nil
        && styles[$0.element].text.measured.characters == characters
    }
    var properties = styles[block].text
    // Only the first line of a block is indented.
    if !isFirst { properties.indent = .zero }
    self.properties = properties
    self.movesText =
      movesText || properties.indent != .zero
      || (properties.align == .justify && items.contains { $0.text == nil })
    direction = styles[block].box.direction
    wraps =
      properties.whiteSpace.wraps
      || items.contains { item in
        if case .open(let element, _) = item {
          styles[element].text.whiteSpace.wraps
        } else {
          false
        }
      }
    let environment = builder.environment
    rules = try MeasurementRules(
      rules: environment.environment.rules, scale: environment.environment.scale,
      lineBreak: blockRules,
      stepsPerPoint: environment.environment.scale * Double(LayoutUnit.stepsPerPixel))
  }

  /// Whether boxes of the run have a place in the flow, even without contents.
  var placesBoxes: Bool { !inlineBoxes.isEmpty && !items.contains { $0.outOfFlow != nil } }

  /// How the lines are cut.
  ///
  /// - Parameter limit: Maximum number of lines; `nil` for no limit.
  func fitting(limit: Int?) -> LineFitting { properties.fitting(limit: limit, wraps: wraps) }

  /// Where lines are that are shorter than the block.
  package var alignment: TextAlign { properties.align }
  /// Whether the text is not where the text alone would be: inline boxes have edges or move up or
  /// down, atomic boxes are on the lines, the first line is indented, or lines with inline boxes are
  /// justified.
  package let movesText: Bool

  /// Whether anything but text is on the lines, or the first line is indented.
  var hasInlineContent: Bool {
    isBesideFloats || properties.indent != .zero || items.contains { $0.text == nil }
  }
}
