public import LayoutPrimitives

/// A stored cell.
public struct StoredCell: Hashable, Sendable {
  /// The row number, which is stable across builds.
  public let cellID: Int64
  /// The record's id.
  public let recordID: String
  /// The record's version.
  public let version: String
  /// The environment.
  public let environment: EnvironmentID
  /// The template.
  public let template: TemplateID
  /// The hash of everything that the cell depended on.
  public let fingerprint: Fingerprint
  /// The layout or the failure.
  public let outcome: CellOutcome
  /// Whether the layout has frames and line counts; false for a failure, and for a cell of a feed
  /// that was stored with heights alone.
  public let hasFrames: Bool
}

/// The hash of everything a cell depends on; equal fingerprints mean equal cells.
public typealias Fingerprint = ContentHash

/// A cell to be stored.
public struct NewCell: Hashable, Sendable {
  /// The record's id; not empty.
  public var recordID: String
  /// The record's version.
  public var version: String
  /// The environment's number from `begin(feed:)`.
  public var environment: EnvironmentID
  /// The template's number from `begin(feed:)`.
  public var template: TemplateID
  /// The hash of everything that the cell depends on.
  public var fingerprint: Fingerprint
  /// The layout or the failure.
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

/// The result of laying out a cell.
public enum CellOutcome: Hashable, Sendable {
  /// A layout, in steps.
  case layout(CellLayout)
  /// A failure.
  case failure(CellFailure)
}

/// Why a cell has no layout.
public struct CellFailure: Hashable, Sendable {
  /// A stable code.
  public let code: String
  /// One sentence.
  public let message: String

  /// Creates a failure.
  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}

/// A stored cell for a list.
public struct CellReference: Hashable, Sendable {
  /// The record's id.
  public let recordID: String
  /// The row number, which is stable across builds.
  public let cellID: Int64
  /// Rendered height in steps; nil for a failed cell.
  public let height: Int?
}

/// The stored row of a record in an environment.
public enum FoundCell: Hashable, Sendable {
  /// No row.
  case none
  /// A cell.
  case cell(ExistingCell)
  /// A row with an invalid checksum.
  case damaged(number: Int64)

  /// The fingerprint of an intact cell.
  public var fingerprint: Fingerprint? {
    if case .cell(let cell) = self { cell.fingerprint } else { nil }
  }

  /// The number of the row.
  var number: Int64? {
    switch self {
    case .none: nil
    case .cell(let cell): cell.reference.cellID
    case .damaged(let number): number
    }
  }
}

/// A cell of the last generation or of an interrupted build.
public struct ExistingCell: Hashable, Sendable {
  /// The number and height.
  public let reference: CellReference
  /// The template.
  public let template: TemplateID
  /// The hash of everything that the cell depended on.
  public let fingerprint: Fingerprint
  /// The reasons why it may be wrong.
  public let caveats: Caveats
  /// The findings, numbered as in the template.
  public let findings: FindingSet
  /// The failure; nil for a cell with a layout.
  public let failure: CellFailure?
  /// The environment.
  let environment: EnvironmentID
  let storedVersion: StoredVersion

  /// The record's version.
  public var version: String { storedVersion.text }
}

extension CellOutcome {
  /// The height in steps; nil for a failure.
  ///
  /// - Throws: `StoreError.invalid` for a height outside the range of a row.
  func storableHeight() throws(StoreError) -> Int? {
    guard case .layout(let layout) = self else { return nil }
    guard layout.height >= 0, Int32(exactly: layout.height) != nil, layout.exactHeight.isFinite
    else { throw .invalid("a height of \(layout.height) cannot be stored") }
    return layout.height
  }
}
