import PairedBenchmark

/// One row of the table: a name, the meaning of its ratio, and the setup of the two sides.
struct Benchmark: Sendable {
  /// The name on the command line.
  let name: String
  /// The meaning of the ratio.
  let sense: Comparison.Sense
  /// The name of one operation, for its time.
  let operation: String
  /// Maximum number of pairs, for rows whose samples take long; `nil` for no limit.
  var maximumPairs: Int?
  /// Whether costs are bytes of memory instead of time; then no warm-up is run.
  var isMemory = false
  /// Heap allocations that one operation of ours may make on average; `nil` for no limit.
  var mayAllocate: Double?
  /// Whether the row is left out unless it is named, because it needs the library of Yoga.
  var needsYoga = false
  /// Reads the data, checks that both sides agree, and sets them up.
  let prepare: @Sendable (BenchmarkInput) async throws -> Contest

  /// The limit for compiled programs and prepared texts, which allocate nothing themselves.
  ///
  /// The work of a sample around its thousands of cells or texts may allocate.
  static let settledPathMayAllocate = 0.01

  /// Ends the benchmark when our side allocated more than the row claims.
  func checkAllocations(_ comparison: Comparison) throws {
    guard let mayAllocate, let made = comparison.subjectAllocations, made > mayAllocate else {
      return
    }
    throw BenchmarkError(
      "ours allocates \(made) times a \(operation) in \(name), where at most "
        + "\(mayAllocate) is allowed: find who does with perf or a debugger on malloc")
  }

  /// Every row, in the order in which they are printed.
  static let all =
    [
      cachedCell, compiledLayout, edit, editHard, fresh,
      cellWithText, cachedCellByHand, boxes, keptBoxes, independent,
    ]
    + chainUpdates + firstCells
    + [
      warmText, relayoutText, coldText, ingestShare, build, rebuild, widths, workers, buildMemory,
      offset, offsetOfSections, pointLookup, yogaCard,
    ]
}
