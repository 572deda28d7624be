/// What happened in one iteration of a simulation, frame by frame.
struct FrameLog: Sendable {
  /// One frame.
  struct Frame: Sendable {
    /// When it started and appeared.
    var timing: FrameTiming
    /// Cells that it showed for the first time since they were last off screen.
    var newCells: Int
  }

  /// The clock that the frames ran by.
  var clock: FrameClock
  /// In order of their start; never empty once a simulation has run.
  var frames: [Frame] = []
  /// Cells that were on screen before the scroll began.
  var cellsBefore = 0
  /// Engines made before the scroll began, those for the first screen included.
  var enginesBefore = 0
  /// Engines made in frames.
  var enginesInFrames = 0
  /// Frames in which what was visible moved because heights changed.
  var jumps = 0
  /// Sum of those moves, in device pixels.
  var jumpPixels = 0.0
  /// Height of the list as known at the end of each frame, in points.
  var contentHeights: [Double] = []
  /// Whether the list ended before the profile did.
  var listEnded = false

  /// Vsyncs from the first frame's start to the last one's end.
  var expectedFrames: Int { frames.last?.timing.next ?? 0 }
  /// Length of the animation, in seconds.
  var seconds: Double { clock.seconds(ofVsync: expectedFrames) }
}
