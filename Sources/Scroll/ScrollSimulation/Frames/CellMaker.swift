internal import LayoutPrimitives

/// Makes the cells that appear on the screen, and computes their costs.
struct CellMaker {
  /// The cells and costs of a frame.
  struct Shown {
    var cost = CostParts()
    var arrivals: [CellArrival] = []
    /// The height of the visible cells that are not ready, in points.
    var blank = 0.0
  }

  /// A cell that may be prepared before it appears.
  struct Candidate {
    var index: Int
    /// The distance in points until the cell appears.
    var distance: Double
  }

  /// Maximum number of cells that are prepared after one frame.
  private static let maximumCandidates = 64

  private let configuration: SimulationConfiguration
  private let costs: FrameCosts
  private let strategy: ScrollStrategy
  private var pool: CellPool
  /// The cells that are prepared but have not appeared yet.
  private var prepared: Set<Int> = []
  /// The average cost of preparing a cell by template in milliseconds, as in RecyclerView.
  private var averages: [Int: Double] = [:]
  /// The second thread, which prepares cells while frames are made.
  private var helper: Processor
  private var orders: [Int] = []
  /// The cells that the helper is preparing, with the times at which it finishes, in milliseconds.
  private var inWork: [(cell: Int, end: Double)] = []
  /// The visible cells that are not ready.
  private var waiting: Set<Int> = []
  private var shown = Shown()
  private var tableEngines = 0

  /// The number of cells that have appeared on the screen.
  private(set) var newCells = 0
  /// The number of layouts in frames.
  private(set) var layouts = 0

  init(_ configuration: SimulationConfiguration, costs: FrameCosts) {
    self.configuration = configuration
    self.costs = costs
    strategy = configuration.strategy
    pool = CellPool(limit: configuration.poolSize)
    helper = Processor(configuration.device)
  }

  private var isAsynchronous: Bool {
    if case .distance = configuration.prefetch { true } else { false }
  }

  /// Number of cells whose height is computed before the first screen.
  func heightsBefore(of list: any ScrolledList) -> Int {
    strategy.knowsHeights && !strategy.looksUp ? list.count : 0
  }

  /// The cost of computing all heights before the first screen, in milliseconds.
  ///
  /// It is nil if costs are measured.
  func openingMs(of list: any ScrolledList) throws -> Double? {
    guard case .table(let table) = costs else { return nil }
    guard heightsBefore(of: list) > 0 else { return 0 }
    let work = StrategyWork(strategy: strategy, table: table)
    var sum = 0.0
    for index in 0..<list.count {
      let facts = try list.facts(at: index)
      sum += work.height(of: facts, template: list.templates[facts.template])
    }
    return sum
  }

  /// The number of engines that were made so far.
  func engines(of list: any ScrolledList) -> Int {
    switch costs {
    case .table: tableEngines
    case .measured: list.enginesCreated
    }
  }

  /// Makes a cell of the first screen, which is not part of the result.
  mutating func open(_ index: Int, of list: any ScrolledList) throws {
    _ = try parts(index, of: list)
    layouts = 0
  }

  /// Records that a finger is on the screen, which also raises the helper's clock.
  mutating func touch() { helper.touch() }

  /// Begins a frame; the cells that the helper has finished by now become ready.
  mutating func beginFrame(atMs time: Double, in list: any ScrolledList) throws {
    shown = Shown()
    if case .table(let table) = costs { shown.cost[.frame] = table.frame }
    shown.cost[.frame] += configuration.baseCostMs
    guard isAsynchronous else { return }
    while helper.now < time, !orders.isEmpty {
      let index = orders.removeFirst()
      guard !prepared.contains(index) else { continue }
      helper.run(try prepare(index, of: list, asReady: false))
      inWork.append((index, helper.now))
    }
    prepared.formUnion(inWork.filter { $0.end <= time }.map(\.cell))
    inWork.removeAll { $0.end <= time }
    helper.idle(until: time)
  }

  /// Makes a cell that appears, or leaves it blank until the helper has made it.
  mutating func arrive(_ index: Int, of list: any ScrolledList) throws {
    newCells += 1
    if isAsynchronous, !prepared.contains(index) {
      waiting.insert(index)
      orders.removeAll { $0 == index }
      if !inWork.contains(where: { $0.cell == index }) { orders.insert(index, at: 0) }
      return
    }
    try show(index, of: list)
  }

  /// Returns the views of cells that left the screen to the pool, and shows cells that became
  /// ready.
  mutating func leave(
    _ before: Range<Int>, now cells: Range<Int>, of list: any ScrolledList
  ) throws {
    for index in before where !cells.contains(index) && index < list.count {
      if waiting.remove(index) == nil { pool.release(try list.facts(at: index).template) }
    }
    guard isAsynchronous else { return }
    for index in waiting.sorted() where prepared.contains(index) {
      waiting.remove(index)
      if cells.contains(index) { try show(index, of: list, wasBlank: true) }
    }
  }

  /// Ends a frame, and adds up the height of blank cells.
  mutating func endFrame(
    _ screen: Screen, offset: Double, of list: any ScrolledList
  ) throws -> Shown {
    for index in waiting {
      let top = max(try list.offset(of: index), offset)
      let bottom = min(try list.offset(of: index + 1), offset + screen.viewportHeight)
      shown.blank += max(0, bottom - top)
    }
    return shown
  }

  /// Drops all prepared cells, because another list replaces this one.
  mutating func exchange() {
    prepared = []
    waiting = []
    orders = []
    inWork = []
  }

  /// The cells in the scroll direction that may be prepared, the nearest first.
  ///
  /// Prepared cells that are too far away return to the pool.
  ///
  /// - Parameters:
  ///   - velocity: Its sign is the direction; without velocity there are no candidates.
  ///   - reach: The maximum distance of a candidate from the screen, in points.
  ///   - isNextOnly: Whether only the next cell in that direction is a candidate.
  mutating func candidates(
    _ screen: Screen, offset: Double, velocity: Double, reach: Double, of list: any ScrolledList,
    isNextOnly: Bool
  ) throws -> [Candidate] {
    try forget(
      above: offset - reach - screen.viewportHeight,
      below: offset + reach + 2 * screen.viewportHeight, screen, of: list)
    guard velocity != 0, !screen.cells.isEmpty else { return [] }
    var result: [Candidate] = []
    let bottom = offset + screen.viewportHeight
    var index = velocity > 0 ? screen.cells.upperBound : screen.cells.lowerBound - 1
    while index >= 0, index < list.count, result.count < Self.maximumCandidates {
      let distance =
        velocity > 0
        ? try list.offset(of: index) - bottom : offset - (try list.offset(of: index + 1))
      guard distance <= reach else { break }
      if !prepared.contains(index) { result.append(Candidate(index: index, distance: distance)) }
      if isNextOnly { break }
      index += velocity > 0 ? 1 : -1
    }
    return result
  }

  private mutating func forget(
    above top: Double, below bottom: Double, _ screen: Screen, of list: any ScrolledList
  ) throws {
    for index in prepared where !screen.cells.contains(index) {
      guard index < list.count else { continue }
      let offset = try list.offset(of: index)
      guard offset < top || offset > bottom else { continue }
      prepared.remove(index)
      pool.release(try list.facts(at: index).template)
    }
  }

  /// Orders cells from the helper, the nearest first, but after visible cells that are not ready.
  mutating func order(_ indices: [Int]) {
    let wanted = orders.filter(waiting.contains) + indices
    orders = wanted.filter { cell in !inWork.contains { $0.cell == cell } }
  }

  /// Whether the processor can prepare a cell before a time in milliseconds, by average costs.
  ///
  /// Without an average for the cell's template, it suffices that the time has not passed.
  func fits(
    _ index: Int, _ list: any ScrolledList, _ processor: Processor, before deadline: Double
  ) -> Bool {
    guard let template = try? list.facts(at: index).template, let average = averages[template]
    else { return processor.now < deadline }
    return processor.now + average / processor.clock < deadline
  }

  /// Prepares a cell outside of frames, and returns the cost in milliseconds.
  ///
  /// - Parameter isReady: Whether the cell is ready at once; the helper's cells are ready later.
  mutating func prepare(
    _ index: Int, of list: any ScrolledList, asReady isReady: Bool = true
  ) throws -> Double {
    let before = layouts
    let parts = try parts(index, of: list)
    layouts = before
    if isReady { prepared.insert(index) }
    let template = try list.facts(at: index).template
    let average = averages[template]
    averages[template] = average.map { $0 * 0.75 + parts.total * 0.25 } ?? parts.total
    return parts.total
  }

  /// Shows a cell and adds its cost to the frame; a cell that is not prepared is made first.
  private mutating func show(
    _ index: Int, of list: any ScrolledList, wasBlank: Bool = false
  ) throws {
    let isReady = prepared.remove(index) != nil
    let facts = try list.facts(at: index)
    var cost = isReady ? CostParts() : try parts(index, of: list)
    switch costs {
    case .table(let table):
      cost += StrategyWork(strategy: strategy, table: table)
        .drawing(of: facts, template: list.templates[facts.template])
    case .measured(let clock):
      cost += CostParts(.text, try Self.milliseconds(on: clock) { try list.draw(at: index) })
    }
    shown.cost += cost
    shown.arrivals.append(
      CellArrival(
        index: index, template: facts.template, isPrefetched: isReady && !wasBlank,
        cost: cost))
  }

  /// Makes a cell, and returns its cost without drawing.
  private mutating func parts(_ index: Int, of list: any ScrolledList) throws -> CostParts {
    let facts = try list.facts(at: index)
    let isReused = pool.claim(facts.template)
    switch costs {
    case .measured(let clock):
      let time = try Self.milliseconds(on: clock) { _ = try list.layout(at: index) }
      layouts += strategy.layoutsPerCell
      return CostParts(strategy.looksUp ? .lookup : .layout, time)
    case .table(let table):
      let work = StrategyWork(strategy: strategy, table: table)
      let template = list.templates[facts.template]
      try list.reveal(index)
      layouts += strategy.layoutsPerCell
      tableEngines += strategy.enginesPerCell
      return work.preparation(of: facts, template: template, isReused: isReused)
    }
  }

  private static func milliseconds(on clock: any CostClock, of work: () throws -> Void) rethrows
    -> Double
  {
    let start = clock.nanoseconds()
    try work()
    let end = clock.nanoseconds()
    return Double(end >= start ? end - start : 0) / 1e6
  }
}

/// The views that wait for reuse, by template.
struct CellPool: Sendable {
  private var free: [Int: Int] = [:]
  private let limit: Int

  /// Creates an empty pool for at most `limit` cells per template.
  init(limit: Int) {
    self.limit = limit
  }

  /// Takes the views of a cell from the pool; returns false if it has none.
  mutating func claim(_ template: Int) -> Bool {
    guard let count = free[template], count > 0 else { return false }
    free[template] = count - 1
    return true
  }

  /// Puts the views of a cell that left the screen into the pool; ignored if the pool is full.
  mutating func release(_ template: Int) {
    free[template] = min(limit, free[template, default: 0] + 1)
  }
}

/// The rule by which a list prepares cells before they appear.
public enum PrefetchPolicy: Hashable, Sendable {
  /// No cell is prepared: each is made in the frame that shows it.
  case none
  /// The next cell in the scroll direction is prepared in the free time of a frame, as by
  /// RecyclerView's GapWorker.
  case nextFrame
  /// Cells within a distance in points are prepared off the main thread, as in FlashList.
  ///
  /// If a cell is not ready when it appears, it is blank.
  case distance(Double)
  /// Cells within a number of screens are prepared in the free time of frames.
  case screens(Double)

  /// The name in reports and on the command line, such as `none`, `next-frame` or `screens:1`.
  public var name: String {
    switch self {
    case .none: "none"
    case .nextFrame: "next-frame"
    case .distance(let points): "distance:\(points.plainDecimal)"
    case .screens(let screens): "screens:\(screens.plainDecimal)"
    }
  }
}
