public import AutoLayout
public import LayoutPrimitives
import Synchronization

/// Number and duration of the measurements of one label.
public struct LabelSizing: Hashable, Sendable {
  /// Number of times that the label was measured.
  public var count = 0
  /// Number of measurements without line wrapping.
  public var unwrapped = 0
  /// Total duration of the measurements, in nanoseconds of the instrument's clock.
  public var nanoseconds: UInt64 = 0
}

/// Observes the layout of cells, for a trace or for `template check`.
public struct CellInstrument: Sendable {
  /// Maximum number of cells that are explained for each combination of findings.
  public static let explanationLimit = 32
  /// Maximum number of different combinations of findings that are explained.
  static let combinationLimit = 1_000

  /// The trace to which spans are added; `nil` for no trace.
  public let trace: TraceLane?
  /// Measurements of each view's label, indexed as the template's `views`.
  public internal(set) var labels: [LabelSizing]
  /// Counts of the constraints that changed from one record to the next.
  public internal(set) var churn: EngineChurn
  /// The explanation of the last cell.
  ///
  /// It is `nil` if the cell has no conflict, ambiguity or tie, or if `examines` is false. It is
  /// also `nil` if enough cells have been explained.
  public internal(set) var diagnosis: LayoutDiagnosis?
  /// Indices into the template's `views` of the views whose `determinations` are collected.
  public var explainedViews: [Int] = []
  /// The constraints that decide the frames of `explainedViews` in the last cell.
  public internal(set) var determinations: [FrameDetermination] = []

  let clock: TraceRecorder.Clock
  /// Whether cells are explained and churn is counted.
  let examines: Bool
  private var snapshots: [EngineSnapshot?] = [nil, nil]
  private var explained: [[String]: Int] = [:]

  /// Creates an instrument that has observed no cell.
  ///
  /// - Parameters:
  ///   - template: The template whose cells are observed.
  ///   - trace: The trace to which spans are added; `nil` for no trace.
  ///   - examines: Whether cells are explained and churn is counted, which takes time.
  ///   - clock: Returns nanoseconds since a fixed moment. It times the measurement of labels.
  public init(
    template: CellTemplate, trace: TraceLane?, examines: Bool,
    clock: @escaping TraceRecorder.Clock
  ) {
    self.trace = trace
    self.examines = examines
    self.clock = clock
    labels = [LabelSizing](repeating: LabelSizing(), count: template.views.count)
    churn = EngineChurn(items: template.system.items.count)
  }

  /// The current time of the trace, in nanoseconds; `nil` without a trace.
  func now() -> UInt64? { trace?.now() }

  /// Discards the explanation of the last cell.
  mutating func begin() { diagnosis = nil }

  /// Collects the determinations, the churn and the explanation of a cell that was solved.
  mutating func examine(_ cell: SolvedCell, _ engine: LayoutEngine, _ direction: LayoutDirection) {
    if !explainedViews.isEmpty { determinations = engine.determining(explainedViews) }
    guard examines else { return }
    let index = direction == .leftToRight ? 0 : 1
    if let last = snapshots[index] { engine.countChurn(since: last, in: &churn) }
    snapshots[index] = engine.snapshot()
    let weakness = cell.weakness
    guard !weakness.isEmpty,
      explained[weakness] != nil || explained.count < Self.combinationLimit,
      explained[weakness, default: 0] < Self.explanationLimit
    else { return }
    explained[weakness, default: 0] += 1
    diagnosis = engine.diagnosis()
  }

  /// Counts a measurement of a label, and adds its span to the trace.
  mutating func noteSizing(
    item: Int, view: String, width: Double?, since start: UInt64, traceStart: UInt64?
  ) {
    let end = clock()
    labels[item].count += 1
    if width == nil { labels[item].unwrapped += 1 }
    labels[item].nanoseconds += end > start ? end - start : 0
    if let traceStart {
      trace?.span(
        "size label", since: traceStart,
        [
          .init("view", .text(view)),
          .init("width", width.map { .number($0) } ?? .text("unwrapped")),
        ]
      )
    }
  }
}

extension SolvedCell {
  /// The names of the relaxed constraints, the ties and the ambiguous variable, with separators.
  ///
  /// The list is empty if there are none.
  var weakness: [String] {
    if relaxed.isEmpty, ties.isEmpty, ambiguous == nil { return [] }
    return relaxed + ["/"] + ties + ["/", ambiguous ?? ""]
  }
}

/// Measures the texts of one record, and reports each measurement to an instrument.
struct ObservedTexts: ContentSizing {
  var texts: LabelContentSizing
  var instrument: CellInstrument
  let views: [TemplateView]

  mutating func unwrapped(item: Int) -> TextExtent {
    timed(item, nil) { $0.unwrapped(item: item) }
  }

  mutating func wrapped(item: Int, width: Double) -> TextExtent {
    timed(item, width) { $0.wrapped(item: item, width: width) }
  }

  func isSingleLine(item: Int) -> Bool { texts.isSingleLine(item: item) }

  private mutating func timed(
    _ item: Int, _ width: Double?, _ answer: (LabelContentSizing) -> TextExtent
  ) -> TextExtent {
    let traceStart = instrument.now()
    let start = instrument.clock()
    let extent = answer(texts)
    instrument.noteSizing(
      item: item, view: views[item].id, width: width, since: start, traceStart: traceStart)
    return extent
  }
}

/// Reports the measurements of labels in boxes to an instrument.
///
/// It is a class, because measuring a text must not mutate the text.
final class LabelObserver: Sendable {
  private let state: Mutex<CellInstrument>

  init(_ instrument: CellInstrument) {
    state = Mutex(instrument)
  }

  /// The instrument with the reported measurements.
  var instrument: CellInstrument { state.withLock { $0 } }

  /// Measures a label, and reports it.
  ///
  /// - Parameters:
  ///   - item: Index of the label in the template's `views`.
  ///   - view: The label's id.
  ///   - width: Available width, in points; infinite if lines are not wrapped.
  ///   - measure: Measures the label.
  func observe<Measure>(
    item: Int, view: String, width: Double, _ measure: () -> Measure
  ) -> Measure {
    let (traceStart, start) = state.withLock { ($0.now(), $0.clock()) }
    let result = measure()
    state.withLock {
      $0.noteSizing(
        item: item, view: view, width: width.isFinite ? width : nil, since: start,
        traceStart: traceStart)
    }
    return result
  }
}
