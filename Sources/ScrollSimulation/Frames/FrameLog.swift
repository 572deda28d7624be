/// The frames of one iteration.
struct FrameLog: Sendable {
  /// One frame.
  struct Frame: Sendable {
    /// The timing.
    var timing: FrameTiming
    /// Number of cells that came on screen.
    var newCells: Int
  }

  /// The frame clock.
  var clock: FrameClock
  /// The frames in order.
  var frames: [Frame] = []
  /// Cells on screen before the scroll.
  var cellsBefore = 0
  /// Engines created before the scroll.
  var enginesBefore = 0
  /// Engines created during frames.
  var enginesInFrames = 0
  /// Frames with a jump because of changed heights.
  var jumps = 0
  /// Sum of the jumps, in device pixels.
  var jumpPixels = 0.0
  /// Known height of the list after each frame, in points.
  var contentHeights: [Double] = []
  /// Whether the list ended before the profile did.
  var listEnded = false

  /// Number of vsyncs of the animation.
  var expectedFrames: Int { frames.last?.timing.next ?? 0 }
  /// Length of the animation, in seconds.
  var seconds: Double { clock.seconds(ofVsync: expectedFrames) }
}
