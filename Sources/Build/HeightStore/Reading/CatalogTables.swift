import LayoutPrimitives
import SQLiteDatabase

/// The rows of all catalog tables in the order of their keys, and the checksum of all rows.
///
/// Each row is read only once, so that the checksum covers exactly the rows that are used.
struct CatalogTables {
  /// A row that belongs to another row, as an environment belongs to a feed.
  ///
  /// `owner` is the number of that other row.
  struct Owned<Value> {
    let owner: Int64
    let position: Int64
    let value: Value
  }

  let generations: [Generation]
  let feeds:
    [(
      id: Int64, name: String, records: Int, generation: Int, digest: String, keepsFrames: Bool,
      keepsLines: Bool, inputs: String, failedPositions: [UInt8]?
    )]
  let sources: [Owned<SourceFile>]
  let environments: [(id: Int64, key: String, stepsPerPoint: Double, state: String?)]
  /// The environments of feeds; `position` is their order in the build.
  let feedEnvironments: [Owned<(environment: Int64, cells: Int, failed: Int, listCells: Int)>]
  let templates: [(id: Int64, name: String, hash: String)]
  let views: [Owned<StoredView>]
  let feedTemplates: [Owned<TemplateID>]
  let feedArguments: [Owned<FeedArgument?>]
  let lists: [(id: Int64, feed: Int64, description: ListDescription)]
  let listEnvironments: [Owned<ListTotals>]
  let findings: [Owned<FindingRow>]
  let findingEnvironments: [Owned<(environment: EnvironmentID, cells: Int)>]
  let paths: [Owned<SeenPath>]

  /// The checksum that was computed from the rows.
  let checksum: ContentHash
  /// The checksum that the store contains; nil if it is malformed.
  let stored: ContentHash?

  init(_ connection: Connection, errors: StoreErrors) throws {
    let bytes = RowBytes()
    func rows<Row>(_ name: String, _ read: (PreparedStatement) -> Row) throws -> [Row] {
      // The key of a table is its first column, or its first two columns.
      let statement = try PreparedStatement(
        "SELECT * FROM \(name) NOT INDEXED ORDER BY 1, 2", on: connection, errors: errors)
      // The last column of `generation` is the stored checksum, which the computed checksum leaves
      // out.
      let columns = statement.columnCount - (name == "generation" ? 1 : 0)
      var rows: [Row] = []
      bytes.append(name: name)
      while try statement.step() {
        statement.append(columns: columns, to: bytes)
        rows.append(read(statement))
      }
      return rows
    }
    var stored: ContentHash?
    // The order of these calls is the order of `StoreSchema.catalog`.
    generations = try rows("generation") { row in
      stored = ContentHash(stored: row.blob(7))
      return Generation(
        number: Int(row.int(0)), createdUTC: row.text(1), engineVersion: row.text(2),
        digest: row.text(3), listDigest: row.text(4), cells: Int(row.int(5)),
        failed: Int(row.int(6)))
    }
    feeds = try rows("feeds") {
      (
        $0.int(0), $0.text(1), Int($0.int(2)), Int($0.int(3)), $0.text(4), $0.int(5) != 0,
        $0.int(6) != 0, $0.text(7), $0.isNull(8) ? nil : [UInt8]($0.blob(8))
      )
    }
    sources = try rows("sources") {
      Owned(
        owner: $0.int(0), position: $0.int(1),
        value: SourceFile(
          path: $0.text(2), hash: $0.text(3), bytes: Int($0.int(4)), isChanges: $0.int(5) != 0))
    }
    environments = try rows("environments") {
      ($0.int(0), $0.text(1), $0.double(10), $0.optionalText(9))
    }
    feedEnvironments = try rows("feed_environments") {
      Owned(
        owner: $0.int(0), position: $0.int(2),
        value: (
          environment: $0.int(1), cells: Int($0.int(3)), failed: Int($0.int(4)),
          listCells: Int($0.int(5))
        ))
    }
    templates = try rows("templates") { ($0.int(0), $0.text(1), $0.text(2)) }
    views = try rows("template_views") {
      Owned(
        owner: $0.int(0), position: $0.int(1),
        value: StoredView(id: $0.text(2), kind: $0.text(3), isLabel: $0.int(4) != 0))
    }
    feedTemplates = try rows("feed_templates") {
      Owned(owner: $0.int(0), position: $0.int(2), value: TemplateID(rawValue: $0.int(1)))
    }
    feedArguments = try rows("feed_arguments") { row in
      Owned(
        owner: row.int(0), position: row.int(1),
        value: FeedArgument.Name(rawValue: row.text(2)).map { FeedArgument($0, row.text(3)) })
    }
    lists = try rows("lists") { row in
      let insets = Insets(
        top: row.double(4), leading: row.double(5), bottom: row.double(6),
        trailing: row.double(7))
      return (
        row.int(0), row.int(1),
        ListDescription(
          name: row.text(2), spacing: row.double(3), insets: insets, shape: ListShape(row))
      )
    }
    listEnvironments = try rows("list_environments") {
      Owned(
        owner: $0.int(0), position: 0,
        value: ListTotals(
          environment: EnvironmentID(rawValue: $0.int(1)), cells: Int($0.int(2)),
          heightSum: $0.int(3), digest: $0.text(4), chunks: [UInt8]($0.blob(5)),
          sections: $0.isNull(6) ? nil : [UInt8]($0.blob(6))))
    }
    findings = try rows("findings") { row in
      // The schema allows no severities except these.
      var finding = Finding(
        code: row.text(4), severity: FindingSeverity(rawValue: row.text(5)) ?? .note,
        word: row.text(6), view: row.optionalText(7),
        location: row.optionalText(8).map(SourceLocation.init(describedBy:)), message: row.text(9))
      finding.position = Int(row.int(3))
      (finding.records, finding.cells) = (Int(row.int(10)), Int(row.int(11)))
      finding.sample = row.optionalText(12).map {
        Finding.Sample(record: $0, environment: row.optionalText(13) ?? "")
      }
      let template = row.isNull(2) ? nil : TemplateID(rawValue: row.int(2))
      return Owned(
        owner: row.int(1), position: row.int(0), value: FindingRow(finding, template: template))
    }
    findingEnvironments = try rows("finding_environments") {
      Owned(
        owner: $0.int(0), position: 0,
        value: (environment: EnvironmentID(rawValue: $0.int(1)), cells: Int($0.int(2))))
    }
    paths = try rows("feed_paths") {
      Owned(
        owner: $0.int(0), position: 0,
        value: SeenPath(path: $0.text(1), records: Int($0.int(2))))
    }
    checksum = bytes.hash
    self.stored = stored
  }
}

extension ListShape {
  /// Reads the shape in a row of the table `lists`; nil for a list of records alone.
  ///
  /// Unknown words of another program are left out; the sections then contradict the shape, which
  /// is an error when the list is opened.
  fileprivate init?(_ row: PreparedStatement) {
    guard !row.isNull(8) else { return nil }
    let separator =
      row.isNull(9)
      ? nil
      : Separator(
        height: row.double(9), inset: row.double(10), isAfterLast: row.int(11) != 0)
    self = ListShape(words: row.text(8), separator: separator) ?? ListShape(separator: separator)
  }
}
