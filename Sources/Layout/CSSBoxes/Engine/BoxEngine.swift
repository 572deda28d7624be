import LayoutPrimitives

/// Lays out one tree of boxes.
///
/// Each box is measured in a space at most once, because results are cached. Then the boxes are
/// arranged from the root down, each once. So the time is linear in the number of boxes for each
/// space in which a box is measured.
struct BoxEngine: ~Copyable {
  let boxes: [CSSBox]
  let traits: [BoxTraits]
  let contents: [CSSBoxContent]
  /// The rows, columns and cells of tables, by box.
  private let tables: [Int: TableGrid]
  /// Device pixels per CSS pixel.
  let scale: Double
  /// Whether the frame of each box is needed if it is inline; `nil` for all frames.
  let inlineBoxes: [Bool]?
  /// Maximum number of layouts of single boxes.
  let stepLimit: Int
  /// Number of layouts of single boxes so far.
  private(set) var steps = 0
  private var cache: LayoutCache
  private var flexLists: [FlexLists] = []
  /// The floats of all block formatting contexts.
  let floats = FloatLists()
  /// The frames of the border boxes, in steps from the corner of the root; `nil` for boxes without.
  private(set) var frames: [BoxFrame?]
  /// The lines of boxes with lines as they are placed, by index.
  private(set) var lines: [Int: WrappedLines] = [:]
  /// The caveats of the lines that are placed.
  private(set) var caveats: Caveats = []
  /// The lines of each box that were wrapped last.
  private var wrapped: [WrappedLines?]

  /// Creates an engine without memory of a layout before.
  init(
    _ tree: CSSBoxTree, _ contents: [CSSBoxContent]? = nil, inlineBoxes: [Bool]? = nil,
    stepLimit: Int
  ) {
    var memory = LayoutMemory()
    self.init(tree, contents, inlineBoxes: inlineBoxes, stepLimit: stepLimit, memory: &memory)
  }

  /// - Parameters:
  ///   - contents: The content of each box; `nil` for those of the tree.
  ///   - memory: Memory that the engine uses until `exchangeMemory(with:)`.
  init(
    _ tree: CSSBoxTree, _ contents: [CSSBoxContent]?, inlineBoxes: [Bool]?, stepLimit: Int,
    memory: inout LayoutMemory
  ) {
    boxes = tree.boxes
    traits = tree.traits
    tables = tree.tables
    scale = tree.scale
    self.contents = contents ?? tree.boxes.map(\.content)
    self.inlineBoxes = inlineBoxes
    self.stepLimit = stepLimit
    cache = LayoutCache()
    frames = Array(repeating: nil, count: tree.boxes.count)
    wrapped = Array(repeating: nil, count: tree.boxes.count)
    exchangeMemory(with: &memory)
    cache.begin(count: tree.boxes.count)
  }

  /// Exchanges the engine's memory of a layout for other memory; then the engine has no layouts.
  mutating func exchangeMemory(with memory: inout LayoutMemory) {
    swap(&cache, &memory.cache)
    swap(&flexLists, &memory.flexLists)
  }

  /// Lists without items and lines.
  mutating func takeFlexLists() -> (items: [FlexItem], lines: [FlexLine]) {
    guard let lists = flexLists.popLast() else { return ([], []) }
    return (lists.items, lists.lines)
  }

  /// Keeps lists for the next flex container.
  mutating func keep(_ lists: consuming FlexLists) {
    lists.removeAll()
    flexLists.append(lists)
  }

  /// Whether the limit of steps was reached, so that the frames are not valid.
  var isOverLimit: Bool { steps > stepLimit || floats.isOverLimit }

  /// Lays out the tree in the space of its root.
  mutating func layOut(_ root: Int, in space: BoxSpace) {
    var pending: [PendingBox] = []
    let result = arrange(root, space, x: .zero, y: .zero, &pending)
    placeAbsolute(&pending, in: root, frame: BoxFrame(x: .zero, y: .zero, result))
  }

  /// The size of a box in a space.
  mutating func measure(_ box: Int, _ space: BoxSpace) -> BoxResult {
    guard let place = place(of: box, in: space) else {
      return BoxResult(width: .zero, height: .zero, contentHeight: .zero)
    }
    return cache.result(at: place)
  }

  /// The place in the cache of the layout of a box in a space; `nil` over the limit.
  private mutating func place(of box: Int, in space: BoxSpace) -> Int? {
    let space = traits[box].seesHeight ? space : space.withoutHeights
    if let known = cache.place(of: box, in: space) ?? naturalPlace(of: box, in: space) {
      return known
    }
    steps += 1
    guard !isOverLimit else { return nil }
    var arrangement = BoxArrangement()
    let result = layOutBox(box, space, &arrangement)
    return cache.add(space, result, arrangement, of: box)
  }

  /// The place of a layout by the contents that has the fixed height of a space; `nil` if there is
  /// none.
  ///
  /// It is the layout in that space if nothing in the box depends on a height: containers measure
  /// their items first, and often keep their heights.
  private func naturalPlace(of box: Int, in space: BoxSpace) -> Int? {
    guard space.hasFixedHeight, space.isContext, !traits[box].seesHeight,
      !traits[box].hasWidthsByHeight, traits[box].ratio == nil, !traits[box].isReplaced,
      !traits[box].isTable
    else { return nil }
    var natural = space
    natural.height = nil
    natural.heightMode = .contents
    if let place = cache.place(of: box, in: natural), cache.result(at: place).height == space.height
    {
      return place
    }
    guard traits[box].height.isAuto else { return nil }
    natural.heightMode = .auto
    guard let place = cache.place(of: box, in: natural),
      cache.result(at: place).height == space.height
    else { return nil }
    return place
  }

  /// Wraps the lines of a box, unless those wrapped last have the same width, boxes, limit and floats.
  ///
  /// - Parameter place: The floats before the lines, and the corner of their content box; `nil` if no
  ///   float is beside or among them.
  mutating func wrap(
    _ lines: any WrappableLines, of box: Int, in width: LayoutUnit, _ boxes: [InlineBoxSize],
    limit: Int?, between place: FloatPlace?
  ) -> WrappedLines {
    if let last = wrapped[box], last.width == width, last.limit == limit, last.boxes == boxes,
      last.place == place ?? FloatPlace()
    {
      return last
    }
    let new = lines.wrapped(
      in: width, boxes, limit: limit,
      floats: place.map { FloatedBlock(floats, $0, width: width, scale: scale) })
    wrapped[box] = new
    return new
  }

  /// The min-content and max-content widths of a box's content box, without its own widths.
  ///
  /// - Parameter space: The space of the box, of which only the heights count.
  mutating func innerWidths(_ box: Int, _ space: BoxSpace) -> ContentWidths {
    let heights = BoxHeights(
      percent: traits[box].seesHeight ? space.percentHeight : nil,
      fixed: traits[box].hasWidthsByHeight && space.heightMode == .fixed ? space.height : nil)
    if case .measured(let block) = contents[box] {
      if let widths = block.widths(for: heights, in: space) { return widths }
      steps = stepLimit + 1
      return .zero
    }
    if let known = cache.widths(of: box, for: heights) { return known }
    steps += 1
    guard !isOverLimit else { return .zero }
    let result = findInnerWidths(box, heights)
    cache.add(result, of: box, for: heights)
    return result
  }

  /// The rows, columns and cells of a table; `nil` for other boxes.
  func table(_ box: Int) -> TableGrid? { traits[box].isTable ? tables[box] : nil }

  /// Lays out the contents of one box.
  private mutating func layOutBox(_ box: Int, _ space: BoxSpace, _ into: inout BoxArrangement)
    -> BoxResult
  {
    var result =
      switch contents[box] {
      case .replaced(let size): layOutReplaced(box, space, size)
      case .lines(let lines): layOutLines(box, space, lines, &into)
      case .measured(let block): layOutMeasured(block, space)
      case .none, .marker:
        if let grid = table(box) {
          layOutTable(box, grid, space, &into)
        } else {
          traits[box].isFlex ? layOutFlex(box, space, &into) : layOutBlock(box, space, &into)
        }
      }
    if traits[box].scrollsX || traits[box].scrollsY { result.keepBaselinesInside() }
    return result
  }

  /// The layout of a block of another tree, of which only the size is known.
  private mutating func layOutMeasured(_ block: MeasuredBlock, _ space: BoxSpace) -> BoxResult {
    // The lists of floats are those of this tree; documents with floats have no blocks of others.
    var space = space
    space.floats = FloatPlace()
    if let result = block.result(in: space) { return result.size }
    steps = stepLimit + 1
    return BoxResult(width: .zero, height: .zero, contentHeight: .zero)
  }

  /// Sets the frames of a box and of the boxes inside, except of absolute boxes whose containing
  /// block is farther out, which are added to `pending`.
  @discardableResult
  mutating func arrange(
    _ box: Int, _ space: BoxSpace, x: LayoutUnit, y: LayoutUnit, _ pending: inout [PendingBox]
  ) -> BoxResult {
    guard let place = place(of: box, in: space) else {
      return BoxResult(width: .zero, height: .zero, contentHeight: .zero)
    }
    let result = cache.result(at: place)
    var frame = BoxFrame(x: x, y: y, result)
    frame.edges = edges(box, space.percentWidth)
    frames[box] = frame
    if case .measured(let block) = contents[box] {
      var space = cache.space(at: place)
      space.floats = FloatPlace()
      caveats.formUnion(block.result(in: space)?.caveats ?? [])
    }
    guard !boxes[box].children.isEmpty || cache.hasLines(at: place) else {
      return result
    }
    var inside = cache.removeArrangement(at: place)
    if let wrapped = inside.lines {
      lines[box] = wrapped
      let shift = contentShift(box, space, result.height - result.contentHeight)
      if shift != .zero { frames[box]?.shift = shift }
      if case .lines(let own) = contents[box] { caveats.formUnion(own.caveats(of: wrapped)) }
    }
    guard !boxes[box].children.isEmpty else { return result }
    steps += 1
    guard !isOverLimit else { return result }
    if case .lines(let content) = contents[box], let wrapped = inside.lines {
      arrangeLines(box, space, content, wrapped, result, &inside)
    }
    let isLeftToRight = traits[box].isLeftToRight
    var absolute: [PendingBox] = []
    for placement in inside.placements {
      let left =
        isLeftToRight ? placement.inline : result.width - placement.inline - placement.width
      let shift = relativeShift(placement.box, in: box, placement.space)
      arrange(
        placement.box, placement.space, x: x + left + shift.x, y: y + placement.block + shift.y,
        &absolute)
    }
    for (child, position) in inside.inline {
      var frame = BoxFrame(
        x: x + position.x, y: y + position.y,
        BoxResult(width: position.width, height: position.height, contentHeight: position.height))
      frame.edges = edges(child, space.percentWidth)
      frames[child] = frame
    }
    for position in inside.absolute {
      var (inline, block) = (position.inline, position.block)
      // A safe alignment falls back to the start of the direction, which mirroring keeps.
      if !isLeftToRight { inline = inline.mirrored(in: result.width) }
      inline.start += x
      block.start += y
      absolute.append(
        PendingBox(
          box: position.box, x: inline, y: block, isRightToLeft: !isLeftToRight))
    }
    if traits[box].isPositioned { placeAbsolute(&absolute, in: box, frame: frame) }
    pending += absolute
    return result
  }
}

/// The positions of the boxes inside a box.
struct BoxArrangement {
  var placements: [BoxPlacement] = []
  var absolute: [StaticPosition] = []
  /// The lines of the box; `nil` if it has none.
  var lines: WrappedLines?
  /// The border boxes of inline boxes, from the top left corner of the border box.
  var inline: [(box: Int, position: InlineBoxPosition)] = []

  var isEmpty: Bool {
    placements.isEmpty && absolute.isEmpty && lines == nil && inline.isEmpty
  }
}

/// The frame of a border box, from the corner of the root.
struct BoxFrame {
  var x: LayoutUnit
  var y: LayoutUnit
  var width: LayoutUnit
  var height: LayoutUnit
  /// Border and padding together.
  var edges = BoxEdges()
  /// The distance by which the lines of the box are moved down.
  var shift = LayoutUnit.zero

  init(x: LayoutUnit, y: LayoutUnit, _ result: BoxResult) {
    (self.x, self.y, width, height) = (x, y, result.width, result.height)
  }
}

/// An absolute box whose containing block is not yet reached.
struct PendingBox {
  var box: Int
  /// The static position, from the corner of the root.
  var x: StaticPosition.Axis
  var y: StaticPosition.Axis
  /// Whether the inline start of the box around it is its right side.
  var isRightToLeft: Bool
}
