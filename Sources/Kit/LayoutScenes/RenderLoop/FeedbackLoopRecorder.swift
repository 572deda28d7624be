import AutoLayout
import LayoutPrimitives

/// Counts the visits of each view in one turn; if a view exceeds the threshold, records why views
/// are marked.
struct FeedbackLoopRecorder: Sendable {
  /// A recorded mark of a view.
  struct Mark: Hashable {
    let phase: RenderPhase
    let view: Int
    let call: LayoutFeedbackLoop.Call
  }

  /// Number of passes that are recorded after a view exceeds the threshold; a longer cycle is
  /// reported only in part.
  static let recordedPasses = 16
  /// Maximum number of recorded marks, and of recorded changes of frames; equal ones count once.
  static let recordedEvents = 1_000

  let threshold: Int
  /// The phase and view that exceeded the threshold; `nil` if there are none.
  private(set) var suspect: (phase: RenderPhase, view: Int)?
  /// Indices of the views that were visited in the suspect phase during the recorded passes, in
  /// order.
  private(set) var visits: [Int] = []
  private(set) var marks = Tally<Mark>(limit: recordedEvents)
  private(set) var changes = Tally<LayoutFeedbackLoop.GeometryChange>(limit: recordedEvents)
  /// Number of visits of each view, by phase: in layout, and in the current run of update
  /// constraints.
  private var counts: [RenderPhase: [Int: Int]] = [:]
  private var passes = 0

  init(threshold: Int) { self.threshold = threshold }

  /// Whether marks and changes are being recorded.
  var isRecording: Bool { passes > 0 }

  /// Sets the number of visits in a phase to zero.
  mutating func beginRun(_ phase: RenderPhase) {
    counts[phase] = [:]
    if suspect?.phase == phase { suspect = nil }
    if suspect == nil { discardRecord() }
  }

  private mutating func discardRecord() {
    passes = 0
    visits = []
    marks = Tally(limit: Self.recordedEvents)
    changes = Tally(limit: Self.recordedEvents)
  }

  /// Begins a pass of a phase; returns whether `recordedPasses` passes were recorded before, so
  /// that the turn must end.
  mutating func beginPass(_ phase: RenderPhase) -> Bool {
    guard suspect?.phase == phase else { return false }
    passes += 1
    return passes > Self.recordedPasses
  }

  /// Counts a visit of a view in a phase.
  mutating func visit(_ phase: RenderPhase, _ view: Int) {
    let count = (counts[phase]?[view] ?? 0) + 1
    counts[phase, default: [:]][view] = count
    // An endless update of constraints never returns to layout, so it replaces layout as the
    // suspect.
    if count > threshold, suspect.map({ $0.phase == .layout && phase != .layout }) ?? true {
      suspect = (phase, view)
      discardRecord()
    }
    if isRecording, suspect?.phase == phase { visits.append(view) }
  }

  /// Records a mark.
  mutating func add(_ mark: Mark) { marks.add(mark) }

  /// Records a change of a frame.
  mutating func add(_ change: LayoutFeedbackLoop.GeometryChange) { changes.add(change) }

  /// The views of one cycle, in order; the cycle ends with a visit of the top-level view.
  func cycle(endingWith top: Int) -> [Int] {
    var rounds: [[Int]] = [[]]
    for view in visits {
      rounds[rounds.count - 1].append(view)
      if view == top { rounds.append([]) }
    }
    // The visits before the first visit of the top-level view may be an incomplete cycle, and so
    // may the visits after its last one.
    rounds.removeLast()
    if rounds.count > 1 { rounds.removeFirst() }
    guard !rounds.isEmpty else { return visits }
    let period =
      (1...rounds.count).first { period in
        rounds.suffix(period) == rounds.dropLast(period).suffix(period)
      } ?? 1
    return rounds.suffix(period).flatMap { $0 }
  }
}

/// Distinct elements in the order of their first occurrence, each with its count; further distinct
/// elements are omitted after a limit.
struct Tally<Thing: Hashable & Sendable>: Sendable {
  private(set) var things: [Thing] = []
  private var counts: [Thing: Int] = [:]
  private let limit: Int

  /// Creates an empty tally.
  ///
  /// - Parameter limit: Maximum number of distinct elements.
  init(limit: Int) { self.limit = limit }

  /// Counts an element.
  mutating func add(_ thing: Thing) {
    if let count = counts[thing] {
      counts[thing] = count + 1
    } else if things.count < limit {
      counts[thing] = 1
      things.append(thing)
    }
  }

  /// Number of occurrences of an element.
  func count(_ thing: Thing) -> Int { counts[thing] ?? 0 }
}
