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
  /// Number of cells whose height was asked for before the first screen.
  public var heightsBefore = 0
  /// Work of asking for these heights, in milliseconds at the full clock; nil where it is not known.
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

  /// Number of frames that would have appeared if all had been in time.
  public var expectedFrames: Int {
    let periods = frames.reduce(0) { $0 + Double($1.timing.busyTicks) / Double($1.timing.ticks) }
    return Int(periods.rounded())
  }

  /// Length of the animation, in seconds.
  public var seconds: Double { clock.seconds(ofTick: frames.last?.timing.next ?? 0) }

  /// Sum of all hitch times, in milliseconds.
  public var hitchMs: Double { frames.reduce(0) { $0 + $1.timing.hitchMs } }
}
