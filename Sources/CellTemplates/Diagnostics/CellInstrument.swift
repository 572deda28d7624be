public import AutoLayout
public import LayoutPrimitives

/// How often one label was measured, and how long that took.
public struct LabelSizing: Hashable, Sendable {
  /// Measurements.
  public var count = 0
  /// Measurements of the unwrapped size.
  public var unwrapped = 0
  /// Their duration, in nanoseconds of the instrument's clock.
  public var nanoseconds: UInt64 = 0
}

/// Observes the layout of cells, for a trace or an examination.
public struct CellInstrument: Sendable {
  /// Most explanations of cells with the same findings.
  public static let explanationLimit = 32
  /// Most different combinations of findings.
  static let combinationLimit = 1_000

  /// The trace of spans, if any.
  public let trace: TraceLane?
  /// Measurements by view, shape `[views]`.
  public internal(set) var labels: [LabelSizing]
  /// Changes of constraints from record to record.
  public internal(set) var churn: EngineChurn
  /// The explanation of the last cell, or `nil` when nothing was wrong, or enough of its kind were
  /// explained before.
  public internal(set) var diagnosis: LayoutDiagnosis?
  /// Views whose deciding constraints are determined, as indices in the template's.
  public var explainedViews: [Int] = []
  /// The constraints that decide the frames of `explainedViews` in the last cell.
  public internal(set) var determinations: [FrameDetermination] = []

  let clock: TraceRecorder.Clock
  /// Whether cells are explained and churn is counted.
  let examines: Bool
  private var snapshots: [EngineSnapshot?] = [nil, nil]
  private var explained: [[String]: Int] = [:]

  /// Creates an instrument that has seen nothing.
  ///
  /// - Parameters:
  ///   - template: The template whose cells are watched.
  ///   - trace: The trace of spans.
  ///   - examines: Whether cells are explained and churn is counted, which takes its time.
  ///   - clock: Nanoseconds from any fixed moment, to time the measuring of labels.
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

  /// The current time for a span, if there is a trace.
  func now() -> UInt64? { trace?.now() }

  /// Forgets the last cell.
  mutating func begin() { diagnosis = nil }

  /// Examines a cell before the next one is laid out.
  mutating func examine(_ cell: SolvedCell, _ engine: LayoutEngine, _ direction: LayoutDirection) {
    if !explainedViews.isEmpty { determinations = engine.determining(explainedViews) }
    guard examines else { return }
    let index = direction == .leftToRight ? 0 : 1
    if let last = snapshots[index] { engine.noteChurn(since: last, in: &churn) }
    snapshots[index] = engine.snapshot()
    let weakness = cell.weakness
    guard !weakness.isEmpty,
      explained[weakness] != nil || explained.count < Self.combinationLimit,
      explained[weakness, default: 0] < Self.explanationLimit
    else { return }
    explained[weakness, default: 0] += 1
    diagnosis = engine.diagnosis()
  }

  /// Counts a measurement and adds its span.
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
  /// Everything that needs an explanation, by name.
  var weakness: [String] {
    if relaxed.isEmpty, ties.isEmpty, ambiguous == nil { return [] }
    return relaxed + ["/"] + ties + ["/", ambiguous ?? ""]
  }
}
