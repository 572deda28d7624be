#if canImport(HeightStore)
public import HeightStore

extension HeightLookup {
  /// The next cells in a scope, by the bytes of their records' ids.
  ///
  /// - Parameters:
  ///   - scope: The feed and the environment.
  ///   - id: The last id of the page before; nil for the first page.
  ///   - limit: Maximum number of cells, which are all in memory.
  /// - Returns: Cells, failed ones included; none after the last.
  /// - Throws: `StoreError.corrupt` for a damaged row.
  public func cells(
    in scope: LookupScope, after id: String?, limit: Int
  ) throws -> [StoredCell] {
    try reading { reader in
      try reader.cells(of: scope.feed, in: scope.environment, after: id, limit: limit)
    }
  }
}
#endif
