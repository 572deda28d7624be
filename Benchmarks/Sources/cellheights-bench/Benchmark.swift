import PairedBenchmark

/// One row of the table: a name, what its ratio says, and how to set the two sides up.
struct Benchmark: Sendable {
  /// The name that people ask for.
  let name: String
  /// What the ratio says.
  let sense: Comparison.Sense
  /// What one operation is, for the times of one.
  let operation: String
  /// Reads the data, checks that both sides agree, and sets them up.
  let prepare: @Sendable (BenchmarkInput) async throws -> Contest

  /// Every row, in the order in which they are printed.
  static let all =
    [cachedCell, programBatch, programBatchHard, edit, editHard, fresh, cellWithText, independent]
    + chainUpdates + [warmText, build]
}
