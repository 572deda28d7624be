/// The log of the frames of one iteration of a simulation.
struct FrameLog: Sendable {
  /// One frame: its timing and its number of new cells.
  struct Frame: Sendable {
    /// Timing of the frame.
    var timing: FrameTiming
    /// Number of cells that came on screen in the frame.
    var newCells: Int
  }

  /// Frame clock of the simulated display.
  var clock: FrameClock
  /// The frames, in the order of time.
  var frames: [Frame] = []
  /// Number of cells laid out for the first screen, before the scroll.
  var cellsBefore = 0
  /// Number of layout engines created before the scroll.
  var enginesBefore = 0
  /// Number of layout engines created during the frames of the scroll.
  var enginesInFrames = 0
  /// Number of frames in which cells jumped because heights changed.
  var jumps = 0
  /// Sum of the absolute lengths of all jumps, in device pixels.
  var jumpPixels = 0.0
  /// Height of the whole list after each frame, estimates included, in points.
  var contentHeights: [Double] = []
  /// Whether the end of the list stopped the scroll before its profile ended.
  var listEnded = false

  /// Number of vsyncs during the animation.
  var expectedFrames: Int { frames.last?.timing.next ?? 0 }
  /// Length of the animation, in seconds.
  var seconds: Double { clock.seconds(ofVsync: expectedFrames) }
}
