package import FeedRecords
package import HeightStore

extension DuplicateFilter {
  /// Whether the id of a record is new.
  ///
  /// - Throws: `FeedError` of code `temporary` for an error of the temporary file.
  package func isFirst(_ record: FeedRecord) throws(FeedError) -> Bool {
    try isFirst(id: record.id)
  }

  /// Whether an id is new.
  ///
  /// - Throws: `FeedError` of code `temporary` for an error of the temporary file.
  package func isFirst(id: String) throws(FeedError) -> Bool {
    do {
      return try insert(id)
    } catch {
      throw FeedError(
        .temporary, path: "ids",
        "a temporary file cannot be used: \(error.reason); free some space, or name another folder"
          + " with TMPDIR")
    }
  }
}
