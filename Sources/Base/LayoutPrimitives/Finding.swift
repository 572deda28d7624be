/// A finding about a template or its cells: its message, location and count.
public struct Finding: Hashable, Sendable {
  /// An element that takes part in a finding, such as a constraint.
  public struct Related: Hashable, Sendable {
    /// The position of the element in the template; `nil` if there is none.
    public var place: DocumentPlace?
    /// The description of the element, in one clause.
    public var text: String

    /// Creates a related element.
    public init(place: DocumentPlace?, text: String) {
      self.place = place
      self.text = text
    }
  }

  /// The number of cells in one environment that show a finding.
  public struct InEnvironment: Hashable, Sendable {
    /// Key of the environment.
    public var key: String
    /// Number of cells, `>= 0`.
    public var cells: Int

    /// Creates a count.
    public init(key: String, cells: Int) {
      self.key = key
      self.cells = cells
    }
  }

  /// The first cell that shows a finding, so that it can be reproduced.
  public struct Sample: Hashable, Sendable {
    /// A named number that occurs in a constraint.
    public struct Number: Hashable, Sendable {
      /// The number's name: a binding such as `{image.width}`, or a label's measured size.
      public var name: String
      /// The value; sizes are in points.
      public var value: Double

      /// Creates a number.
      public init(name: String, value: Double) {
        self.name = name
        self.value = value
      }
    }

    /// Id of the record.
    public var record: String
    /// Key of the environment.
    public var environment: String
    /// The values of the record that occur in the constraints of the finding.
    public var numbers: [Number]

    /// Creates a sample.
    public init(record: String, environment: String, numbers: [Number] = []) {
      self.record = record
      self.environment = environment
      self.numbers = numbers
    }
  }

  /// The stable error code.
  public var code: String
  /// The severity.
  public var severity: FindingSeverity
  /// The name in output, such as `collapsed`.
  public var word: String
  /// Id of the view; `nil` for the cell or the template.
  public var view: String?
  /// The position in the template; `nil` if there is none.
  public var place: DocumentPlace?
  /// The message, in one clause.
  public var message: String
  /// The elements that take part in the finding, in document order.
  public var related: [Related] = []
  /// The reasons for the finding.
  public var facts: [String] = []
  /// Advice for the reader; empty if there is none.
  public var help = ""
  /// Index of the template among the templates of its feed; `nil` for a finding about the feed.
  public var template: Int?
  /// The finding's number in its template, `>= 0`.
  ///
  /// It is the number in the cells' `FindingSet`, or a larger number if cells do not store the
  /// finding.
  public var position = 0
  /// Number of records that show the finding, `>= 0`.
  public var records = 0
  /// Number of cells that show the finding, `>= 0`.
  public var cells = 0
  /// The environments that show the finding, without repetition.
  public var environments: [InEnvironment] = []
  /// The first cell that shows the finding; `nil` for a finding about all cells.
  public var sample: Sample?

  /// Creates a finding that no cell shows yet.
  public init(
    code: String, severity: FindingSeverity, word: String, view: String? = nil,
    place: DocumentPlace? = nil, message: String, help: String = ""
  ) {
    self.code = code
    self.severity = severity
    self.word = word
    self.view = view
    self.place = place
    self.message = message
    self.help = help
  }

  /// The names of findings without a `FindingKind`, which cells do not store.
  public enum TemplateWord: String, Hashable, Sendable, CaseIterable {
    /// A cell has no layout.
    case failure
    /// The widths of labels do not converge.
    case loop
    /// The finding concerns only the template.
    case template
  }

  /// The kind under which builds and checks count the finding; `nil` if they do not count it.
  public var kind: FindingKind? { FindingKind(rawValue: word) }
}

/// A position in the document of a template.
public struct DocumentPlace: Hashable, Sendable, CustomStringConvertible {
  /// Line, from 1.
  public var line: Int
  /// A text on the line that marks the position, such as a constraint.
  ///
  /// It cannot be found if the document writes it with escapes.
  public var text: String
  /// Offset of the position in `text`, in characters from 0.
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

  /// Reads a description; a text in another form becomes the name of a file, with line 0.
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

  /// The line, preceded by the file if `file` is not nil.
  public var description: String {
    guard line > 0 else { return file ?? "" }
    return (file.map { "\($0), " } ?? "") + "line \(line)"
  }
}

/// Counts the findings in the cells of one template; cells must arrive in the order of records.
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
    /// Number of the last record that showed the finding, so that a record counts only once.
    var last: Int
  }

  /// Counts, indexed by the finding's number; `nil` for findings that did not occur.
  private var counts: [Count?] = []
  private let environments: Int
  /// Number of cells counted.
  public private(set) var cells = 0
  /// Number of records begun.
  public private(set) var records = 0
  /// Number of cells counted in each environment, by the environment's index.
  private var cellsByEnvironment: [Int]
  /// Number of cells with findings of each kind, indexed as `FindingKind.allCases`.
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

  /// Counts the findings of a cell of the current record.
  ///
  /// - Parameters:
  ///   - findings: The findings of the cell.
  ///   - id: The record's id.
  ///   - environment: Index of the environment.
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
    for place in cellsByKind.indices where kinds & 1 << place != 0 { cellsByKind[place] += 1 }
  }

  /// Number of cells with findings of a kind.
  public func cells(with kind: FindingKind) -> Int {
    cellsByKind[kind.index]
  }

  /// The findings that occurred, with their counts, in ascending order of their numbers.
  ///
  /// - Parameters:
  ///   - environments: Keys of the environments, by index.
  ///   - words: Returns the finding with a number, without counts; nil omits the finding.
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

  /// A finding that all counted cells show.
  ///
  /// - Parameters:
  ///   - words: The finding, without counts.
  ///   - position: The finding's number in the template, which determines the order of findings.
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
