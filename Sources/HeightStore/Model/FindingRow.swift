import LayoutPrimitives

/// A finding with the row numbers that its feed has for its template and environments.
struct FindingRow {
  /// `nil` for a finding on the feed.
  let template: TemplateID?
  let finding: Finding
  let environments: [(id: EnvironmentID, cells: Int)]

  init(_ finding: Finding, template: TemplateID?, environments: [(EnvironmentID, Int)] = []) {
    self.finding = finding
    self.template = template
    self.environments = environments
  }

  /// The row of a finding of an open feed.
  ///
  /// - Throws: `StoreError.invalid`.
  init(_ finding: Finding, of feed: OpenFeed) throws(StoreError) {
    guard finding.position >= 0, finding.records >= 0, finding.cells >= 0 else {
      throw StoreError.invalid(
        "a finding of severity '\(finding.severity.rawValue)' in \(finding.cells) cells of "
          + "\(finding.records) records")
    }
    let ids = finding.environments.compactMap { environment in
      feed.keys.environments.first { feed.environments[$0]?.key == environment.key }
        .map { ($0, environment.cells) }
    }
    guard ids.count == finding.environments.count,
      finding.template.map(feed.keys.templates.indices.contains) ?? true
    else {
      throw StoreError.invalid(
        "a finding of feed '\(feed.name)' with a template or an environment that the feed was "
          + "not begun with")
    }
    self.init(
      finding, template: finding.template.map { feed.keys.templates[$0] }, environments: ids)
  }
}

/// A path that has values in records of a feed.
public struct SeenPath: Hashable, Sendable {
  /// The path, unique in its feed.
  public var path: String
  /// Number of records with a value, `>= 0`.
  public var records: Int

  /// Creates a path.
  public init(path: String, records: Int) {
    self.path = path
    self.records = records
  }
}
