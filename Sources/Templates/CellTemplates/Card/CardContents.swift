import CSSBoxes
import FeedRecords
import LayoutPrimitives
import TextMeasurement

/// The boxes of one record's card with their texts and pictures.
struct CardContents {
  let tree: CardBoxTree
  /// The boxes of the tree without those of runs without contents.
  private(set) var boxes: CSSBoxTree
  /// The content of each box.
  private(set) var contents: [CSSBoxContent]
  private(set) var labels: [Label] = []
  /// The pictures whose size the record lacks.
  private(set) var unknown: [(box: Int, size: NaturalSize)] = []
  private(set) var caveats: Caveats = []

  /// The lines of a label.
  struct Label {
    var view: Int
    var text: AttributedText
    var lines: CardLines
  }

  /// Fills the boxes of a tree.
  ///
  /// - Parameters:
  ///   - language: BCP 47 tag of the texts.
  ///   - environment: Scale and text rules.
  ///   - measurer: Measures texts; `nil` for cards without text.
  init(
    _ tree: CardBoxTree, _ record: ResolvedRecord, plan: TemplatePlan, language: String,
    environment: PreparedEnvironment, measurer: TextMeasurer?
  ) throws(CellError) {
    let scale = environment.environment.scale
    self.tree = tree
    boxes = tree.boxes
    contents = tree.contents
    var empty: [CardRun] = []
    labels.reserveCapacity(tree.runs.count)
    for run in tree.runs {
      do throws(TextError) {
        let lines = CardLineBuilder(
          run: run, styles: tree.styles, record: record, language: language, scale: scale)
        if try !add(lines, measurer) {
          if run.placesBoxes {
            contents[run.box] = .lines(
              CardEmptyLines(count: tree.boxes.childCount(of: run.box), run: run, scale: scale))
          } else {
            empty.append(run)
          }
        }
      } catch {
        throw .text(
          error, view: run.view.map { plan.template.views[$0].id } ?? plan.template.name)
      }
    }
    if !empty.isEmpty { boxes = tree.boxes(without: empty) }
    for marker in tree.markers {
      do throws(TextError) {
        try add(marker, tree, language, environment, measurer)
      } catch {
        throw .text(error, view: plan.template.name)
      }
    }
    for picture in tree.pictures { try add(picture.content, to: picture.box, record) }
  }

  /// Sets the unknown sides of pictures to a length.
  mutating func setUnknown(to extent: Double) {
    for (box, size) in unknown {
      contents[box] = .replaced(
        NaturalSize(width: size.width ?? extent, height: size.height ?? extent))
    }
  }

  private mutating func add(
    _ picture: IntrinsicContent, to box: Int, _ record: ResolvedRecord
  ) throws(CellError) {
    let size = try picture.size(in: record)
    if size.lacksSide, !picture.isAbsent(in: record) {
      unknown.append((box, NaturalSize(width: size.known.width, height: size.known.height)))
    }
    contents[box] = .replaced(
      NaturalSize(width: size.known.width ?? 0, height: size.known.height ?? 0))
  }

  /// Adds the marker of a list item, unless it is on the item's own first line.
  private mutating func add(
    _ marker: (box: Int, element: Int, number: Int), _ tree: CardBoxTree, _ language: String,
    _ environment: PreparedEnvironment, _ measurer: TextMeasurer?
  ) throws(TextError) {
    if case .lines = contents[marker.box] { return }
    guard let measurer else { return }
    let style = tree.styles.texts[marker.element]
    let strut = try measurer.strut(style, language: language, rules: environment.rules)
    let scale = environment.environment.scale
    let width: LayoutUnit
    switch tree.styles.styles[marker.element].text.marker {
    case nil: width = .zero
    case .symbol:
      // Source: Blink's `ListMarker::WidthOfSymbol`.
      let offset = (strut.fontAscent * scale * 2 / 3).rounded(.down)
      width = LayoutUnit(((offset + 1) / 2).rounded(.down) + 2)
    case .text(let text):
      width = try self.width(ofMarker: text, style, language, environment, measurer)
    case .counter(let name):
      let text = (ListStyle(css: name[...]) ?? .decimal).marker(marker.number)
      width = try self.width(ofMarker: text, style, language, environment, measurer)
    }
    contents[marker.box] = .marker(
      width: width, ascent: LayoutUnit.rounded(strut.extent.ascent * scale),
      descent: LayoutUnit.rounded(strut.extent.descent * scale))
  }

  /// The width of a marker of text, whose digits are equally wide.
  private func width(
    ofMarker text: String, _ style: TextStyle, _ language: String,
    _ environment: PreparedEnvironment, _ measurer: TextMeasurer
  ) throws(TextError) -> LayoutUnit {
    var style = style
    style.characters.features.append(FontFeature("tnum", 1))
    let prepared = try measurer.prepare(
      AttributedText(text), style: style, language: language, direction: .leftToRight,
      rules: environment.rules)
    return .roundedUp(
      prepared.contentWidths(insideWords: false, keepsSpaces: true).maximum
        * environment.environment.scale - 1e-7)
  }

  /// Adds the lines of a run.
  ///
  /// - Returns: Whether the run has a line: for text other than collapsible white space, atomic
  ///   boxes, inline boxes with edges or a marker.
  private mutating func add(
    _ builder: CardLineBuilder, _ measurer: TextMeasurer?
  ) throws(TextError) -> Bool {
    let texts = builder.texts()
    let hasLine = builder.run.hasEdges || builder.run.hasMarker
    guard hasLine || texts.contains(where: { !$0.isEmpty }), let measurer else {
      return false
    }
    let text = builder.attributed(texts)
    let lines = try builder.lines(text, texts, measurer)
    caveats.formUnion(lines.prepared.caveats)
    contents[builder.run.box] = .lines(lines)
    if let view = builder.run.view { labels.append(Label(view: view, text: text, lines: lines)) }
    return true
  }
}

/// Prepares the lines of a run for one record.
private struct CardLineBuilder {
  let run: CardRun
  let styles: CardStyles
  let record: ResolvedRecord
  let language: String
  let scale: Double

  /// The texts of the pieces with their white space collapsed.
  func texts() -> [String] {
    var isInside = false
    let texts = run.pieces.map { piece in
      guard let text = piece.text else {
        isInside = false
        return "\u{FFFC}"
      }
      let own = text.text(in: record)
      return run.transforms
        ? piece.transform.applied(to: own, language: language, isInside: &isInside) : own
    }
    return run.collapses
      ? CardWhiteSpace.collapsed(texts, styles: run.pieces.map(\.whiteSpace)) : texts
  }

  /// The texts of the pieces as one text.
  func attributed(_ texts: [String]) -> AttributedText {
    let firstSpace = firstSpace(texts)
    if run.hasOneStyle, firstSpace == nil {
      return AttributedText(texts.count == 1 ? texts[0] : texts.joined())
    }
    var runs = zip(run.pieces, texts).map { piece, text in
      var run = AttributedText.Run(
        length: text.utf16.count, style: styles.texts[piece.element].characters)
      run.isObject = piece.text == nil
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
      styles.texts[run.pieces[first].element].characters.wordSpacing != 0
    else { return nil }
    return first
  }

  func lines(
    _ text: AttributedText, _ texts: [String], _ measurer: TextMeasurer
  ) throws(TextError) -> CardLines {
    let prepared = try measurer.prepare(
      text, style: run.style, language: language, direction: run.direction, rules: run.rules)
    return CardLines(
      prepared,
      run.hasInlineContent || (run.hasMarker && text.text.isEmpty)
        ? try inline(texts, text.text, measurer) : nil, run: run, scale: scale)
  }

  private func strut(
    _ style: TextStyle, _ measurer: TextMeasurer
  ) throws(TextError) -> InlineStrut {
    try measurer.strut(style, language: language, rules: run.rules)
  }

  /// The boxes on the lines of the run.
  private func inline(
    _ texts: [String], _ text: String, _ measurer: TextMeasurer
  ) throws(TextError) -> CardInline {
    var inline = CardInline(
      strut: try strut(run.style, measurer),
      order: try measurer.inlineOrder(
        of: text, direction: run.direction, mode: run.rules.lineBreak.mode),
      alignment: run.alignment, indent: run.properties.indent)
    inline.content.wraps = run.properties.whiteSpace.wraps
    inline.content.keepsSpaces = !run.properties.whiteSpace.collapses
    inline.content.overflowWrap = run.properties.inlineOverflowWrap
    var opened: [Int] = []
    var rest = texts[...]
    var offset = 0
    for item in run.items {
      switch item {
      case .text:
        offset += rest.popFirst()?.utf16.count ?? 0
      case .open(let element, _):
        let own = styles.styles[element]
        let strut = try strut(styles.texts[element], measurer)
        var next = InlineContent.Box(parent: opened.last, range: offset..<offset, strut: strut)
        next.isLeftToRight = own.box.direction == .leftToRight
        next.wraps = own.text.whiteSpace.wraps
        next.keepsSpaces = !own.text.whiteSpace.collapses
        next.overflowWrap = own.text.inlineOverflowWrap
        next.alignment = try own.text.inlineAlignment { () throws(TextError) in strut.lineHeight }
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
        next.alignment = try styles.styles[element].text.inlineAlignment {
          () throws(TextError) in
          try strut(styles.texts[element], measurer).lineHeight
        }
        inline.content.events.append(.atom(inline.content.atoms.count))
        inline.kinds.append(.atom(inline.content.atoms.count))
        inline.content.atoms.append(next)
        offset += rest.popFirst()?.utf16.count ?? 0
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
