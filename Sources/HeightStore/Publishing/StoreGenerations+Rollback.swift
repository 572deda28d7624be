import SQLiteDatabase

extension StoreGenerations {
  /// Publishes the content of a kept generation under the next number.
  ///
  /// The digests remain those of the kept generation, as does the time of its build. The generation
  /// that was published before is kept as after a build, unless it is damaged.
  ///
  /// - Parameters:
  ///   - number: Number of a kept generation.
  ///   - lock: The held lock of the store.
  ///   - keep: Number of generations to keep, the published one included.
  ///   - failpoint: Called at each `Failpoint` of publishing.
  /// - Returns: The published generation.
  /// - Throws: `StoreError.unknownGeneration` if there is no such file, `.corrupt` and the like,
  ///   with the file's path, if it is no whole store; the published store is unchanged.
  public static func rollBack(
    to number: Int, lock: BuildLock, keep: Int, failpoint: ((Failpoint) throws -> Void)? = nil
  ) throws -> Generation {
    let store = lock.store
    let kept = try kept(store: store)
    guard let source = kept.first(where: { $0.number == number }) else {
      throw StoreError.unknownGeneration(store: store, number: number, kept: kept.map(\.number))
    }
    let content = try StoreReader(path: source.path).catalog
    let published = try publishedNumber(store)
    let greatest = kept.first?.number ?? number
    let next = max(greatest, published.number ?? greatest + 1) + 1
    guard content.generation.number == number, next < Int(Int32.max) else {
      throw StoreError.corrupt(
        path: source.path, detail: "it holds generation \(content.generation.number)")
    }
    let file = StagingFile(store: store)
    try file.sweep()
    try sweep(store: store)
    try FileOperations.copy(source.path, to: file.path)
    do {
      let generation = try renumber(file, of: source.path, to: next)
      let publication = Publication(
        store: store, file: file.path, previous: published.isWhole ? published.number : nil,
        keep: keep, failpoint: failpoint)
      _ = try publication.run()
      return generation
    } catch {
      // The original error is thrown; the next build removes what remains.
      do { try file.sweep() } catch _ {}
      throw error
    }
  }

  /// The number of the published generation, and whether its catalog can be read.
  private static func publishedNumber(_ store: String) throws -> (number: Int?, isWhole: Bool) {
    guard try FileOperations.identity(store) != nil else { return (nil, false) }
    do {
      return (try StoreReader(path: store).catalog.generation.number, true)
    } catch is StoreError {
      // A damaged store is a reason to roll back.
      let header = try StoreHeader.earlier(path: store)
      return (header.generation > 0 ? header.generation : nil, false)
    }
  }

  /// Checks the copy of a kept generation and writes its new number.
  private static func renumber(
    _ file: StagingFile, of kept: String, to number: Int
  ) throws -> Generation {
    let errors = StoreErrors(path: file.path, store: file.store, writing: true)
    return try errors.translating {
      let db = try file.open(settings: StoreSettings())
      try db.execute("PRAGMA ignore_check_constraints = ON")
      try CellAudit.checkPublished(
        try StoreCatalog(try CatalogTables(db, errors: errors), path: kept), connection: db,
        path: kept)
      let generation = try db.transaction {
        try db.execute("UPDATE generation SET number = ?", number)
        let catalog = try StoreCatalog(try CatalogTables(db, errors: errors), path: file.path)
        try db.execute("UPDATE generation SET checksum = x'\(catalog.checksum)'")
        return catalog.generation
      }
      try db.close()
      return generation
    }
  }
}
