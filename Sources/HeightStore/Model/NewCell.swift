public import LayoutPrimitives

/// The hash of everything a cell depends on; equal fingerprints mean equal cells.
public typealias Fingerprint = ContentHash

/// A cell to be stored.
public struct NewCell: Hashable, Sendable {
  /// The record's id; not empty.
  public var recordID: String
  /// The record's version.
  public var version: String
  /// The environment it was laid out for, as `begin(feed:)` numbered it.
  public var environment: EnvironmentID
  /// The template it was laid out with, as `begin(feed:)` numbered it.
  public var template: TemplateID
  /// Hash over all it depends on.
  public var fingerprint: Fingerprint
  /// Its layout, or why there is none.
  public var outcome: CellOutcome

  /// Creates a cell.
  public init(
    recordID: String, version: String, environment: EnvironmentID, template: TemplateID,
    fingerprint: Fingerprint, outcome: CellOutcome
  ) {
    self.recordID = recordID
    self.version = version
    self.environment = environment
    self.template = template
    self.fingerprint = fingerprint
    self.outcome = outcome
  }
}

/// What came of laying out a cell.
public enum CellOutcome: Hashable, Sendable {
  /// Its layout, in device pixels.
  case layout(CellLayout)
  /// It has none.
  case failure(CellFailure)
}

/// Why a cell has no layout.
public struct CellFailure: Hashable, Sendable {
  /// A stable code, as `explain` knows it.
  public let code: String
  /// One sentence.
  public let message: String

  /// Creates a failure.
  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}

/// A stored cell as a list needs it.
public struct CellReference: Hashable, Sendable {
  /// The record's id.
  public let recordID: String
  /// The stable insertion number.
  public let cellID: Int64
  /// Rendered height in steps; nil for a cell that failed, which no list shows.
  public let height: Int?
}

/// What a store holds under a record's key in an environment.
public enum FoundCell: Hashable, Sendable {
  /// No row.
  case none
  /// A cell.
  case cell(ExistingCell)
  /// A row whose checksum does not hold, with its number.
  case damaged(number: Int64)

  /// What the cell depended on; nil where there is none that is whole.
  public var fingerprint: Fingerprint? {
    if case .cell(let cell) = self { cell.fingerprint } else { nil }
  }

  /// The number of the row, if there is one.
  var number: Int64? {
    switch self {
    case .none: nil
    case .cell(let cell): cell.reference.cellID
    case .damaged(let number): number
    }
  }
}

/// A cell that the last generation, or an interrupted build, left in the side file.
public struct ExistingCell: Hashable, Sendable {
  /// The cell's number and height.
  public let reference: CellReference
  /// The template it was laid out with.
  public let template: TemplateID
  /// The record's version.
  public let version: String
  /// What it depended on.
  public let fingerprint: Fingerprint
  /// Why it may be off.
  public let caveats: Caveats
  /// What a person should know about it; numbers are the template's.
  public let findings: FindingSet
  /// Why there is no layout, for a cell that failed.
  public let failure: CellFailure?
  /// The environment it was looked up for.
  let environment: EnvironmentID
}
