public import LayoutPrimitives

/// The heights of a feed's cells at every width of a range, for one generation, in memory.
///
/// The value never changes and makes no callbacks, so that a window can be resized without
/// measuring text. It takes about 8 bytes per run of equal heights, plus the ids and an index of
/// the ids.
public struct WidthRange: Sendable {
  /// Name of the feed.
  public let feed: String
  /// Key of the environment, such as `280..900@1x/L/ltr/en/uikit`.
  public let environment: String
  /// The generation of the heights.
  public let generation: PinnedGeneration
  /// Ids of the records whose cells have heights: in feed order, if the feed has only ranges of
  /// widths and at most 65,536 records.
  ///
  /// Otherwise they are in no particular order; the list of a single width has the order.
  public let ids: [String]
  /// The first and the last width of the range, in points.
  public var widths: ClosedRange<Double> { measures.widths }

  private let measures: WidthMeasures
  private let cells: WidthCells
  private let positions: [String: Int]

  /// Creates a range from its cells.
  public init(
    feed: String, environment: String, generation: PinnedGeneration, measures: WidthMeasures,
    cells: WidthCells
  ) {
    self.feed = feed
    self.environment = environment
    self.generation = generation
    self.measures = measures
    self.cells = cells
    ids = cells.ids
    positions = Dictionary(zip(cells.ids, cells.ids.indices)) { first, _ in first }
  }

  /// Height of a record's cell at a width, in points.
  ///
  /// - Parameters:
  ///   - id: Id of the record.
  ///   - width: A width in points that is a whole number of device pixels, as the width of a view
  ///     is.
  /// - Returns: nil if the record is unknown, or if the width is outside the range or between two
  ///   pixels.
  /// - Complexity: O(log r) for r runs of the cell.
  public func height(ofID id: String, atWidth width: Double) -> Double? {
    guard let position = positions[id], let pixel = measures.pixel(ofWidth: width) else {
      return nil
    }
    return cells.height(at: position, pixel: pixel).map { Double($0) / measures.stepsPerPoint }
  }

  /// The reasons why the heights of a record's cell may be inexact; empty for an unknown record.
  public func caveats(ofID id: String) -> Caveats {
    positions[id].map { Caveats(rawValue: Int(cells.caveats[$0])) } ?? []
  }
}

/// The first and last width of a range, its scale, and the grid of its heights.
public struct WidthMeasures: Sendable {
  /// The first and the last width, in points.
  let widths: ClosedRange<Double>
  /// Number of device pixels per point.
  let scale: Double
  let stepsPerPoint: Double

  /// Maximum difference between a width and a whole device pixel, in pixels.
  ///
  /// A written width is rounded, such as 280.33 points for 841 pixels at scale 3.
  private static let tolerance = 1.0 / 32

  /// Parses a key in full form; nil if the key is not that of a range.
  public init?(key: String, stepsPerPoint: Double) {
    let parts = key.prefix { $0 != "/" }.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].last == "x", let scale = Double(parts[1].dropLast()),
      scale.isFinite, scale > 0, stepsPerPoint > 0, let dots = parts[0].firstRange(of: ".."),
      let first = Double(parts[0][..<dots.lowerBound]),
      let last = Double(parts[0][dots.upperBound...]), first.isFinite, last.isFinite, first <= last
    else { return nil }
    widths = first...last
    self.scale = scale
    self.stepsPerPoint = stepsPerPoint
  }

  /// The device pixels of a width in points; nil if it is outside the range or between two pixels.
  func pixel(ofWidth width: Double) -> Int32? {
    let pixel = (width * scale).rounded()
    guard abs(width * scale - pixel) <= Self.tolerance,
      pixel >= (widths.lowerBound * scale).rounded(.up),
      pixel <= (widths.upperBound * scale).rounded(.down)
    else { return nil }
    return Int32(exactly: pixel)
  }
}

/// The cells of a range of widths, each with its runs of equal heights.
public struct WidthCells: Sendable {
  private(set) var ids: [String] = []
  private(set) var caveats: [UInt8] = []
  /// The index of the first run of each cell, followed by the number of all runs.
  private var starts = [0]
  /// The first width of each run, in device pixels.
  private var widths: [Int32] = []
  /// The height of each run, in grid steps.
  private var heights: [UInt32] = []

  /// Creates a value without cells.
  public init() {}

  /// Adds a cell; its runs must be in ascending order of widths.
  ///
  /// The width of a run is its first width in device pixels; the height is in grid steps.
  public mutating func append(
    id: String, caveats reasons: UInt8, runs: some Sequence<(width: Int32, height: UInt32)>
  ) {
    for run in runs {
      widths.append(run.width)
      heights.append(run.height)
    }
    ids.append(id)
    caveats.append(reasons)
    starts.append(widths.count)
  }

  /// The height of a cell at a width in device pixels, in grid steps.
  ///
  /// - Returns: nil if the width is less than the first width of the cell.
  func height(at position: Int, pixel: Int32) -> UInt32? {
    var (low, high) = (starts[position], starts[position + 1])
    let first = low
    while low < high {
      let middle = low + (high - low) / 2
      if widths[middle] <= pixel { low = middle + 1 } else { high = middle }
    }
    return low > first ? heights[low - 1] : nil
  }
}
