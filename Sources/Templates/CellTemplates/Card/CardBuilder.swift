import AutoLayout
import CSSBoxes
import LayoutPrimitives
import TextMeasurement

/// Makes the boxes of one record's card: elements, and anonymous boxes around texts.
struct CardBuilder {
  private(set) var boxes: [CSSBox] = []
  /// The boxes of elements with a view.
  private(set) var views: [(box: Int, view: Int)] = []
  private(set) var labels: [Label] = []
  /// The box of each element; `nil` for texts, inline elements and hidden ones.
  private(set) var boxOf: [Int?]
  /// The pictures whose size the record lacks.
  private(set) var unknown: [(box: Int, size: NaturalSize)] = []
  private(set) var caveats: Caveats = []
  let styles: CardStyles
  private let tree: CardTree
  private let flow: CardFlow
  private let environment: PreparedEnvironment
  private var cell: BoundCell

  /// The lines of a label.
  struct Label {
    var box: Int
    var view: Int
    var text: LabelContentSizing.Text
    var content: CardText
    var lines: CardLines
  }

  init(
    _ tree: CardTree, _ styles: CardStyles, isHidden: [Bool], cell: BoundCell,
    _ environment: PreparedEnvironment
  ) {
    self.tree = tree
    self.styles = styles
    flow = CardFlow(tree: tree, styles: styles.styles, isHidden: isHidden)
    self.cell = cell
    self.environment = environment
    boxOf = Array(repeating: nil, count: tree.elements.count)
  }

  mutating func build() throws(CellError) {
    boxes.reserveCapacity(tree.elements.count)
    try add(0, parent: nil)
  }

  /// Sets the unknown sides of pictures to a length.
  mutating func setUnknown(to extent: Double) {
    for (box, size) in unknown {
      boxes[box].content = .replaced(
        NaturalSize(width: size.width ?? extent, height: size.height ?? extent))
    }
  }

  /// Adds the box of an element and of those inside.
  private mutating func add(_ element: Int, parent: Int?) throws(CellError) {
    let box = boxes.count
    boxOf[element] = box
    boxes.append(CSSBox(style: styles.boxes[element], parent: parent))
    if let parent { boxes[parent].children.append(box) }
    if let view = tree.elements[element].view, view > 0 { views.append((box, view)) }
    if case .picture = tree.elements[element].content {
      try addPicture(tree.elements[element], box)
      return
    }
    let isFlex = styles.styles[element].box.display.isFlex
    let groups = flow.groups(of: tree.elements[element].children, isFlex: isFlex)
    if groups.count == 1, !isFlex, case .inline(let run) = groups[0] {
      if try !addLines(run, of: element, box: box) { try addAbsolute(run, to: box) }
      return
    }
    for group in groups {
      switch group {
      case .inline(let run):
        var style = BoxStyle()
        style.direction = styles.styles[element].box.direction
        let anonymous = boxes.count
        boxes.append(CSSBox(style: style, parent: box))
        if try addLines(run, of: element, box: anonymous) {
          boxes[box].children.append(anonymous)
        } else {
          boxes.removeLast()
          try addAbsolute(run, to: box)
        }
      case .block(let child): try add(child, parent: box)
      }
    }
  }

  private mutating func addPicture(_ element: CardElement, _ box: Int) throws(CellError) {
    guard let view = element.view else { return }
    let template = cell.plan.template.views[view]
    let content = TemplatePlan.IntrinsicContent(
      declared: DeclaredSize(of: template), image: template.image)
    let size = try cell.size(of: view, content)
    let isAbsent = template.image.map { $0.source.text(in: cell.record).isEmpty } ?? false
    let natural = NaturalSize(width: size.known.width, height: size.known.height)
    if size.lacksSide, !isAbsent {
      unknown.append((box, natural))
      boxes[box].content = .replaced(
        NaturalSize(width: natural.width ?? 0, height: natural.height ?? 0))
    } else {
      boxes[box].content = .replaced(
        NaturalSize(width: natural.width ?? 0, height: natural.height ?? 0))
    }
  }
}

/// The lines of texts.
extension CardBuilder {
  /// A part of a run of inline contents: a text of one style, or the character of an atomic box.
  private struct Piece {
    var text: String
    /// The element of the text or of the box.
    var element: Int
    var isObject = false
    /// Whether the text is shaped apart from the text before.
    var isSeparate = false
  }

  /// Adds the absolute elements of a run that has no lines.
  private mutating func addAbsolute(_ run: [CardFlow.Item], to box: Int) throws(CellError) {
    for case .absolute(let element) in run { try add(element, parent: box) }
  }

  /// Adds the lines of a run of inline contents to a box.
  ///
  /// - Returns: Whether the run has contents: text other than collapsible white space, atomic boxes
  ///   or inline boxes with edges.
  private mutating func addLines(
    _ run: [CardFlow.Item], of block: Int, box: Int
  ) throws(CellError) -> Bool {
    let style = styles.styles[block]
    let pieces = pieces(of: run)
    let first = run.lazy.compactMap(\.text).first
    let hasEdges = run.contains {
      if case .open(let element, _) = $0 {
        styles.styles[element].box.hasInlineEdges
      } else {
        false
      }
    }
    guard hasEdges || pieces.contains(where: { !$0.text.isEmpty }), let measurer = cell.measurer
    else { return false }
    let view = first.flatMap { tree.elements[$0].view }
    let attributed = AttributedText(
      pieces.map(\.text).joined(),
      runs: pieces.map { piece in
        var run = AttributedText.Run(
          length: piece.text.utf16.count, style: styles.texts[piece.element].characters)
        run.isObject = piece.isObject
        run.isSeparate = piece.isSeparate
        return run
      })
    let id = view.map { cell.plan.template.views[$0].id } ?? cell.plan.template.name
    do throws(TextError) {
      let context = try LineContext(self, block)
      let prepared = try measurer.prepare(
        attributed, style: context.own, language: context.language,
        direction: style.box.direction, rules: context.rules)
      caveats.formUnion(prepared.caveats)
      var lines = CardLines(
        prepared: prepared,
        fitting: LineFitting(lines: style.text.lineClamp, truncation: .tail),
        wraps: style.text.whiteSpace.wraps,
        breaksInside: style.text.overflowWrap == .anywhere,
        keepsSpaces: !style.text.whiteSpace.collapses,
        scale: environment.environment.scale)
      if run.contains(where: { $0.text == nil }) || style.text.indent != .zero {
        lines.inline = try inline(
          run, pieces, attributed.text, context, style, measurer: measurer, box: box)
        lines.wraps = lines.inline.map { $0.content.wraps || $0.content.wrapsInPart } ?? lines.wraps
      }
      boxes[box].content = .lines(lines)
      if let view {
        labels.append(
          Label(
            box: box, view: view,
            text: LabelContentSizing.Text(
              prepared: prepared, size: nil, fitting: style.text.fitting),
            content: CardText(
              text: attributed, style: context.own, fitting: style.text.fitting,
              rules: context.rules, direction: style.box.direction),
            lines: lines))
      }
    } catch {
      throw .text(error, view: id)
    }
    for item in run {
      switch item {
      case .atom(let element), .absolute(let element): try add(element, parent: box)
      case .open(let element, let isContinued):
        addInlineBox(element, run, isContinued: isContinued, parent: box)
      case .text, .close: continue
      }
    }
    return true
  }

  /// The rules and the style with which the texts of a block are prepared.
  private struct LineContext {
    let rules: MeasurementRules
    let own: TextStyle
    let language: String?

    init(_ builder: CardBuilder, _ block: Int) throws(TextError) {
      let environment = builder.environment
      rules = try MeasurementRules(
        rules: environment.environment.rules, scale: environment.environment.scale,
        lineBreak: builder.styles.styles[block].text.lineBreakRules(environment.rules.lineBreak),
        stepsPerPoint: environment.environment.scale * Double(LayoutUnit.stepsPerPixel))
      own = builder.styles.texts[block]
      language =
        builder.cell.record.text(at: builder.cell.plan.template.language)
        ?? environment.environment.locale
    }
  }

  /// The parts of a run with their white space collapsed.
  private func pieces(of run: [CardFlow.Item]) -> [Piece] {
    var pieces: [Piece] = []
    var isSeparate = false
    for item in run {
      switch item {
      case .text(let element):
        guard case .text(let text) = tree.elements[element].content else { continue }
        pieces.append(
          Piece(
            text: styles.styles[element].text.transform.applied(to: text.text(in: cell.record)),
            element: element, isSeparate: isSeparate))
        isSeparate = false
      case .atom(let element):
        pieces.append(Piece(text: "\u{FFFC}", element: element, isObject: true))
      case .open(let element, _), .close(let element, _):
        if styles.styles[element].box.hasInlineEdges
          || styles.styles[element].text.verticalAlign != .baseline
        {
          isSeparate = true
        }
      case .absolute: continue
      }
    }
    let texts = CardWhiteSpace.collapsed(
      pieces.map(\.text),
      styles: pieces.map {
        $0.isObject ? .normal : styles.styles[$0.element].text.whiteSpace
      })
    for index in pieces.indices { pieces[index].text = texts[index] }
    return pieces
  }

  /// The boxes on the lines of a run.
  private func inline(
    _ run: [CardFlow.Item], _ pieces: [Piece], _ text: String, _ context: LineContext,
    _ style: CardStyle, measurer: TextMeasurer, box: Int
  ) throws(TextError) -> CardInline {
    var inline = CardInline(
      strut: try measurer.strut(context.own, language: context.language, rules: context.rules),
      order: try measurer.inlineOrder(of: text, direction: style.box.direction),
      alignment: style.text.alignment(style.box.direction), indent: style.text.indent)
    inline.content.wraps = style.text.whiteSpace.wraps
    inline.content.keepsSpaces = !style.text.whiteSpace.collapses
    var opened: [Int] = []
    var rest = pieces[...]
    var offset = 0
    for item in run {
      switch item {
      case .text:
        offset += rest.popFirst()?.text.utf16.count ?? 0
      case .open(let element, _):
        let own = styles.styles[element]
        let strut = try measurer.strut(
          styles.texts[element], language: context.language, rules: context.rules)
        var next = InlineContent.Box(parent: opened.last, range: offset..<offset, strut: strut)
        next.isLeftToRight = own.box.direction == .leftToRight
        next.wraps = own.text.whiteSpace.wraps
        next.keepsSpaces = !own.text.whiteSpace.collapses
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
        let own = styles.styles[element].text
        var next = InlineContent.Atom(parent: opened.last, offset: offset)
        next.alignment = try own.inlineAlignment { () throws(TextError) in
          try measurer.strut(
            styles.texts[element], language: context.language, rules: context.rules
          ).lineHeight
        }
        inline.content.events.append(.atom(inline.content.atoms.count))
        inline.kinds.append(.atom(inline.content.atoms.count))
        inline.content.atoms.append(next)
        offset += rest.popFirst()?.text.utf16.count ?? 0
      case .absolute(let element):
        let display = styles.styles[element].box.display
        let isInline = display == .inline || display == .inlineBlock || display == .inlineFlex
        inline.content.events.append(.mark(inline.content.marks.count))
        inline.kinds.append(.absolute(inline.content.marks.count, isBlock: !isInline))
        inline.content.marks.append((opened.last, offset))
      }
    }
    return inline
  }

  /// Adds the box of an inline element, or of a part of one that a block divides.
  private mutating func addInlineBox(
    _ element: Int, _ run: [CardFlow.Item], isContinued: Bool, parent: Int
  ) {
    var style = styles.styles[element].box
    let isLeftToRight = style.direction == .leftToRight
    if isContinued { style.removeEdges(left: isLeftToRight) }
    if run.contains(.close(element, continues: true)) { style.removeEdges(left: !isLeftToRight) }
    let box = boxes.count
    boxes.append(CSSBox(style: style, parent: parent))
    boxes[parent].children.append(box)
    guard boxOf[element] == nil else { return }
    boxOf[element] = box
    if let view = tree.elements[element].view, view > 0 { views.append((box, view)) }
  }
}

extension BoxStyle.Display {
  var isFlex: Bool { self == .flex || self == .inlineFlex }
}

extension BoxStyle {
  /// Whether an inline box has margins, borders or padding beside its text.
  fileprivate var hasInlineEdges: Bool {
    margin.left != .zero || margin.right != .zero || padding.left != .zero
      || padding.right != .zero || border.left != 0 || border.right != 0
  }

  /// Removes the margin, border and padding of one side.
  fileprivate mutating func removeEdges(left: Bool) {
    if left {
      (margin.left, padding.left, border.left) = (.zero, .zero, 0)
    } else {
      (margin.right, padding.right, border.right) = (.zero, .zero, 0)
    }
  }
}
