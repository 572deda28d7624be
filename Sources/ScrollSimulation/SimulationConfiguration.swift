internal import LayoutPrimitives

/// The settings of a simulation.
public struct SimulationConfiguration: Hashable, Sendable {
  /// The scroll profile.
  public var profile: ScrollProfile
  /// Vsyncs per second; 1 to 1000.
  public var refreshHz: Double
  /// Height of the screen that shows the list, in points.
  public var viewportHeight = 844.0
  /// Device pixels per point, used to report jumps in pixels.
  public var scale = 3.0
  /// CPU time per frame besides the measured cost of its cells, in milliseconds.
  public var baseCostMs = 0.0
  /// The deceleration after a flick.
  public var deceleration = Deceleration.normal
  /// Vsyncs from a frame's start to its expected presentation, 1 to 8; the first is for the CPU.
  public var pipelineDepth = 2
  /// Number of iterations, 1 to 1000.
  public var iterations = 5
  /// Scale by which the hitch time ratio is graded.
  public var hitchScale = HitchScale.xctest2020
  /// Maximum number of cells visible in one frame.
  public var maximumVisibleCells = 10_000

  /// Creates settings with default values.
  ///
  /// - Parameters:
  ///   - profile: The scroll profile.
  ///   - refreshHz: Vsyncs per second; 1 to 1000.
  public init(profile: ScrollProfile, refreshHz: Double) {
    self.profile = profile
    self.refreshHz = refreshHz
  }

  /// Throws when a number is out of its range.
  ///
  /// - Throws: `SimulationError.setting`.
  func validate() throws(SimulationError) {
    try Self.check("refresh rate", refreshHz, within: 1...1000, "Hz")
    try Self.check("viewport height", viewportHeight, within: 1...100_000, "points")
    try Self.check("scale", scale, within: 0.1...64, "pixels per point")
    try Self.check("base cost", baseCostMs, within: 0...10_000, "milliseconds")
    try Self.check("pipeline depth", Double(pipelineDepth), within: 1...8, "vsyncs")
    try Self.check("iterations", Double(iterations), within: 1...1000, "runs")
    try Self.check("visible cells", Double(maximumVisibleCells), within: 1...1_000_000, "cells")
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
