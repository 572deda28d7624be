import LayoutPrimitives

/// The state of the feed that is being written.
///
/// It is a class so that its set of cells is never copied.
final class OpenFeed {
  let id: Int64
  let name: String
  let keys: FeedKeys
  let codecs: [TemplateID: FrameCodec]
  let lineCodecs: [TemplateID: LineCodec]
  let environments: [EnvironmentID: StoredEnvironment]
  let keepsFrames: Bool
  let keepsLines: Bool
  /// Whether the staging file may contain cells of the feed.
  let hadCells: Bool

  /// The numbers of the stored cells that this build has reused or rewritten.
  private(set) var seen: CellSet
  private(set) var written = 0
  private(set) var reused = 0
  /// The number of the list in feed order; nil until the list is made.
  private var feedList: ListID?
  private(set) var failedPositions: FailedPositions
  private var countsByEnvironment: [EnvironmentID: CellCounts] = [:]

  init(
    id: Int64, keys: FeedKeys, description: FeedDescription, hadCells: Bool, seen: CellSet,
    maximumFailedPositions: Int
  ) {
    failedPositions = FailedPositions(maximum: maximumFailedPositions)
    self.id = id
    self.keys = keys
    self.hadCells = hadCells
    self.seen = seen
    name = description.name
    keepsFrames = description.keepsFrames
    keepsLines = description.keepsLines
    let layouts = description.templates.map { FrameCodec(template: $0) }
    codecs = Dictionary(zip(keys.templates, layouts)) { first, _ in first }
    let lines = description.templates.map { LineCodec(template: $0) }
    lineCodecs = Dictionary(zip(keys.templates, lines)) { first, _ in first }
    environments = Dictionary(zip(keys.environments, description.environments)) { first, _ in
      first
    }
  }

  /// Notes the number of the list in feed order; other lists are ignored.
  func didMake(_ list: ListID, name: String) {
    if name == ListDescription.feedOrder { feedList = list }
  }

  /// Notes the position of a record without a cell in the list in feed order, when its first cell is passed to the list in feed order.
  ///
  /// Other lists and environments are ignored.
  func add(_ cell: CellReference, in list: ListID, _ environment: EnvironmentID) {
    guard list == feedList, environment == keys.environments.first else { return }
    failedPositions.add(cell, isListed: cell.height != nil && hasLists(in: environment))
  }

  /// Whether lists contain the cells of an environment; they do not for a range of widths.
  func hasLists(in environment: EnvironmentID) -> Bool {
    environments[environment]?.isRange != true
  }

  func mark(
    _ cell: Int64, _ environment: EnvironmentID, failed: Bool, isReused: Bool,
    isListCell: Bool
  ) {
    if isReused { reused += 1 } else { written += 1 }
    seen.insert(cell)
    countsByEnvironment[environment, default: CellCounts()].add(
      failed: failed, isListCell: isListCell)
  }

  /// The counts of cells by environment, in the order of the environments.
  var counts: [(EnvironmentID, CellCounts)] {
    keys.environments.map { ($0, countsByEnvironment[$0] ?? CellCounts()) }
  }

  var failed: Int { countsByEnvironment.values.reduce(0) { $0 + $1.failed } }
}

struct CellCounts: Hashable, Sendable {
  private(set) var cells = 0
  private(set) var failed = 0
  /// Number of cells with a height that lists have besides those of records.
  private(set) var listCells = 0

  mutating func add(failed isFailed: Bool, isListCell: Bool = false) {
    if isFailed { failed += 1 } else { cells += 1 }
    if isListCell && !isFailed { listCells += 1 }
  }

  /// Adds the counts of other cells.
  mutating func add(_ other: CellCounts) {
    cells += other.cells
    failed += other.failed
    listCells += other.listCells
  }
}

/// A set of cell numbers, stored as a sparse array of bits.
struct CellSet: Hashable, Sendable {
  /// Cells with this number or a greater one were written by this build; the set always contains
  /// them.
  let bound: Int64

  /// Blocks of 4,096 bits, by cell number divided by 4,096; a block is 64 integers of 64 bits.
  private var blocks: [Int64: [UInt64]] = [:]

  init(below bound: Int64) {
    self.bound = bound
  }

  func contains(_ cell: Int64) -> Bool {
    guard cell < bound else { return true }
    guard let block = blocks[cell >> 12] else { return false }
    return block[Self.word(cell)] & Self.bit(cell) != 0
  }

  mutating func insert(_ cell: Int64) {
    guard cell < bound else { return }
    blocks[cell >> 12, default: [UInt64](repeating: 0, count: 64)][Self.word(cell)] |= Self.bit(
      cell)
  }

  private static func word(_ cell: Int64) -> Int { Int(cell >> 6 & 63) }

  private static func bit(_ cell: Int64) -> UInt64 { 1 << UInt64(cell & 63) }
}
