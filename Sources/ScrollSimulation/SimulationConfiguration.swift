internal import LayoutPrimitives

/// Which cells are prepared before they are visible.
public enum PrefetchPolicy: String, Hashable, Sendable, CaseIterable {
  /// None: a cell is laid out in the frame that first shows it.
  case none
}

/// The settings of a simulation, as plain values.
public struct SimulationConfiguration: Hashable, Sendable {
  /// How the list is scrolled.
  public var profile: ScrollProfile
  /// Vsyncs per second; 1 to 1000.
  public var refreshHz: Double
  /// Height of the screen that shows the list, in points.
  public var viewportHeight = 844.0
  /// Device pixels per point, in which jumps are told.
  public var scale = 3.0
  /// CPU time that every frame costs besides its cells, in milliseconds; measured costs are added.
  public var baseCostMs = 0.0
  /// How the list slows down after a flick.
  public var deceleration = Deceleration.normal
  /// Vsyncs from a frame's start to its expected presentation: one for the CPU, the others for
  /// composition.
  public var pipelineDepth = 2
  /// Which cells are prepared early.
  public var prefetch = PrefetchPolicy.none
  /// Runs of which the medians are reported; 1 to 1000.
  public var iterations = 5
  /// By which of Apple's sets of limits the hitch time ratio is graded.
  public var hitchScale = HitchScale.xctest2020
  /// Most cells that may be visible at once.
  public var maximumVisibleCells = 10_000

  /// Creates the settings of one run with everything else at its default.
  ///
  /// - Parameters:
  ///   - profile: How the list is scrolled.
  ///   - refreshHz: Vsyncs per second; 1 to 1000.
  public init(profile: ScrollProfile, refreshHz: Double) {
    self.profile = profile
    self.refreshHz = refreshHz
  }

  /// Checks every number against its range.
  ///
  /// - Throws: `SimulationError.setting` for the first that is outside.
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
