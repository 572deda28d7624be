internal import LayoutPrimitives

// No source read has a distribution of how fast people scroll: these are synthetic.

extension ScrollProfile {
  /// Cells until which the built-in profiles with flicks are repeated.
  public static let usualCells = 300

  /// Slow reading, with few new cells and a low clock; the finger never lifts.
  public static let readDrag = ScrollProfile(
    unchecked: "read-drag", "a finger drags at 150 pt/s for 60 s without lifting",
    [TimedGesture(start: 0, gesture: .drag(velocity: 150, seconds: 60))], Repetition(cells: 0))
  /// Single flicks with a long tail.
  public static let flickSlow = ScrollProfile(
    unchecked: "flick-slow", "a flick of 800 pt/s, again after 2 s, to 300 cells",
    [TimedGesture(start: 0, gesture: .flick(velocity: 800))],
    Repetition(cells: usualCells, pause: 2))
  /// Flicks as in normal use of a feed.
  public static let flickMedium = ScrollProfile(
    unchecked: "flick-medium", "3 flicks of 2000 pt/s, 0.6 s apart, again after 2 s, to 300 cells",
    [0, 0.6, 1.2].map { TimedGesture(start: $0, gesture: .flick(velocity: 2000)) },
    Repetition(cells: usualCells, pause: 2))
  /// Fast flicks, with the most new cells a second that people cause.
  public static let flickFast = ScrollProfile(
    unchecked: "flick-fast", "5 flicks of 5000 pt/s, 0.3 s apart, again after 1 s, to 300 cells",
    [0, 0.3, 0.6, 0.9, 1.2].map { TimedGesture(start: $0, gesture: .flick(velocity: 5000)) },
    Repetition(cells: usualCells, pause: 1))
  /// The fastest fling that platforms allow.
  public static let flingMax = ScrollProfile(
    unchecked: "fling-max", "a flick of 8000 pt/s, again when the list is at rest, to 300 cells",
    [TimedGesture(start: 0, gesture: .flick(velocity: 8000))], Repetition(cells: usualCells))
  /// Down fast and up slowly: jumps while scrolling up.
  public static let reverse = ScrollProfile(
    unchecked: "reverse",
    "a flick of 3000 pt/s, stopped after 1 s, then a drag of -300 pt/s for 1.5 s, to 300 cells",
    [
      TimedGesture(start: 0, gesture: .flick(velocity: 3000)),
      TimedGesture(start: 1, gesture: .drag(velocity: 0, seconds: 0.2)),
      TimedGesture(start: 1.2, gesture: .drag(velocity: -300, seconds: 1.5)),
    ], Repetition(cells: usualCells))
  /// The scroll bar's thumb, dragged far without a rest: offsets of cells that were never on screen.
  public static let scrub = ScrollProfile(
    unchecked: "scrub", "the thumb is dragged to 10 random offsets, in 0.5 s each",
    (0..<10).map { TimedGesture(start: Double($0) / 2, gesture: .thumb(seconds: 0.5)) })
  /// Opened at a saved anchor, then up, where nothing was measured yet.
  public static let restore = ScrollProfile(
    unchecked: "restore", "opened at a cell at 3/5 of the list, then a flick of -800 pt/s",
    [
      TimedGesture(start: 0, gesture: .restore),
      TimedGesture(start: 0.5, gesture: .flick(velocity: -800)),
    ])
  /// A tap on the status bar: a long way in a short time.
  public static let statusBarTop = ScrollProfile(
    unchecked: "status-bar-top", "opened at 3/5 of the list, then scrolled to the top in 0.5 s",
    [
      TimedGesture(start: 0, gesture: .restore),
      TimedGesture(start: 0.5, gesture: .scrollToTop(seconds: 0.5)),
    ])
  /// The device is turned between two flicks.
  public static let rotate = ScrollProfile(
    unchecked: "rotate", "a flick of 2000 pt/s, the other environment after 2 s, again a flick",
    [
      TimedGesture(start: 0, gesture: .flick(velocity: 2000)),
      TimedGesture(start: 2, gesture: .rotate),
      TimedGesture(start: 2.5, gesture: .flick(velocity: 2000)),
    ])

  /// The built-in profiles.
  public static let named = [
    readDrag, flickSlow, flickMedium, flickFast, flingMax, reverse, scrub, restore, statusBarTop,
    rotate,
  ]
  /// The names of the built-in profiles.
  public static let names = named.map(\.name)

  /// Returns the built-in profile with a name.
  ///
  /// - Throws: `SimulationError.unknownProfile` with the nearest name.
  public static func named(_ name: String) throws(SimulationError) -> ScrollProfile {
    guard let profile = named.first(where: { $0.name == name }) else {
      throw .unknownProfile(name, nearest: NearestName(names).closest(to: name), known: names)
    }
    return profile
  }
}
