import LayoutPrimitives
import TextMeasurement

/// Prepares the lines of a run for one content.
struct LineBuilder {
  let run: InlineRun
  let styles: ComputedStyles
  let environment: CSSEnvironment

  private var language: String { environment.language }

  /// The texts of the pieces with their white space collapsed.
  func texts(of content: some CSSContent) -> [String] {
    var isInside = false
    let texts = run.pieces.map { piece in
      guard piece.isText else {
        isInside = false
        return "\u{FFFC}"
      }
      let own = content.text(of: piece.element)
      return run.transforms
        ? piece.transform.applied(to: own, language: language, isInside: &isInside) : own
    }
    return run.collapses
      ? WhiteSpace.collapsed(texts, styles: run.pieces.map(\.whiteSpace)) : texts
  }

  /// The texts of the pieces as one text.
  func attributed(_ texts: [String]) -> AttributedText {
    let firstSpace = firstSpace(texts)
    if run.hasOneStyle, firstSpace == nil {
      return AttributedText(texts.count == 1 ? texts[0] : texts.joined())
    }
    var runs = zip(run.pieces, texts).map { piece, text in
      var run = AttributedText.Run(
        length: text.utf16.count, style: styles.styles[piece.element].text.measured.characters)
      run.isObject = !piece.isText
      run.lineBreak = piece.lineBreak
      run.isSeparate = piece.isSeparate
      return run
    }
    if let firstSpace {
      var space = runs[firstSpace]
      space.length = 1
      space.style.wordSpacing = 0
      runs[firstSpace].length -= 1
      runs.insert(space, at: firstSpace)
    }
    return AttributedText(texts.joined(), runs: runs)
  }

  /// Index of the piece that begins the text with a space to which no `word-spacing` is added.
  ///
  /// Source: measured in Chromium 156: it is a space that is kept, in a block that collapses white
  /// space.
  private func firstSpace(_ texts: [String]) -> Int? {
    guard run.properties.whiteSpace.collapses,
      let first = texts.firstIndex(where: { !$0.isEmpty }), texts[first].utf8.first == 0x20,
      styles.styles[run.pieces[first].element].text.measured.characters.wordSpacing != 0
    else { return nil }
    return first
  }

  func lines(
    _ text: AttributedText, _ texts: [String], _ measurer: TextMeasurer
  ) throws(TextError) -> TextLines {
    let prepared = try measurer.prepare(
      text, style: run.style, language: language, direction: run.direction, rules: run.rules,
      isKept: !run.isOfContent)
    return TextLines(
      prepared,
      run.hasInlineContent || (run.hasMarker && text.text.isEmpty)
        ? try inline(texts, text.text, measurer) : nil, run: run,
      scale: environment.environment.scale)
  }

  private func strut(
    _ style: TextStyle, _ measurer: TextMeasurer
  ) throws(TextError) -> InlineStrut {
    try measurer.strut(style, language: language, rules: run.rules)
  }

  /// The boxes on the lines of the run.
  private func inline(
    _ texts: [String], _ text: String, _ measurer: TextMeasurer
  ) throws(TextError) -> InlineBoxes {
    var inline = InlineBoxes(
      strut: try strut(run.style, measurer),
      order: try measurer.inlineOrder(
        of: text, direction: run.direction, mode: run.rules.lineBreak.mode),
      alignment: run.alignment, indent: run.properties.indent)
    inline.content.wraps = run.properties.whiteSpace.wraps
    inline.content.keepsSpaces = !run.properties.whiteSpace.collapses
    inline.content.overflowWrap = run.properties.measured.overflowWrap
    var opened: [Int] = []
    var rest = texts[...]
    var offset = 0
    for item in run.items {
      switch item {
      case .text:
        offset += rest.popFirst()?.utf16.count ?? 0
      case .open(let element, _):
        let own = styles.styles[element]
        let strut = try strut(styles.styles[element].text.measured, measurer)
        var next = InlineContent.Box(parent: opened.last, range: offset..<offset, strut: strut)
        next.isLeftToRight = own.box.direction == .leftToRight
        next.wraps = own.text.whiteSpace.wraps
        next.keepsSpaces = !own.text.whiteSpace.collapses
        next.overflowWrap = own.text.measured.overflowWrap
        next.alignment = own.text.verticalAlign.map {
          $0.pixels(of: $0.hasPercent ? strut.lineHeight : 0, scale: 1)
        }
        inline.content.events.append(.open(inline.content.boxes.count))
        inline.kinds.append(.box(inline.content.boxes.count))
        opened.append(inline.content.boxes.count)
        inline.content.boxes.append(next)
      case .close:
        guard let last = opened.popLast() else { continue }
        inline.content.boxes[last].range = inline.content.boxes[last].range.lowerBound..<offset
        inline.content.events.append(.close(last))
      case .atom(let element):
        var next = InlineContent.Atom(parent: opened.last, offset: offset)
        next.alignment = try styles.styles[element].text.verticalAlign.map {
          (length) throws(TextError) in
          let height =
            length.hasPercent
            ? try strut(styles.styles[element].text.measured, measurer).lineHeight : 0
          return length.pixels(of: height, scale: 1)
        }
        inline.content.events.append(.atom(inline.content.atoms.count))
        inline.kinds.append(.atom(inline.content.atoms.count))
        inline.content.atoms.append(next)
        offset += rest.popFirst()?.utf16.count ?? 0
      case .float:
        inline.content.events.append(.float(inline.content.floats.count))
        inline.kinds.append(.float(inline.content.floats.count))
        inline.content.floats.append((opened.last, offset, false))
      case .clear(let clear):
        inline.content.events.append(.float(inline.content.floats.count))
        inline.clears[inline.content.floats.count] = FloatSides(clear, in: run.direction)
        inline.content.floats.append((opened.last, offset, true))
      case .absolute(let element):
        let isInline = styles.styles[element].box.display.isInline
        inline.content.events.append(.mark(inline.content.marks.count))
        inline.kinds.append(.absolute(inline.content.marks.count, isBlock: !isInline))
        inline.content.marks.append((opened.last, offset))
      }
    }
    inline.content.findSpaces(in: text)
    if run.properties.align == .justify { inline.content.justify(text) }
    return inline
  }
}
