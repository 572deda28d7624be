/// A stored finding on a feed's cells.
public struct StoredFinding: Hashable, Sendable {
  /// The template; nil for a finding on the feed.
  public var template: TemplateID?
  /// The number in the template, which is the bit in a cell's set, or among the feed's findings.
  public var position: Int
  /// A stable code.
  public var code: String
  /// `error`, `warning` or `note`.
  public var severity: String
  /// The kind, such as `collapsed`.
  public var kind: String
  /// The view, if any.
  public var view: String?
  /// The location in the template, if any.
  public var place: String?
  /// One sentence.
  public var message: String
  /// Number of affected records, `>= 0`.
  public var records: Int
  /// Number of affected cells, `>= 0`.
  public var cells: Int
  /// Id of the first affected record in feed order.
  public var sampleRecord: String?
  /// Key of an affected environment of that record.
  public var sampleEnvironment: String?
  /// The number of affected cells by environment, without repetition.
  public var environments: [FindingEnvironment]

  /// Creates a finding.
  public init(
    template: TemplateID?, position: Int, code: String, severity: String, kind: String,
    view: String? = nil, place: String? = nil, message: String, records: Int, cells: Int,
    sampleRecord: String? = nil, sampleEnvironment: String? = nil,
    environments: [FindingEnvironment] = []
  ) {
    self.template = template
    self.position = position
    self.code = code
    self.severity = severity
    self.kind = kind
    self.view = view
    self.place = place
    self.message = message
    self.records = records
    self.cells = cells
    self.sampleRecord = sampleRecord
    self.sampleEnvironment = sampleEnvironment
    self.environments = environments
  }
}

/// The number of affected cells in an environment.
public struct FindingEnvironment: Hashable, Sendable {
  /// The environment.
  public var environment: EnvironmentID
  /// Number of cells, `>= 0`.
  public var cells: Int

  /// Creates a count.
  public init(environment: EnvironmentID, cells: Int) {
    self.environment = environment
    self.cells = cells
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
