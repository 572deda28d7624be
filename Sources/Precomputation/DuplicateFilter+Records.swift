package import FeedRecords
package import HeightStore

extension DuplicateFilter {
  /// Whether the id of a record comes for the first time.
  ///
  /// - Throws: `FeedError` of code `temporary` when a temporary file cannot be written or read.
  package func isFirst(_ record: FeedRecord) throws(FeedError) -> Bool {
    do {
      return try insert(record.id)
    } catch {
      throw FeedError(
        .temporary, path: "ids",
        "a temporary file cannot be used: \(error.reason); free some space, or name another folder"
          + " with TMPDIR")
    }
  }
}
