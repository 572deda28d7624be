/// Tells a store that this program can read from every other file.
enum StoreHeader {
  /// Checks what a file says it is.
  ///
  /// - Throws: `StoreError.notAStore`, `.newerVersion`, or `.corrupt`.
  static func check(_ connection: ReadConnection) throws {
    let path = connection.errors.path
    func pragma(_ name: String) throws -> Int {
      try connection.rows("PRAGMA \(name)") { Int($0.int(0)) }.first ?? 0
    }
    guard try pragma("application_id") == StoreSchema.applicationID else {
      throw StoreError.notAStore(path: path, reason: "its application_id is another")
    }
    let version = try pragma("user_version")
    guard version <= StoreSchema.version else {
      throw StoreError.newerVersion(path: path, found: version, known: StoreSchema.version)
    }
    // A file cut short is noticed here, before its pages are looked for.
    guard version == StoreSchema.version, try pragma("page_count") > 0 else {
      throw StoreError.corrupt(path: path, detail: "schema version \(version)")
    }
  }
}
