import LayoutPrimitives
import TextMeasurement

/// The boxes of a document without the values of its content: those of elements, and anonymous boxes
/// around texts.
///
/// They serve all contents with which the same elements are hidden.
package final class GeneratedBoxes: Sendable {
  let styles: ComputedStyles
  /// Whether a value of the content was not valid, so that its declaration was dropped.
  package var hasInvalidValues: Bool { styles.hasInvalid }
  /// The boxes; those of lines have no content yet, and those of pictures no size.
  let boxes: CSSBoxTree
  /// The contents of the boxes.
  let contents: [CSSBoxContent]
  /// The boxes, also those that a run without contents does not have.
  private let all: [CSSBox]
  /// The boxes with their elements; an element that a block divides has several.
  package let elements: [(box: Int, element: Int)]
  /// The box of each element; `nil` for texts and hidden elements.
  let boxOf: [Int?]
  let runs: [InlineRun]
  /// The boxes of pictures with their elements.
  package let pictures: [(box: Int, element: Int)]
  /// The boxes of list items with a marker, their elements, and their numbers in their lists.
  let markers: [(box: Int, element: Int, number: Int)]

  /// Generates the boxes of the elements that are not hidden.
  init(
    _ document: CSSDocument, _ styles: ComputedStyles, isHidden: [Bool],
    _ environment: CSSEnvironment
  ) throws(TextError) {
    var builder = Builder(
      document: document, styles: styles,
      flow: BoxFlow(document, styles.styles, isHidden: isHidden), environment: environment)
    try builder.add(0, parent: nil)
    self.styles = styles
    all = builder.boxes
    boxes = CSSBoxTree(all, scale: environment.environment.scale)
    contents = all.map(\.content)
    (elements, boxOf) = (builder.elements, builder.boxOf)
    (runs, pictures, markers) = (builder.runs, builder.pictures, builder.markers)
  }

  /// The texts of the runs that have one, with `text-transform` and white space applied.
  package func texts(
    of content: some CSSContent, _ environment: CSSEnvironment
  ) -> [(run: InlineRun, text: String)] {
    runs.map { run in
      let builder = LineBuilder(run: run, styles: styles, environment: environment)
      return (run, builder.texts(of: content).joined())
    }
  }

  /// The boxes without the anonymous boxes and the inline boxes of runs without contents; their
  /// absolute boxes stay.
  func boxes(without runs: [InlineRun]) -> CSSBoxTree {
    var rest = all
    for run in runs {
      if run.isAnonymous { rest[run.box].style = .contents }
      for box in run.inlineBoxes { rest[box].style = .none }
    }
    return CSSBoxTree(rest, scale: boxes.scale)
  }
}

extension GeneratedBoxes {
  /// The boxes while they are generated.
  struct Builder {
    let document: CSSDocument
    let styles: ComputedStyles
    let flow: BoxFlow
    let environment: CSSEnvironment
    private(set) var boxes: [CSSBox] = []
    private(set) var elements: [(box: Int, element: Int)] = []
    private(set) var boxOf: [Int?]
    private(set) var runs: [InlineRun] = []
    private(set) var pictures: [(box: Int, element: Int)] = []
    private(set) var markers: [(box: Int, element: Int, number: Int)] = []
    /// Number of list items so far, by the box around them.
    private var items: [Int?: Int] = [:]

    init(
      document: CSSDocument, styles: ComputedStyles, flow: BoxFlow, environment: CSSEnvironment
    ) {
      self.document = document
      self.styles = styles
      self.flow = flow
      self.environment = environment
      boxOf = Array(repeating: nil, count: document.elements.count)
      boxes.reserveCapacity(document.elements.count)
      elements.reserveCapacity(document.elements.count)
    }

    /// Adds the box of an element and of those inside.
    mutating func add(_ element: Int, parent: Int?) throws(TextError) {
      if let block = document.elements[element].measured {
        boxes[addBox(block.style, parent: parent)].content = .measured(block)
        return
      }
      let box = addBox(styles.styles[element].shared, parent: parent)
      boxes[box].span = document.elements[element].span
      boxOf[element] = box
      elements.append((box, element))
      if document.elements[element].kind == .picture {
        pictures.append((box, element))
        boxes[box].content = .replaced(NaturalSize(width: 0, height: 0))
        return
      }
      // The style is large, and not copied.
      let display = styles.styles[element].box.display
      if display == .listItem {
        let number = document.elements[element].ordinal ?? (items[parent] ?? 0) + 1
        items[parent] = number
        if styles.styles[element].hasMarker { markers.append((box, element, number)) }
      }
      if display.isTable || display.isTableStructure {
        try addTableParts(of: element, box: box)
        return
      }
      try addContents(flow.visible(document.elements[element].children), of: element, box: box)
    }

    /// Adds contents of an element to a box: lines, and the boxes of blocks.
    ///
    /// - Parameter isOwn: Whether the box is that of the element; otherwise it is anonymous.
    mutating func addContents(
      _ children: [Int], of element: Int, box: Int, isOwn: Bool = true
    ) throws(TextError) {
      let style = styles.styles[element]
      let isFlex = isOwn && style.box.display.isFlex
      let groups = flow.groups(ofVisible: children, isFlex: isFlex)
      if groups.count == 1, !isFlex, case .inline(let items) = groups[0] {
        try addRun(items, of: element, box: box, isAnonymous: !isOwn, isFirst: true)
        return
      }
      if groups.isEmpty, isOwn, styles.styles[element].hasMarker {
        try addRun([], of: element, box: box, isAnonymous: false, isFirst: true)
        return
      }
      var anonymous: SharedStyle?
      var isFirst = true
      var parts: [Int] = []
      for group in groups {
        if case .block(let child, let inside) = group, inside.isEmpty, !isFlex, isTablePart(child) {
          parts.append(child)
          isFirst = false
          continue
        }
        if case .inline(let items) = group, isBlank(items), !parts.isEmpty || collapses(items) {
          continue
        }
        try addTable(of: &parts, in: element, box: box)
        switch group {
        case .inline(let items):
          let shared =
            anonymous
            ?? SharedStyle(
              .anonymous(direction: style.box.direction), scale: environment.environment.scale)
          anonymous = shared
          try addRun(
            items, of: element, box: addBox(shared, parent: box), isAnonymous: true,
            isFirst: isFirst || isFlex)
          isFirst = false
        case .block(let child, let inside):
          let first = boxes.count
          try add(child, parent: box)
          for inline in inside { elements.append((first, inline)) }
          let own = styles.styles[child]
          if own.box.position != .absolute, !own.box.isFloating { isFirst = false }
        }
      }
      try addTable(of: &parts, in: element, box: box)
    }

    mutating func addBox(_ style: SharedStyle, parent: Int?) -> Int {
      boxes.append(CSSBox(style: style, parent: parent))
      if let parent { boxes[parent].children.append(boxes.count - 1) }
      return boxes.count - 1
    }

    /// Adds the lines of inline contents to a box, and the boxes on them.
    private mutating func addRun(
      _ items: [BoxFlow.Item], of block: Int, box: Int, isAnonymous: Bool, isFirst: Bool
    ) throws(TextError) {
      var inlineBoxes: [Int] = []
      for item in items {
        switch item {
        case .atom(let element), .absolute(let element), .float(let element):
          try add(element, parent: box)
        case .open(let element, let isContinued):
          inlineBoxes.append(boxes.count)
          addInlineBox(element, items, isContinued: isContinued, parent: box)
        case .text, .close, .clear: continue
        }
      }
      runs.append(
        try InlineRun(
          items, of: block, box: box, isAnonymous: isAnonymous, isFirst: isFirst,
          inlineBoxes: inlineBoxes, self))
    }

    /// Adds the box of an inline element, or of a part of one that a block divides.
    private mutating func addInlineBox(
      _ element: Int, _ items: [BoxFlow.Item], isContinued: Bool, parent: Int
    ) {
      var shared = styles.styles[element].shared
      let continues = items.contains(.close(element, continues: true))
      if isContinued || continues {
        var style = shared.value
        let isLeftToRight = style.direction == .leftToRight
        if isContinued { style.removeEdges(left: isLeftToRight) }
        if continues { style.removeEdges(left: !isLeftToRight) }
        shared = SharedStyle(style, scale: environment.environment.scale)
      }
      let box = addBox(shared, parent: parent)
      boxOf[element] = boxOf[element] ?? box
      elements.append((box, element))
    }
  }
}

extension SharedStyle {
  /// The style of a box that is replaced by the boxes inside.
  fileprivate static let contents = SharedStyle(BoxStyle(display: .contents))
  /// The style of a box that is not laid out.
  fileprivate static let none = SharedStyle(BoxStyle(display: .none))
}
