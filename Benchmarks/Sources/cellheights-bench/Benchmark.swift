import PairedBenchmark

/// One row of the table: a name, what its ratio says, and how to set the two sides up.
struct Benchmark: Sendable {
  /// The name that people ask for.
  let name: String
  /// What the ratio says.
  let sense: Comparison.Sense
  /// What one operation is, for the times of one.
  let operation: String
  /// Maximum number of pairs, for rows whose samples take long; `nil` for no limit.
  var maximumPairs: Int?
  /// Whether costs are bytes of memory instead of time; then nothing is run that does not count.
  var isMemory = false
  /// Heap allocations that one operation of ours may make on average; `nil` where nothing is claimed.
  var mayAllocate: Double?
  /// Reads the data, checks that both sides agree, and sets them up.
  let prepare: @Sendable (BenchmarkInput) async throws -> Contest

  /// Where compiled programs answer, or prepared texts, nothing is allocated; what a sample does
  /// around its thousands of cells or texts may be.
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
      offset, pointLookup,
    ]
}
