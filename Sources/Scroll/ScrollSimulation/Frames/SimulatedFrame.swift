/// One frame of a simulation.
public struct SimulatedFrame: Hashable, Sendable {
  /// When it began, ended and appeared.
  public var timing: FrameTiming
  /// Scroll offset, in points.
  public var offset = 0.0
  /// Speed of the list, in points per second; positive scrolls down.
  public var velocity = 0.0
  /// Whether a finger is on the screen.
  public var isTouching = false
  /// Positions in the list of the cells on screen.
  public var cells = 0..<0
  /// Cells that came on screen in this frame, in the order in which they were made.
  public var arrivals: [CellArrival] = []
  /// Work of the frame by part, in milliseconds at the full clock.
  public var cost = CostParts()
  /// Work done ahead in the time that the frame left, in milliseconds at the full clock.
  public var prefetchMs = 0.0
  /// Clock of the processor at the end of the frame's work, as a part of its full clock.
  public var clock = 1.0
  /// How far changed heights moved the first cell on screen, in points; positive is down.
  public var jump = 0.0
  /// Height of the whole list after the frame, estimates included, in points.
  public var contentHeight = 0.0
  /// Height that the list has once every cell is known, in points.
  public var exactHeight = 0.0
  /// Height of the screen's part whose cells were not ready, in points.
  public var blank = 0.0
  /// Distance between the intended and the actual destination of a programmatic jump, in points.
  public var landingError = 0.0

  /// Creates a frame of which only the timing is known.
  public init(timing: FrameTiming) {
    self.timing = timing
  }
}

/// A cell that came on screen.
public struct CellArrival: Hashable, Sendable {
  /// Its position in the list.
  public var index: Int
  /// Place of its template in the list's templates.
  public var template: Int
  /// Whether it had been prepared ahead.
  public var isPrefetched: Bool
  /// Its work in the frame, by part, in milliseconds at the full clock.
  public var cost: CostParts

  /// Creates an arrival.
  public init(index: Int, template: Int, isPrefetched: Bool, cost: CostParts) {
    self.index = index
    self.template = template
    self.isPrefetched = isPrefetched
    self.cost = cost
  }
}

/// The frames of one iteration of a simulation.
public struct FrameLog: Hashable, Sendable {
  /// The clock of the simulated display.
  public let clock: FrameClock
  /// The frames, in the order of time.
  public var frames: [SimulatedFrame] = []
  /// Number of cells that were on screen in a frame and not in the one before.
  public var newCells = 0
  /// Number of cells made for the first screen, before the scroll.
  public var cellsBefore = 0
  /// Number of layout engines made before the scroll.
  public var enginesBefore = 0
  /// Number of layout engines made during the scroll.
  public var enginesInFrames = 0
  /// Number of cells whose height was computed before the first screen.
  public var heightsBefore = 0
  /// Work of computing these heights, in milliseconds at the full clock; nil if it is not known.
  public var openingMs: Double?
  /// Number of cells laid out in the frames of the scroll.
  public var layouts = 0
  /// Whether the end of the list stopped the scroll.
  public var listEnded = false

  /// Device pixels per point.
  public let scale: Double

  /// Creates a log without frames.
  public init(clock: FrameClock, scale: Double) {
    self.clock = clock
    self.scale = scale
  }

  /// Number of frames that would have appeared without late frames.
  public var expectedFrames: Int {
    let periods = frames.reduce(0) { $0 + Double($1.timing.busyTicks) / Double($1.timing.ticks) }
    return Int(periods.rounded())
  }

  /// Length of the animation, in seconds.
  public var seconds: Double { clock.seconds(ofTick: frames.last?.timing.next ?? 0) }

  /// Sum of all hitch times, in milliseconds.
  public var hitchMs: Double { frames.reduce(0) { $0 + $1.timing.hitchMs } }
}
