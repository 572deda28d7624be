internal import LayoutPrimitives

/// One iteration of a simulation.
struct Scroll {
  private let configuration: SimulationConfiguration
  private let rotated: (any ScrolledList)?
  private var list: any ScrolledList
  private var driver: ScrollDriver
  private var screen: Screen
  private var cells: CellMaker
  private var mainThread: Processor
  private var log: FrameLog
  private var contentHeight: Double
  /// The number of engines that the list had made before the scroll, or before the rotation.
  private var engineBase = 0
  /// The cell that should be at the top of the screen in this frame, and the offset inside it in
  /// points; nil if there is no target.
  private var wanted: (cell: Int, inside: Double)?

  /// Prepares an iteration with its list.
  ///
  /// - Throws: `SimulationError.emptyList`; an error of the list.
  init(
    _ configuration: SimulationConfiguration, costs: FrameCosts, list: any ScrolledList,
    rotated: (any ScrolledList)?
  ) throws {
    guard list.count > 0 else { throw SimulationError.emptyList }
    self.configuration = configuration
    self.rotated = rotated
    self.list = list
    driver = ScrollDriver(
      profile: configuration.profile, platform: configuration.platform, seed: configuration.seed,
      maximumSeconds: configuration.maximumSeconds)
    screen = Screen(
      viewportHeight: configuration.viewportHeight, limit: configuration.maximumVisibleCells)
    cells = CellMaker(configuration, costs: costs)
    mainThread = Processor(configuration.device)
    let clock = FrameClock(
      rate: configuration.rate, pipelineDepth: configuration.pipelineDepth,
      appShare: configuration.appShare)
    log = FrameLog(clock: clock, scale: configuration.scale)
    contentHeight = try list.offset(of: list.count)
  }

  /// Performs the profile, and returns its frames.
  ///
  /// - Parameter shown: Called after every frame.
  /// - Throws: `SimulationError.profile` for too many frames, or for a rotation without a second
  ///   list; `.tooManyCells`; an error of the list.
  mutating func run(frame shown: () -> Void) throws -> FrameLog {
    log.openingMs = try cells.openingMs(of: list)
    log.heightsBefore = cells.heightsBefore(of: list)
    var tick = 0
    var step = driver.step(at: 0, state)
    switch step.target {
    case .offset(let offset): try openFirstScreen(at: offset)
    case .fraction(let fraction): try openFirstScreen(at: lowest * fraction)
    // These profiles measure the opening of the list.
    case .anchor, .rotation: break
    }
    while !step.isFinished {
      let frame = try frame(at: tick, step)
      guard log.frames.count < configuration.maximumFrames else {
        throw SimulationError.profile(
          configuration.profile.name,
          "it has more than \(configuration.maximumFrames) frames; lower the refresh rate or the "
            + "longest scroll")
      }
      log.frames.append(frame)
      shown()
      tick = frame.timing.next
      try prefetch(after: frame)
      if configuration.profile.endsWithList, frame.velocity > 0, frame.offset >= lowest {
        log.listEnded = true
        break
      }
      step = driver.step(at: log.clock.seconds(ofTick: tick), state)
    }
    log.enginesInFrames += cells.engines(of: list) - engineBase
    log.newCells = cells.newCells
    log.layouts = cells.layouts
    return log
  }

  private var state: ListState {
    ListState(
      extent: contentHeight, viewport: configuration.viewportHeight, newCells: cells.newCells)
  }

  /// The largest offset, at which the screen shows the end of the list.
  private var lowest: Double { max(0, contentHeight - configuration.viewportHeight) }

  /// Makes the cells of the first screen, which are not part of the measured frames.
  private mutating func openFirstScreen(at offset: Double) throws {
    let list = list
    _ = try screen.show(offset: offset, of: list) { try cells.open($0, of: list) }
    contentHeight = try list.offset(of: list.count)
    log.cellsBefore = screen.cells.count
    log.enginesBefore = cells.engines(of: list)
    engineBase = log.enginesBefore
  }

  /// Computes one frame.
  private mutating func frame(at tick: Int, _ step: ScrollStep) throws -> SimulatedFrame {
    let vsync = log.clock.milliseconds(ofTick: tick)
    mainThread.idle(until: vsync)
    if step.isTouching {
      mainThread.touch()
      cells.touch()
    }
    let offset = try offset(of: step.target)
    let before = screen.cells
    let list = list
    try cells.beginFrame(atMs: vsync, in: list)
    let jump = try screen.show(offset: offset, of: list) { try cells.arrive($0, of: list) }
    try cells.leave(before, now: screen.cells, of: list)
    let shown = try cells.endFrame(screen, offset: offset, of: list)
    mainThread.run(shown.cost.total)
    contentHeight = try list.offset(of: list.count)
    var frame = SimulatedFrame(
      timing: log.clock.frame(
        startingAt: tick, cpuMs: mainThread.now - vsync, velocity: step.velocity))
    frame.offset = offset
    frame.velocity = step.velocity
    frame.isTouching = step.isTouching
    frame.cells = screen.cells
    frame.arrivals = shown.arrivals
    frame.cost = shown.cost
    frame.clock = mainThread.clock
    frame.jump = jump
    frame.contentHeight = contentHeight
    frame.exactHeight = try list.trueOffset(of: list.count)
    frame.blank = shown.blank
    frame.landingError = try landingError(offset)
    return frame
  }

  /// Finds the offset for a target, and passes it to the driver.
  private mutating func offset(of target: ScrollTarget) throws -> Double {
    wanted = nil
    let offset: Double
    switch target {
    case .offset(let points): return points
    case .fraction(let fraction):
      offset = lowest * min(max(fraction, 0), 1)
      let exact = try list.trueOffset(of: list.count) - configuration.viewportHeight
      wanted = try Self.cell(at: max(0, exact) * min(max(fraction, 0), 1), in: list)
    case .anchor(let fraction, let inside):
      let cell = min(list.count - 1, Int(Double(list.count) * min(max(fraction, 0), 1)))
      offset = min(try list.offset(of: cell) + inside, lowest)
      wanted = (cell, try list.offset(of: cell) + inside > lowest ? offset : inside)
      if offset == lowest { wanted = nil }
    case .rotation:
      guard let rotated else {
        throw SimulationError.profile(
          configuration.profile.name, "it turns to a second environment, and none is given")
      }
      let top = screen.cells.lowerBound
      let inside = log.frames.last.map { $0.offset } ?? 0
      let within = max(0, inside - (try list.offset(of: top)))
      try cells.leave(screen.cells, now: 0..<0, of: list)
      screen.clear()
      cells.exchange()
      log.enginesInFrames += cells.engines(of: list) - engineBase
      list = rotated
      engineBase = cells.engines(of: list)
      contentHeight = try list.offset(of: list.count)
      let height = try list.offset(of: min(top + 1, list.count)) - list.offset(of: top)
      let kept = min(within, max(0, height - 1))
      offset = min(try list.offset(of: top) + kept, lowest)
      if offset < lowest { wanted = (top, kept) }
    }
    driver.landed(at: offset)
    return offset
  }

  /// The distance between the target and the part of the list at the top of the screen, in points.
  ///
  /// It is 0 without a target.
  private func landingError(_ offset: Double) throws -> Double {
    guard let wanted else { return 0 }
    let top = try list.index(atOffset: offset) ?? 0
    let inside = offset - (try list.offset(of: top))
    let landed = try list.trueOffset(of: top) + inside
    let meant = try list.trueOffset(of: wanted.cell) + wanted.inside
    return (landed - meant).magnitude
  }

  /// The cell at an exact offset, and the distance from the top of the cell, in points.
  private static func cell(
    at offset: Double, in list: any ScrolledList
  ) throws -> (cell: Int, inside: Double) {
    var low = 0
    var high = list.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if try list.trueOffset(of: middle) <= offset { low = middle } else { high = middle - 1 }
    }
    return (low, offset - (try list.trueOffset(of: low)))
  }

  /// Prepares cells in the free time of a frame, or orders them from the second thread.
  private mutating func prefetch(after frame: SimulatedFrame) throws {
    let period = frame.timing.periodMs
    let list = list
    let screenful = configuration.viewportHeight
    let reach: Double
    var forced = 0.0
    switch configuration.prefetch {
    case .none: return
    case .nextFrame:
      // GapWorker prepares one cell. If the next frame needs it, no free time is required.
      reach = screenful
      forced = frame.velocity.magnitude * period / 1000
    case .distance(let points): reach = points
    case .screens(let screens): reach = screens * screenful
    }
    let ahead = try cells.candidates(
      screen, offset: frame.offset, velocity: frame.velocity, reach: reach, of: list,
      isNextOnly: configuration.prefetch == .nextFrame)
    if case .distance = configuration.prefetch { return cells.order(ahead.map(\.index)) }
    let deadline = log.clock.milliseconds(ofTick: frame.timing.next)
    for candidate in ahead {
      let isForced = candidate.distance <= forced
      guard isForced || cells.fits(candidate.index, list, mainThread, before: deadline) else {
        break
      }
      let work = try cells.prepare(candidate.index, of: list)
      mainThread.run(work)
      log.frames[log.frames.count - 1].prefetchMs += work
    }
    contentHeight = try list.offset(of: list.count)
  }
}
