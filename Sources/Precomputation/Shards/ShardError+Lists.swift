import HeightStore

extension ShardError {
  /// Refuses lists that are ordered by a value of the records.
  static func check(_ lists: [NamedList], of feed: String) throws(ShardError) {
    for list in lists {
      guard case .ids = list.order else {
        throw .unsortable(feed: feed, list: list.description.name)
      }
    }
  }
}
