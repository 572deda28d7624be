import ScrollSimulation

/// Carries a profile out over a list of equal cells, as a simulator does.
struct DriverRun {
  /// A step and its time.
  struct Frame: Hashable {
    var time: Double
    var offset: Double
    var step: ScrollStep
  }

  var frames: [Frame] = []
  var cells = 0

  /// Runs until the scroll is finished, or for a million frames.
  init(
    _ profile: ScrollProfile, _ platform: ScrollPlatform = .ios(.normal), count: Int = 10_000,
    height: Double = 250, viewport: Double = 844, hertz: Double = 60, seed: UInt64 = 1,
    maximumSeconds: Double = 600
  ) {
    var driver = ScrollDriver(
      profile: profile, platform: platform, seed: seed, maximumSeconds: maximumSeconds)
    let extent = Double(count) * height
    var visible = 0..<Int(viewport / height) + 1
    for index in 0..<1_000_000 {
      let time = Double(index) / hertz
      let state = ListState(extent: extent, viewport: viewport, newCells: cells)
      let step = driver.step(at: time, state)
      let offset: Double
      switch step.target {
      case .offset(let value): offset = value
      case .fraction(let part): offset = part * max(0, extent - viewport)
      case .anchor(let part, let inside):
        offset = Double(Int(part * Double(count))) * height + inside
      case .rotation: offset = frames.last?.offset ?? 0
      }
      if case .offset = step.target {} else { driver.landed(at: offset) }
      let first = min(max(Int(offset / height), 0), count)
      let last = min(max(Int(((offset + viewport) / height).rounded(.up)), first), count)
      cells += last - first - visible.clamped(to: first..<last).count
      visible = first..<last
      frames.append(Frame(time: time, offset: offset, step: step))
      if step.isFinished { break }
    }
  }

  var isFinished: Bool { frames.last?.step.isFinished ?? false }
  var seconds: Double { frames.last?.time ?? 0 }
  var end: Double { frames.last?.offset ?? 0 }
  var highest: Double { frames.map(\.offset).max() ?? 0 }
}
