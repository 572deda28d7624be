public import LayoutPrimitives

/// A cell as it is stored: its key, its fingerprint, and its layout or failure.
public struct StoredCell: Hashable, Sendable {
  /// The row number, which stays the same across builds.
  public let cellID: Int64
  /// The record's id.
  public let recordID: String
  /// The record's version.
  public let version: String
  /// The row number of the environment.
  public let environment: EnvironmentID
  /// The row number of the template.
  public let template: TemplateID
  /// The hash of everything that the cell depended on.
  public let fingerprint: Fingerprint
  /// The layout, or the failure.
  public let outcome: CellOutcome
  /// Whether the layout has frames and line counts.
  ///
  /// It is false for a failure, for a range of widths, and for a feed that stores only heights.
  public let hasFrames: Bool

  /// Creates a cell.
  package init(
    cellID: Int64, recordID: String, version: String, environment: EnvironmentID,
    template: TemplateID, fingerprint: Fingerprint, outcome: CellOutcome, hasFrames: Bool
  ) {
    self.cellID = cellID
    self.recordID = recordID
    self.version = version
    self.environment = environment
    self.template = template
    self.fingerprint = fingerprint
    self.outcome = outcome
    self.hasFrames = hasFrames
  }
}

/// The hash of everything that a cell depends on; equal fingerprints mean equal cells.
public typealias Fingerprint = ContentHash

/// A cell that is to be stored.
public struct NewCell: Hashable, Sendable {
  /// The id of the record; not empty.
  public var recordID: String
  /// The record's version.
  public var version: String
  /// The row number of the environment, from `GenerationWriter.begin(feed:)`.
  public var environment: EnvironmentID
  /// The row number of the template, from `GenerationWriter.begin(feed:)`.
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

/// The result of laying out a cell: a layout or a failure.
public enum CellOutcome: Hashable, Sendable {
  /// The layout; the height and the frames are in grid steps, the exact height is in points.
  case layout(CellLayout)
  /// The reason why the cell has no layout.
  case failure(CellFailure)
}

/// The reason why a cell has no layout.
public struct CellFailure: Hashable, Sendable {
  /// The stable code of the failure.
  public let code: String
  /// One sentence that describes the failure.
  public let message: String

  /// Creates a failure.
  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}

/// The properties of a stored cell that a list needs.
public struct CellReference: Hashable, Sendable {
  /// The record's id.
  public let recordID: String
  /// The row number, which stays the same across builds.
  public let cellID: Int64
  /// Height after rounding, in grid steps; nil for a failed cell.
  public let height: Int?

  package init(recordID: String, cellID: Int64, height: Int?) {
    self.recordID = recordID
    self.cellID = cellID
    self.height = height
  }
}

/// The result of a search for the row of a record in an environment.
public enum FoundCell: Hashable, Sendable {
  /// There is no row.
  case none
  /// The row is an intact cell.
  case cell(ExistingCell)
  /// The row, or the shape that contains its frames, is damaged.
  case damaged(number: Int64)

  /// The fingerprint of an intact cell; otherwise nil.
  public var fingerprint: Fingerprint? {
    if case .cell(let cell) = self { cell.fingerprint } else { nil }
  }

  /// The row number; nil if there is no row.
  var number: Int64? {
    switch self {
    case .none: nil
    case .cell(let cell): cell.reference.cellID
    case .damaged(let number): number
    }
  }
}

/// A cell that the staging file contains from the last generation or from an interrupted build.
public struct ExistingCell: Hashable, Sendable {
  /// The record id, the row number and the height.
  public let reference: CellReference
  /// The row number of the template.
  public let template: TemplateID
  /// The hash of everything that the cell depended on.
  public let fingerprint: Fingerprint
  /// The reasons why the height may be inexact.
  public let caveats: Caveats
  /// The findings about the cell, by the numbers that its template defines.
  public let findings: FindingSet
  /// The failure; nil if the cell has a layout.
  public let failure: CellFailure?
  let environment: EnvironmentID
  let storedVersion: StoredVersion

  /// The record's version.
  public var version: String { storedVersion.text }
}

extension CellOutcome {
  /// The height in grid steps; nil for a failure.
  ///
  /// - Throws: `StoreError.invalid` if the height is negative or exceeds Int32, or if the exact
  ///   height is not finite.
  func storableHeight() throws(StoreError) -> Int? {
    guard case .layout(let layout) = self else { return nil }
    guard layout.height >= 0, Int32(exactly: layout.height) != nil, layout.exactHeight.isFinite
    else { throw .invalid("a height of \(layout.height) cannot be stored") }
    return layout.height
  }
}
