/// Something a person should know about a feed's cells, as the store keeps it.
public struct StoredFinding: Hashable, Sendable {
  /// The template that it is about; nil for one about the feed as a whole.
  public var template: TemplateID?
  /// Its number in that template, the bit of a cell's set; or its place among the feed's own.
  public var position: Int
  /// A stable code.
  public var code: String
  /// `error`, `warning` or `note`.
  public var severity: String
  /// What is wrong in one word, as in `collapsed`.
  public var kind: String
  /// The view that it is about, if it is about one.
  public var view: String?
  /// The place in the template, if there is one.
  public var place: String?
  /// One sentence.
  public var message: String
  /// Records that show it, in whatever environment; `>= 0`.
  public var records: Int
  /// Cells that show it; `>= 0`.
  public var cells: Int
  /// Id of the first record in feed order that shows it.
  public var sampleRecord: String?
  /// Key of an environment in which that record shows it.
  public var sampleEnvironment: String?
  /// The environments in which it shows, with the number of cells in each; each at most once.
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

/// In how many cells of one environment a finding shows.
public struct FindingEnvironment: Hashable, Sendable {
  /// The environment.
  public var environment: EnvironmentID
  /// Cells; `>= 0`.
  public var cells: Int

  /// Creates a count.
  public init(environment: EnvironmentID, cells: Int) {
    self.environment = environment
    self.cells = cells
  }
}

/// A path that records of a feed answered.
public struct SeenPath: Hashable, Sendable {
  /// The path, unique in its feed.
  public var path: String
  /// Records that answered it; `>= 0`.
  public var records: Int

  /// Creates a path.
  public init(path: String, records: Int) {
    self.path = path
    self.records = records
  }
}
