internal import LayoutPrimitives

/// The settings of a simulation.
public struct SimulationConfiguration: Hashable, Sendable {
  /// The scroll profile.
  public var profile: ScrollProfile
  /// The refresh rate of the display.
  public var rate: RefreshRate
  /// The physics of scrolling.
  public var platform = ScrollPlatform.ios(.normal)
  /// The model of the device's processor.
  public var device = DeviceModel.fixed
  /// The method by which cells get their heights and frames.
  public var strategy = ScrollStrategy.stored
  /// The rule by which cells are prepared before they appear.
  public var prefetch = PrefetchPolicy.none
  /// Maximum number of cells per template that wait for reuse, 0 to 1000.
  public var poolSize = 10
  /// The seed that determines the targets of random gestures.
  public var seed: UInt64 = 1
  /// The height of the screen that shows the list, in points, 1 to 100,000.
  public var viewportHeight = 844.0
  /// The number of device pixels per point, 0.1 to 64, for reporting jumps in pixels.
  public var scale = 3.0
  /// Additional work in every frame, in milliseconds at the full clock, 0 to 10,000.
  public var baseCostMs = 0.0
  /// Number of periods from the start of a frame to its expected presentation, 1 to 8.
  ///
  /// The first period is for the processor.
  public var pipelineDepth = 2
  /// The app's fraction of the first period of a frame, 0.05 to 1.
  public var appShare = 1.0
  /// Number of iterations, 1 to 1000.
  ///
  /// With a cost table, all iterations are equal, so only one is run.
  public var iterations = 5
  /// The scale by which the hitch time ratio is graded.
  public var hitchScale = HitchScale.xctest2020
  /// Maximum number of visible cells in a frame, 1 to 1,000,000.
  public var maximumVisibleCells = 10_000
  /// Maximum duration of the scroll in seconds, 1 to 3600.
  public var maximumSeconds = 600.0
  /// Maximum number of frames in an iteration, 1 to 100,000,000.
  public var maximumFrames = 1_000_000

  /// Creates settings with default values.
  public init(profile: ScrollProfile, rate: RefreshRate) {
    self.profile = profile
    self.rate = rate
  }

  /// Throws if a number is out of its range.
  ///
  /// - Throws: `SimulationError.setting` for the first such number.
  func validate() throws(SimulationError) {
    if case .fixed(let hertz) = rate {
      try Self.check("refresh rate", hertz, within: 1...1000, "Hz")
    }
    try Self.check("viewport height", viewportHeight, within: 1...100_000, "points")
    try Self.check("scale", scale, within: 0.1...64, "pixels per point")
    try Self.check("base cost", baseCostMs, within: 0...10_000, "milliseconds")
    try Self.check("pipeline depth", Double(pipelineDepth), within: 1...8, "periods")
    try Self.check("app share", appShare, within: 0.05...1, "of a period")
    try Self.check("pool size", Double(poolSize), within: 0...1000, "cells")
    try Self.check("iterations", Double(iterations), within: 1...1000, "runs")
    try Self.check("visible cells", Double(maximumVisibleCells), within: 1...1_000_000, "cells")
    try Self.check("frames", Double(maximumFrames), within: 1...100_000_000, "frames")
    try Self.check("longest scroll", maximumSeconds, within: 1...3600, "seconds")
  }

  private static func check(
    _ name: String, _ value: Double, within range: ClosedRange<Double>, _ unit: String
  ) throws(SimulationError) {
    guard range.contains(value) else {
      throw .setting(
        name, found: value.plainDecimal,
        allowed: "\(range.lowerBound.plainDecimal) to \(range.upperBound.plainDecimal) \(unit)")
    }
  }
}
