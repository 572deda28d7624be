/// One frame of a simulation.
public struct SimulatedFrame: Hashable, Sendable {
  /// The times at which the frame started, ended and appeared.
  public var timing: FrameTiming
  /// The scroll offset, in points.
  public var offset = 0.0
  /// The velocity of the list, in points per second; positive scrolls down.
  public var velocity = 0.0
  /// Whether a finger is on the screen.
  public var isTouching = false
  /// The positions of the visible cells in the list.
  public var cells = 0..<0
  /// The cells that appeared in this frame, in the order in which they were made.
  public var arrivals: [CellArrival] = []
  /// The work of the frame by part, in milliseconds at the full clock.
  public var cost = CostParts()
  /// The work for later cells in the free time of the frame, in milliseconds at the full clock.
  public var prefetchMs = 0.0
  /// The clock at the end of the frame's work, as a fraction of the full clock.
  public var clock = 1.0
  /// The distance by which changed heights moved the first visible cell, in points; positive is
  /// down.
  public var jump = 0.0
  /// The height of the whole list after the frame, in points; it may contain estimates.
  public var contentHeight = 0.0
  /// The height of the whole list when all heights are known, in points.
  public var exactHeight = 0.0
  /// The visible height of cells that were not ready, in points.
  public var blank = 0.0
  /// The distance between the intended and the actual target of a programmatic jump, in points.
  public var landingError = 0.0

  /// Creates a frame with default values except for the timing.
  public init(timing: FrameTiming) {
    self.timing = timing
  }
}

/// A cell that appeared on the screen.
public struct CellArrival: Hashable, Sendable {
  /// The position of the cell in the list.
  public var index: Int
  /// The index of the cell's template in `ScrolledList.templates`.
  public var template: Int
  /// Whether the cell was prepared before it appeared.
  public var isPrefetched: Bool
  /// The work for the cell in the frame by part, in milliseconds at the full clock.
  public var cost: CostParts

  /// Creates an arrival.
  public init(index: Int, template: Int, isPrefetched: Bool, cost: CostParts) {
    self.index = index
    self.template = template
    self.isPrefetched = isPrefetched
    self.cost = cost
  }
}

/// The frames of one iteration, with their counts.
public struct FrameLog: Hashable, Sendable {
  /// The frame clock of the display.
  public let clock: FrameClock
  /// The frames, in chronological order.
  public var frames: [SimulatedFrame] = []
  /// The number of times that a cell appeared on the screen.
  public var newCells = 0
  /// The number of cells of the first screen, which are made before the scroll.
  public var cellsBefore = 0
  /// The number of layout engines that were made before the scroll.
  public var enginesBefore = 0
  /// The number of layout engines that were made during the scroll.
  public var enginesInFrames = 0
  /// The number of cells whose height was computed before the first screen.
  public var heightsBefore = 0
  /// The work of computing all heights before the first screen, in milliseconds at the full clock.
  ///
  /// It is nil if costs are measured.
  public var openingMs: Double?
  /// The number of cell layouts in the frames of the scroll.
  public var layouts = 0
  /// Whether the scroll stopped because it reached the end of the list.
  public var listEnded = false

  /// Device pixels per point.
  public let scale: Double

  /// Creates a log without frames.
  public init(clock: FrameClock, scale: Double) {
    self.clock = clock
    self.scale = scale
  }

  /// The number of frames in the same time if no frame were late.
  public var expectedFrames: Int {
    let periods = frames.reduce(0) { $0 + Double($1.timing.busyTicks) / Double($1.timing.ticks) }
    return Int(periods.rounded())
  }

  /// The duration of the animation, in seconds.
  public var seconds: Double { clock.seconds(ofTick: frames.last?.timing.next ?? 0) }

  /// The sum of all hitch times, in milliseconds.
  public var hitchMs: Double { frames.reduce(0) { $0 + $1.timing.hitchMs } }
}
