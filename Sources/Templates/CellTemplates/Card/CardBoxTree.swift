import CSSBoxes
import LayoutPrimitives
import TextMeasurement

/// The boxes of a card without the values of a record: those of elements, and anonymous boxes
/// around texts.
///
/// It serves all records in which the same elements are hidden.
final class CardBoxTree: Sendable {
  let styles: CardStyles
  /// The boxes; those of lines have no content yet, and those of pictures no size.
  let boxes: CSSBoxTree
  /// The contents of the boxes.
  let contents: [CSSBoxContent]
  /// The boxes of the document.
  private let document: [CSSBox]
  /// The boxes of elements with a view; the frame of a view contains all its boxes.
  let views: [(box: Int, view: Int)]
  /// The box of each element; `nil` for texts and hidden elements.
  let boxOf: [Int?]
  let runs: [CardRun]
  let pictures: [(box: Int, content: IntrinsicContent)]
  /// The boxes of list items with a marker, their elements, and their numbers in their lists.
  let markers: [(box: Int, element: Int, number: Int)]

  /// Generates the boxes of the elements that are not hidden.
  init(
    _ tree: CardTree, _ styles: CardStyles, isHidden: [Bool], plan: TemplatePlan,
    _ environment: PreparedEnvironment
  ) throws(CellError) {
    var builder = Builder(
      tree: tree, styles: styles,
      flow: CardFlow(tree: tree, styles: styles.styles, isHidden: isHidden), plan: plan,
      environment: environment)
    try builder.add(0, parent: nil)
    self.styles = styles
    document = builder.boxes
    boxes = CSSBoxTree(document, scale: environment.environment.scale)
    contents = document.map(\.content)
    (views, boxOf) = (builder.views, builder.boxOf)
    (runs, pictures, markers) = (builder.runs, builder.pictures, builder.markers)
  }

  /// The boxes without the anonymous boxes and the inline boxes of runs without contents; their
  /// absolute boxes stay.
  func boxes(without runs: [CardRun]) -> CSSBoxTree {
    var document = document
    for run in runs {
      if run.isAnonymous { document[run.box].style = .contents }
      for box in run.inlineBoxes { document[box].style = .none }
    }
    return CSSBoxTree(document, scale: boxes.scale)
  }
}

/// Adjacent inline contents of a block, without the values of a record.
final class CardRun: Sendable {
  /// A text of one style, or the character that stands for an atomic box.
  struct Piece: Sendable {
    /// The element of the text or of the box.
    var element: Int
    /// The text; `nil` for an atomic box.
    var text: BoundText?
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
  let items: [CardFlow.Item]
  let pieces: [Piece]
  /// Index in the template's `views` of the label; `nil` for a run without text.
  let view: Int?
  /// Indices in the template's `views` of the inline elements, on whose areas the text is drawn.
  let inlineViews: [Int]
  /// The inline boxes among the items, which are not laid out if the run has no contents.
  let inlineBoxes: [Int]
  /// Whether an inline box has margins, borders or padding, so that the run has a line.
  let hasEdges: Bool
  /// Whether the run is the content of a list item with a marker, so that it has a line.
  let hasMarker: Bool
  /// Whether a text has a `text-transform`.
  let transforms: Bool
  /// Whether a text collapses its white space.
  let collapses: Bool
  /// Whether all texts have the style of the block.
  let hasOneStyle: Bool
  /// The style of the block's own text.
  let style: TextStyle
  /// The properties of the block's text.
  let properties: CSSTextStyle
  let direction: LayoutDirection
  /// Whether a part of the text wraps.
  let wraps: Bool
  let rules: MeasurementRules

  fileprivate init(
    _ items: [CardFlow.Item], of block: Int, box: Int, isAnonymous: Bool, isFirst: Bool,
    inlineBoxes: [Int], _ builder: CardBoxTree.Builder
  ) throws(TextError) {
    let styles = builder.styles.styles
    let texts = builder.styles.texts
    var pieces: [Piece] = []
    let blockRules = styles[block].text.lineBreakRules(builder.environment.rules.lineBreak)
    var isSeparate = false
    var movesText = false
    for item in items {
      switch item {
      case .text(let element):
        guard case .text(let text) = builder.tree.elements[element].content else { continue }
        var own = styles[element].text
        if builder.tree.elements[element].isLineBreak, own.whiteSpace.collapses {
          own.whiteSpace.collapse = .preserveBreaks
        }
        let lineBreak = own.lineBreakRules(builder.environment.rules.lineBreak)
        pieces.append(
          Piece(
            element: element, text: text, isSeparate: isSeparate, transform: own.transform,
            whiteSpace: own.whiteSpace, lineBreak: lineBreak == blockRules ? nil : lineBreak))
        isSeparate = false
      case .atom(let element):
        pieces.append(Piece(element: element))
        movesText = true
      case .open(let element, _), .close(let element, _):
        if styles[element].box.hasInlineEdges || styles[element].text.verticalAlign != .baseline {
          isSeparate = true
          movesText = true
        }
      case .absolute: continue
      }
    }
    self.box = box
    self.isAnonymous = isAnonymous
    self.items = items
    self.pieces = pieces
    self.inlineBoxes = inlineBoxes
    transforms = pieces.contains { $0.transform != .none }
    collapses = pieces.contains { $0.whiteSpace.collapses }
    view = items.lazy.compactMap(\.text).compactMap { builder.tree.elements[$0].view }.first
    inlineViews = items.compactMap {
      if case .open(let element, _) = $0 { builder.tree.elements[element].view } else { nil }
    }
    hasEdges = items.contains {
      if case .open(let element, _) = $0 { styles[element].box.hasInlineEdges } else { false }
    }
    hasMarker = !isAnonymous && styles[block].hasMarker
    var style = texts[block]
    style.needsSpaceEdges = !inlineBoxes.isEmpty
    self.style = style
    let characters = style.characters
    hasOneStyle = pieces.allSatisfy {
      $0.text != nil && !$0.isSeparate && $0.lineBreak == nil
        && texts[$0.element].characters == characters
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
  var placesBoxes: Bool { !inlineBoxes.isEmpty && !items.contains { $0.isAbsolute } }

  /// How the lines are cut.
  ///
  /// - Parameter limit: Maximum number of lines; `nil` for no limit.
  func fitting(limit: Int?) -> LineFitting { properties.fitting(limit: limit, wraps: wraps) }

  /// The physical alignment of the lines.
  var alignment: InlineLineAlignment { properties.alignment(direction) }
  /// Whether the text is not where the text alone would be: inline boxes have edges or move up or
  /// down, atomic boxes are on the lines, the first line is indented, or lines with inline boxes are
  /// justified.
  let movesText: Bool

  /// Whether anything but text is on the lines, or the first line is indented.
  var hasInlineContent: Bool {
    properties.indent != .zero || items.contains { $0.text == nil }
  }
}

extension CardBoxTree {
  /// The boxes while they are generated.
  fileprivate struct Builder {
    let tree: CardTree
    let styles: CardStyles
    let flow: CardFlow
    let plan: TemplatePlan
    let environment: PreparedEnvironment
    private(set) var boxes: [CSSBox] = []
    private(set) var views: [(box: Int, view: Int)] = []
    private(set) var boxOf: [Int?]
    private(set) var runs: [CardRun] = []
    private(set) var pictures: [(box: Int, content: IntrinsicContent)] = []
    private(set) var markers: [(box: Int, element: Int, number: Int)] = []
    /// Number of list items so far, by the box around them.
    private var items: [Int?: Int] = [:]

    init(
      tree: CardTree, styles: CardStyles, flow: CardFlow, plan: TemplatePlan,
      environment: PreparedEnvironment
    ) {
      self.tree = tree
      self.styles = styles
      self.flow = flow
      self.plan = plan
      self.environment = environment
      boxOf = Array(repeating: nil, count: tree.elements.count)
    }

    /// Adds the box of an element and of those inside.
    mutating func add(_ element: Int, parent: Int?) throws(CellError) {
      let box = addBox(styles.boxes[element], parent: parent)
      boxOf[element] = box
      addView(of: element, box: box)
      if tree.elements[element].isPicture {
        if let content = tree.elements[element].view.flatMap({ plan.intrinsicContents[$0] }) {
          pictures.append((box, content))
          boxes[box].content = .replaced(NaturalSize(width: 0, height: 0))
        }
        return
      }
      let style = styles.styles[element].box
      if style.display == .listItem {
        items[parent, default: 0] += 1
        if styles.styles[element].hasMarker { markers.append((box, element, items[parent] ?? 1)) }
      }
      let groups = flow.groups(of: tree.elements[element].children, isFlex: style.display.isFlex)
      if groups.count == 1, !style.display.isFlex, case .inline(let items) = groups[0] {
        try addRun(items, of: element, box: box, isAnonymous: false, isFirst: true)
        return
      }
      if groups.isEmpty, styles.styles[element].hasMarker {
        try addRun([], of: element, box: box, isAnonymous: false, isFirst: true)
        return
      }
      var anonymous: SharedStyle?
      var isFirst = true
      for group in groups {
        switch group {
        case .inline(let items):
          let shared =
            anonymous
            ?? SharedStyle(
              .anonymous(direction: style.direction), scale: environment.environment.scale)
          anonymous = shared
          try addRun(
            items, of: element, box: addBox(shared, parent: box), isAnonymous: true,
            isFirst: isFirst || style.display.isFlex)
          isFirst = false
        case .block(let child, let inside):
          let first = boxes.count
          try add(child, parent: box)
          for inline in inside { addView(of: inline, box: first) }
          if styles.styles[child].box.position != .absolute { isFirst = false }
        }
      }
    }

    private mutating func addBox(_ style: SharedStyle, parent: Int?) -> Int {
      boxes.append(CSSBox(style: style, parent: parent))
      if let parent { boxes[parent].children.append(boxes.count - 1) }
      return boxes.count - 1
    }

    /// Adds the lines of inline contents to a box, and the boxes on them.
    private mutating func addRun(
      _ items: [CardFlow.Item], of block: Int, box: Int, isAnonymous: Bool, isFirst: Bool
    ) throws(CellError) {
      var inlineBoxes: [Int] = []
      for item in items {
        switch item {
        case .atom(let element), .absolute(let element): try add(element, parent: box)
        case .open(let element, let isContinued):
          inlineBoxes.append(boxes.count)
          addInlineBox(element, items, isContinued: isContinued, parent: box)
        case .text, .close: continue
        }
      }
      do throws(TextError) {
        runs.append(
          try CardRun(
            items, of: block, box: box, isAnonymous: isAnonymous, isFirst: isFirst,
            inlineBoxes: inlineBoxes, self))
      } catch {
        throw .text(error, view: plan.template.name)
      }
    }

    /// Adds the box of an inline element, or of a part of one that a block divides.
    private mutating func addInlineBox(
      _ element: Int, _ items: [CardFlow.Item], isContinued: Bool, parent: Int
    ) {
      var style = styles.styles[element].box
      let isLeftToRight = style.direction == .leftToRight
      if isContinued { style.removeEdges(left: isLeftToRight) }
      if items.contains(.close(element, continues: true)) {
        style.removeEdges(left: !isLeftToRight)
      }
      let box = addBox(
        SharedStyle(style, scale: environment.environment.scale), parent: parent)
      boxOf[element] = boxOf[element] ?? box
      addView(of: element, box: box)
    }

    /// Adds a box to those that the frame of an element contains.
    private mutating func addView(of element: Int, box: Int) {
      if let view = tree.elements[element].view, view > 0 { views.append((box, view)) }
    }
  }
}

extension SharedStyle {
  /// The style of a box that is replaced by the boxes inside.
  fileprivate static let contents = SharedStyle(BoxStyle(display: .contents))
  /// The style of a box that is not laid out.
  fileprivate static let none = SharedStyle(BoxStyle(display: .none))
}

extension BoxStyle {
  fileprivate init(display: Display) {
    self.init()
    self.display = display
  }

  /// The style of a box without an element.
  fileprivate static func anonymous(direction: LayoutDirection) -> BoxStyle {
    var style = BoxStyle()
    style.direction = direction
    style.isAnonymous = true
    return style
  }

  /// Whether an inline box has margins, borders or padding beside its text.
  fileprivate var hasInlineEdges: Bool {
    margin.left.map { $0 != .zero } ?? false || margin.right.map { $0 != .zero } ?? false
      || padding.left != .zero
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
