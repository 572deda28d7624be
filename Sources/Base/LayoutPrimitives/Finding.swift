/// A finding about a template or its cells: its message, location and count.
public struct Finding: Hashable, Sendable {
  /// Something else in the template that a finding refers to, such as a contradicting constraint.
  public struct Related: Hashable, Sendable {
    /// The location in the template; `nil` if there is none.
    public var location: SourceLocation?
    /// A description in one clause, without a final period.
    public var text: String

    /// Creates a related element.
    public init(location: SourceLocation?, text: String) {
      self.location = location
      self.text = text
    }
  }

  /// How many cells of one environment have a finding.
  public struct InEnvironment: Hashable, Sendable {
    /// Key of the environment, its text form.
    public var key: String
    /// Number of cells, `>= 0`.
    public var cells: Int

    /// Creates a count.
    public init(key: String, cells: Int) {
      self.key = key
      self.cells = cells
    }
  }

  /// The first cell that has a finding, so that a person can reproduce it.
  public struct Sample: Hashable, Sendable {
    /// A named number in the constraints of a finding.
    public struct Number: Hashable, Sendable {
      /// A binding such as `{image.width}`, or the name of a label's measured size.
      public var name: String
      /// The value; lengths are in points.
      public var value: Double

      /// Creates a number.
      public init(name: String, value: Double) {
        self.name = name
        self.value = value
      }
    }

    /// Id of the record.
    public var record: String
    /// Key of the environment, its text form.
    public var environment: String
    /// The numbers that occur in the constraints of the finding; empty for other findings.
    public var numbers: [Number]

    /// Creates a sample.
    public init(record: String, environment: String, numbers: [Number] = []) {
      self.record = record
      self.environment = environment
      self.numbers = numbers
    }
  }

  /// The stable error code, such as `CH0610`.
  public var code: String
  /// How serious the finding is.
  public var severity: FindingSeverity
  /// The name of the finding's kind in the output, such as `collapsed`.
  public var word: String
  /// Id of the view; `nil` if the finding concerns the whole cell or the template.
  public var view: String?
  /// The location in the template; `nil` if there is none.
  public var location: SourceLocation?
  /// What was found, in one clause without a final period.
  public var message: String
  /// The other elements that the finding refers to, in document order.
  public var related: [Related] = []
  /// Further observations that explain the finding, in one clause each.
  public var facts: [String] = []
  /// What the author of the template can do; empty if there is no advice.
  public var help = ""
  /// Index of the template among the templates of its feed; `nil` for a finding about the feed.
  public var template: Int?
  /// The number that orders the findings of a template, `>= 0`.
  ///
  /// Findings in the cells have their number in a `FindingSet`; the others have larger numbers.
  public var position = 0
  /// Number of records with at least one cell that has the finding.
  public var records = 0
  /// Number of cells that have the finding, over all environments.
  public var cells = 0
  /// The environments with cells that have the finding, each once.
  public var environments: [InEnvironment] = []
  /// The first cell that has the finding; `nil` if the finding does not come from single cells.
  public var sample: Sample?

  /// Creates a finding whose counts are 0.
  public init(
    code: String, severity: FindingSeverity, word: String, view: String? = nil,
    location: SourceLocation? = nil, message: String, help: String = ""
  ) {
    self.code = code
    self.severity = severity
    self.word = word
    self.view = view
    self.location = location
    self.message = message
    self.help = help
  }

  /// The names of findings that builds and checks do not count, because they have no `FindingKind`.
  public enum TemplateWord: String, Hashable, Sendable, CaseIterable {
    /// A cell has no layout.
    case failure
    /// The layout depends on label widths that do not settle.
    case loop
    /// The finding concerns the template, not its cells.
    case template
  }

  /// The kind under which builds and checks count the finding; `nil` if they do not count it.
  public var kind: FindingKind? { FindingKind(rawValue: word) }
}

/// A location in the document of a template.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// Line, from 1.
  public var line: Int
  /// A text on the line, such as a constraint, that contains the location; empty for the whole
  /// line.
  ///
  /// If the document writes this text with escapes, it is not found on the line.
  public var text: String
  /// Number of characters of `text` before the location.
  public var offset: Int
  /// The file of the document; `nil` for the file of the template.
  public var file: String?

  /// Creates a location.
  public init(line: Int, text: String, offset: Int = 0, file: String? = nil) {
    self.line = line
    self.text = text
    self.offset = offset
    self.file = file
  }

  /// Reads `description`; any other text becomes the file name of a location with line 0.
  public init(describedBy text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let number = words.last.flatMap { Int($0) } ?? 0
    self.init(line: number, text: "")
    let ending = "line \(number)"
    if number > 0, text.hasSuffix(", \(ending)") {
      file = String(text.dropLast(ending.count + 2))
    } else if number <= 0 || text != ending {
      (line, file) = (0, text)
    }
  }

  /// The line, as in `line 12`, after the file if `file` is not nil, as in `base.yaml, line 12`.
  public var description: String {
    guard line > 0 else { return file ?? "" }
    return (file.map { "\($0), " } ?? "") + "line \(line)"
  }
}

/// Counts the findings in the cells of one template.
///
/// For each record, `begin()` is called once, then `count` for each of its cells, in the order of
/// the feed.
public struct FindingTally: Sendable {
  /// The counts of one finding, and the first record and environment that show it.
  private struct Count: Hashable {
    /// Number of cells that show the finding.
    var cells = 0
    /// Number of records that show the finding in any environment.
    var records = 0
    /// Number of cells that show the finding in each environment, by the environment's index.
    var byEnvironment: [Int]
    /// Id of the first record that shows the finding.
    var record: String
    /// Index of the environment of the first cell that shows the finding.
    var environment: Int
    /// Number of the last record that has the finding, from 1, so that each record counts once.
    var last: Int
  }

  /// The counts, indexed by the finding's number; `nil` for a finding that no cell has.
  private var counts: [Count?] = []
  private let environments: Int
  /// Number of cells counted.
  public private(set) var cells = 0
  /// Number of records begun.
  public private(set) var records = 0
  /// Number of cells counted in each environment, by the environment's index.
  private var cellsByEnvironment: [Int]
  /// Number of cells with findings of a kind, in the order of `FindingKind.allCases`.
  private var cellsByKind = [Int](repeating: 0, count: FindingKind.allCases.count)

  /// Creates a tally that has counted no cells.
  ///
  /// - Parameter environments: Number of environments in which records are laid out.
  public init(environments: Int) {
    self.environments = environments
    cellsByEnvironment = [Int](repeating: 0, count: environments)
  }

  /// Begins a record; the next calls of `count` count its cells.
  public mutating func begin() { records += 1 }

  /// Counts one cell of the current record with its findings.
  ///
  /// - Parameters:
  ///   - findings: The findings of the cell.
  ///   - id: The record's id, evaluated only for the first cell with a finding.
  ///   - environment: Index of the cell's environment, `0..<environments`.
  public mutating func count(
    _ findings: FindingSet, record id: @autoclosure () -> String, environment: Int
  ) {
    cells += 1
    cellsByEnvironment[environment] += 1
    guard !findings.isEmpty else { return }
    var kinds = 0
    for number in findings.numbers {
      if let kind = CellFinding(number: number).kind.finding { kinds |= 1 << kind.index }
      while counts.count <= number { counts.append(nil) }
      if counts[number] == nil {
        counts[number] = Count(
          byEnvironment: [Int](repeating: 0, count: environments), record: id(),
          environment: environment, last: 0)
      }
      counts[number]?.cells += 1
      counts[number]?.byEnvironment[environment] += 1
      if counts[number]?.last != records {
        counts[number]?.records += 1
        counts[number]?.last = records
      }
    }
    for index in cellsByKind.indices where kinds & 1 << index != 0 { cellsByKind[index] += 1 }
  }

  /// Number of cells with at least one finding of a kind.
  public func cells(with kind: FindingKind) -> Int {
    cellsByKind[kind.index]
  }

  /// The findings that cells have, with their counts, in ascending order of their numbers.
  ///
  /// - Parameters:
  ///   - environments: Keys of the environments, by index.
  ///   - words: Returns the finding with a number, whose counts are ignored; nil to omit the
  ///     finding.
  public func findings(
    _ environments: [String], words: (_ number: Int) -> Finding?
  ) -> [Finding] {
    counts.enumerated().compactMap { number, count in
      guard let count, var finding = words(number) else { return nil }
      finding.position = number
      (finding.cells, finding.records) = (count.cells, count.records)
      finding.environments = zip(environments, count.byEnvironment).filter { $1 > 0 }
        .map(Finding.InEnvironment.init)
      finding.sample = Finding.Sample(
        record: count.record, environment: environments[count.environment])
      return finding
    }
  }

  /// Returns a finding with the counts of all cells, as if every cell had it.
  ///
  /// - Parameters:
  ///   - words: The finding, whose counts are ignored.
  ///   - position: The finding's number, which orders the findings of the template.
  ///   - environments: Keys of the environments, by index.
  public func everywhere(
    _ words: Finding, position: Int, _ environments: [String]
  ) -> Finding {
    var finding = words
    finding.position = position
    (finding.cells, finding.records) = (cells, records)
    finding.environments = zip(environments, cellsByEnvironment).map(Finding.InEnvironment.init)
    return finding
  }
}
