import FeedRecords
public import LayoutPrimitives

/// Counts the records of a feed that have a value at each path of a template.
public struct PathTally: Hashable, Sendable {
  /// The number of records with a value at one path, and how the path ended in others.
  public struct Count: Hashable, Sendable {
    /// Number of records with a value that is not empty.
    public var answered = 0
    /// Whether some record has an empty value at the path.
    private var isThere = false
    /// Whether the path ended at a null or at a list that is too short, in some record.
    private var isOpen = false
    /// Whether the path led to a value without the next member, in some record.
    private var isWrong = false

    /// Creates a count of no records.
    public init() {}

    /// Whether other records may have a value.
    ///
    /// Some record has an empty value, or the path only ended at nulls and short lists.
    var mayCome: Bool { isThere || (isOpen && !isWrong) }

    /// Notes how far the path led in a record without a value.
    mutating func note(_ end: RecordPathEnd) {
      switch end {
      case .there: isThere = true
      case .open: isOpen = true
      case .wrong: isWrong = true
      case .absent: break
      }
    }

    mutating func add(_ other: Count) {
      answered += other.answered
      isThere = isThere || other.isThere
      isOpen = isOpen || other.isOpen
      isWrong = isWrong || other.isWrong
    }
  }

  /// The counted paths, in the order of `CellTemplate.recordPaths`.
  public let paths: [BoundPath]
  /// Number of records counted.
  public private(set) var records = 0
  /// The counts, indexed as `paths`.
  public private(set) var counts: [Count]
  /// Whether each path names one of the record's own values, indexed as `paths`.
  private let isWord: [Bool]

  /// Creates a tally of no records, for the paths of a template.
  public init(_ template: CellTemplate) {
    paths = template.recordPaths
    counts = [Count](repeating: Count(), count: paths.count)
    isWord = paths.map { $0.recordPath?.isWord == true }
  }

  /// Counts the values of a record.
  public mutating func count(_ record: some BindingSource) {
    begin()
    for index in paths.indices {
      note(index, text: record.text(at: paths[index]), of: record)
    }
  }

  /// Begins a record, whose texts are then noted one by one.
  public mutating func begin() { records += 1 }

  /// Notes the text at one path of the current record.
  ///
  /// - Parameters:
  ///   - index: The path, as an index into `paths`.
  ///   - text: The text that was found at the path.
  ///   - record: The current record.
  public mutating func note(_ index: Int, text: String?, of record: some BindingSource) {
    let isAnswered = text.map { !$0.isEmpty } ?? record.isPresent(at: paths[index])
    if isAnswered {
      counts[index].answered += 1
    } else if !isWord[index] {
      counts[index].note(record.end(of: paths[index]))
    }
  }

  /// Adds the counts of a tally of other records, for the same template.
  public mutating func add(_ other: PathTally) {
    records += other.records
    for index in counts.indices where index < other.counts.count {
      counts[index].add(other.counts[index])
    }
  }

  /// Adds records of which only the numbers of values by path are known.
  ///
  /// Where they have none, other records may have one.
  public mutating func add(records known: Int, answered: [String: Int]) {
    records += known
    for (index, path) in paths.enumerated() {
      let count = answered[path.spelling] ?? 0
      counts[index].answered += count
      if count == 0 { counts[index].note(.there) }
    }
  }

  /// The bindings of the template that had no value in any record, each once, in document order.
  public func unanswered(in template: CellTemplate) -> [Finding] {
    guard records > 0 else { return [] }
    var counts: [String: Count] = [:]
    for (path, count) in zip(paths, self.counts) { counts[path.spelling] = count }
    var found: [Finding] = []
    var known: Set<[String]> = []
    for use in template.bindingUses {
      let spellings = use.binding.paths.map(\.spelling)
      guard spellings.allSatisfy({ counts[$0]?.answered == 0 }), known.insert(spellings).inserted
      else { continue }
      let isKnown = use.binding.paths.contains { path in
        path.recordPath?.isWord == true || counts[path.spelling]?.mayCome == true
      }
      found.append(use.unanswered(isKnown: isKnown, records: records, in: template))
    }
    return found
  }
}
