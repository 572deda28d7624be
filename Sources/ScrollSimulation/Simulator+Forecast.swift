internal import LayoutPrimitives

extension Simulator {
  /// About how many frames an iteration has: those of a scroll without a late one.
  ///
  /// Nothing is laid out and no cost is added up. A turn to another environment is not followed.
  ///
  /// - Parameter list: The list; its heights are asked for, and no cell.
  /// - Throws: An error of the list.
  public func expectedFrames(of list: any ScrolledList) throws -> Int {
    guard list.count > 0 else { return 0 }
    let profile = configuration.profile
    var driver = ScrollDriver(
      profile: profile, platform: configuration.platform, seed: configuration.seed,
      maximumSeconds: configuration.maximumSeconds)
    var screen = Screen(
      viewportHeight: configuration.viewportHeight, limit: configuration.maximumVisibleCells)
    let clock = FrameClock(rate: configuration.rate, pipelineDepth: configuration.pipelineDepth)
    let extent = try list.offset(of: list.count)
    let lowest = max(0, extent - configuration.viewportHeight)
    var (frames, tick, newCells, last) = (0, 0, 0, 0.0)
    while frames < configuration.maximumFrames {
      let step = driver.step(
        at: clock.seconds(ofTick: tick),
        ListState(extent: extent, viewport: configuration.viewportHeight, newCells: newCells))
      if step.isFinished { break }
      switch step.place {
      case .offset(let offset): last = offset
      case .fraction(let part): last = lowest * min(max(part, 0), 1)
      case .anchor(let part, let inside):
        let cell = min(list.count - 1, Int(Double(list.count) * min(max(part, 0), 1)))
        last = min(try list.offset(of: cell) + inside, lowest)
      case .rotation: break
      }
      if case .offset = step.place {} else { driver.landed(at: last) }
      _ = try screen.show(offset: last, of: list) { _ in newCells += 1 }
      // The first screen is there before the scroll.
      if frames == 0 { newCells = 0 }
      frames += 1
      tick += clock.rate.ticksPerFrame(atSpeed: step.velocity)
      if profile.endsWithList, step.velocity > 0, last >= lowest { break }
    }
    return frames
  }
}
