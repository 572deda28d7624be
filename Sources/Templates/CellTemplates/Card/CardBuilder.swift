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
  let styles: [CardStyle]
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
  }

  init(
    _ tree: CardTree, _ styles: [CardStyle], isHidden: [Bool], cell: BoundCell,
    _ environment: PreparedEnvironment
  ) {
    self.tree = tree
    self.styles = styles
    flow = CardFlow(tree: tree, styles: styles, isHidden: isHidden)
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
    let own = tree.elements[element]
    let box = boxes.count
    boxOf[element] = box
    boxes.append(CSSBox(style: styles[element].box, parent: parent))
    if let parent { boxes[parent].children.append(box) }
    if let view = own.view, view > 0 { views.append((box, view)) }
    if case .picture = own.content {
      try addPicture(own, box)
      return
    }
    let children = flow.visible(own.children)
    let isFlex = styles[element].box.display.isFlex
    let groups = flow.groups(of: children, isFlex: isFlex)
    if groups.count == 1, !isFlex, case .inline(let run) = groups[0] {
      try addLines(run, style: styles[element], box: box, isAnonymous: false)
      return
    }
    for group in groups {
      switch group {
      case .inline(let run):
        var style = BoxStyle()
        style.direction = styles[element].box.direction
        let anonymous = boxes.count
        boxes.append(CSSBox(style: style, parent: box))
        let isUsed = try addLines(
          run, style: styles[element], box: anonymous, isAnonymous: true)
        if isUsed {
          boxes[box].children.append(anonymous)
        } else {
          boxes.removeLast()
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
  /// A text of one style in a run of inline contents.
  private struct Piece {
    var text: String
    var style: CSSTextStyle
  }

  /// Adds the lines of a run of inline contents to a box.
  ///
  /// - Returns: Whether the run has contents: text other than collapsible white space.
  @discardableResult
  private mutating func addLines(
    _ run: [Int], style: CardStyle, box: Int, isAnonymous: Bool
  ) throws(CellError) -> Bool {
    var pieces: [Piece] = []
    var first: Int?
    collect(run, &pieces, &first)
    let texts = CardWhiteSpace.collapsed(
      pieces.map(\.text), styles: pieces.map(\.style.whiteSpace))
    for index in pieces.indices { pieces[index].text = texts[index] }
    pieces.removeAll { $0.text.isEmpty }
    guard !pieces.isEmpty, let first, let measurer = cell.measurer else { return false }
    let view = tree.elements[first].view
    let text = style.text
    let language =
      cell.record.text(at: cell.plan.template.language) ?? environment.environment.locale
    let attributed = AttributedText(
      pieces.map { ($0.text, CharacterStyle(card: $0.style)) })
    let own = TextStyle(card: text)
    let id = view.map { cell.plan.template.views[$0].id } ?? cell.plan.template.name
    do throws(TextError) {
      let rules = try MeasurementRules(
        rules: environment.environment.rules, scale: environment.environment.scale,
        lineBreak: text.lineBreakRules(environment.rules.lineBreak),
        stepsPerPoint: environment.environment.scale * Double(LayoutUnit.stepsPerPixel))
      let prepared = try measurer.prepare(
        attributed, style: own, language: language, direction: style.box.direction, rules: rules)
      caveats.formUnion(prepared.caveats)
      let fitting = text.fitting
      boxes[box].content = .lines(
        CardLines(
          prepared: prepared, fitting: LineFitting(lines: text.lineClamp, truncation: .tail),
          wraps: text.whiteSpace.wraps, breaksInside: text.overflowWrap == .anywhere,
          scale: environment.environment.scale))
      if let view {
        labels.append(
          Label(
            box: box, view: view,
            text: LabelContentSizing.Text(prepared: prepared, size: nil, fitting: fitting),
            content: CardText(
              text: attributed, style: own, fitting: fitting, rules: rules,
              direction: style.box.direction)))
      }
    } catch {
      throw .text(error, view: id)
    }
    return true
  }

  /// Collects the texts of a run, and the first of them, whose view is the label.
  private func collect(_ run: [Int], _ pieces: inout [Piece], _ first: inout Int?) {
    for child in run {
      if case .text(let text) = tree.elements[child].content {
        if first == nil { first = child }
        var value = text.text(in: cell.record)
        let style = styles[child].text
        value = style.transform.applied(to: value)
        pieces.append(Piece(text: value, style: style))
      } else {
        collect(flow.visible(tree.elements[child].children), &pieces, &first)
      }
    }
  }
}

/// The text of a label of a card, with all values on which its lines depend.
struct CardText {
  var text: AttributedText
  var style: TextStyle
  var fitting: LineFitting
  var rules: MeasurementRules
  var direction: LayoutDirection
  /// Insets from the border box to the lines, in points.
  var padding = Insets(all: 0)
}

/// Lines of prepared text for the layout of boxes.
private struct CardLines: LineContent {
  let prepared: PreparedText
  let fitting: LineFitting
  let wraps: Bool
  let breaksInside: Bool
  let scale: Double

  func widths() -> ContentWidths {
    let widths = prepared.contentWidths(insideWords: breaksInside)
    let maximum = LayoutUnit.roundedUp(widths.maximum * scale - 1e-7)
    return ContentWidths(
      minimum: wraps ? LayoutUnit.roundedUp(widths.minimum * scale - 1e-7) : maximum,
      maximum: maximum)
  }

  func lines(in width: LayoutUnit) -> LineBlock {
    let measure = prepared.wrapped(
      width: wraps ? width.pixels / scale : .infinity, fitting: fitting)
    let height = LayoutUnit.rounded(measure.height * scale)
    return LineBlock(
      height: height,
      firstBaseline: measure.lineCount > 0
        ? LayoutUnit.rounded(measure.firstBaseline * scale) : nil,
      lastBaseline: measure.lineCount > 0
        ? height - LayoutUnit.rounded(measure.lastBaselineFromBottom * scale) : nil,
      count: measure.lineCount)
  }
}

extension BoxStyle.Display {
  var isFlex: Bool { self == .flex || self == .inlineFlex }
}

extension CSSTextStyle {
  /// How the lines are cut: at a number of lines, or one line with an ellipsis.
  fileprivate var fitting: LineFitting {
    if lineClamp > 0 { return LineFitting(lines: lineClamp) }
    guard !whiteSpace.wraps else { return LineFitting() }
    return LineFitting(lines: 1, truncation: overflow == .ellipsis ? .tail : .clip)
  }

  fileprivate func lineBreakRules(_ base: LineBreakRules) -> LineBreakRules {
    LineBreakRules(
      mode: base.mode, strictness: LineBreakStrictness(rawValue: lineBreak) ?? .auto,
      words: WordBreak(rawValue: wordBreak) ?? .normal, strategy: base.strategy)
  }
}

extension TextStyle {
  /// Creates the style of an element's text.
  init(card style: CSSTextStyle) {
    self.init()
    characters = CharacterStyle(card: style)
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
  init(card style: CSSTextStyle) {
    let generic = ["system-ui", "sans-serif", "ui-sans-serif", "-apple-system"]
    let first = style.fontFamily.first ?? "system"
    self.init(
      family: generic.contains(first.lowercased()) ? "system" : first,
      weight: Int(style.fontWeight), italic: style.isItalic, size: style.fontSize)
    width = style.fontWidth
    letterSpacing = style.letterSpacing
  }
}
