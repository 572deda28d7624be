import LayoutPrimitives

extension RecordMapping {
  /// The mapping of a name or path: a built-in one, or a file where the name contains `/` or ends in
  /// `.yaml`, `.yml` or `.json`.
  ///
  /// - Throws: `FeedError` with code `mapping` for an unknown name, or with what is wrong in the file.
  public static func named(_ nameOrPath: String) throws(FeedError) -> RecordMapping {
    let isPath =
      nameOrPath.contains("/") || [".yaml", ".yml", ".json"].contains { nameOrPath.hasSuffix($0) }
    if isPath { return try RecordMapping(path: nameOrPath) }
    if let known = builtIn.first(where: { $0.name == nameOrPath }) { return known }
    throw FeedError(
      .unknownMapping, path: nameOrPath,
      "there is no mapping of that name; known are "
        + builtIn.map(\.name).joined(separator: ", ") + ", or give the path of a file"
        + NearestName(builtIn.map(\.name)).suggestion(for: nameOrPath))
  }
}
