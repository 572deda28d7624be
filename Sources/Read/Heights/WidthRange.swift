public import LayoutPrimitives

/// The heights of a feed's cells at every width of a range, of one generation, in memory.
///
/// It never changes and makes no callbacks, so a window can be resized without a measurement. It
/// takes about 8 bytes a run of widths, plus the ids and an index over them.
public struct WidthRange: Sendable {
  /// Name of the feed.
  public let feed: String
  /// Key of the environment, such as `280..900@1x/L/ltr/en/uikit`.
  public let environment: String
  /// The generation.
  public let generation: PinnedGeneration
  /// Ids of the records whose cells have heights, in no order.
  public let ids: [String]
  /// The first and the last width, in points.
  public var widths: ClosedRange<Double> { measures.widths }

  private let measures: WidthMeasures
  private let cells: WidthCells
  private let positions: [String: Int]

  /// Takes over what a source read.
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
  ///   - id: The id of a record.
  ///   - width: In points, and whole device pixels, as the width of a view.
  /// - Returns: nil for an unknown record, for a width outside the range, and for one between two
  ///   pixels.
  /// - Complexity: O(log r) for r runs of the cell.
  public func height(ofID id: String, atWidth width: Double) -> Double? {
    guard let position = positions[id], let pixel = measures.pixel(ofWidth: width) else {
      return nil
    }
    return cells.height(at: position, pixel: pixel).map { Double($0) / measures.stepsPerPoint }
  }

  /// Reasons why the heights of a record's cell may be wrong; none for an unknown record.
  public func caveats(ofID id: String) -> Caveats {
    positions[id].map { Caveats(rawValue: Int(cells.caveats[$0])) } ?? []
  }
}

/// The widths of a range, and the steps of its heights.
public struct WidthMeasures: Sendable {
  /// In points.
  let widths: ClosedRange<Double>
  /// Device pixels per point.
  let scale: Double
  let stepsPerPoint: Double

  /// Maximum distance of a width from a whole device pixel, in pixels, as in 280.33 at @3x.
  private static let tolerance = 1.0 / 32

  /// Reads widths and scale from a key in full form; nil for a key that is no range.
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

  /// The device pixels of a width in points; nil outside the range and between two pixels.
  func pixel(ofWidth width: Double) -> Int32? {
    let pixel = (width * scale).rounded()
    guard abs(width * scale - pixel) <= Self.tolerance,
      pixel >= (widths.lowerBound * scale).rounded(.up),
      pixel <= (widths.upperBound * scale).rounded(.down)
    else { return nil }
    return Int32(exactly: pixel)
  }
}

/// The cells of a range of widths.
public struct WidthCells: Sendable {
  private(set) var ids: [String] = []
  private(set) var caveats: [UInt8] = []
  /// The first run of each cell, and the end of the last.
  private var starts = [0]
  /// First widths of the runs, in device pixels.
  private var widths: [Int32] = []
  /// In steps.
  private var heights: [UInt32] = []

  /// Creates a range without cells.
  public init() {}

  /// Adds a cell with its runs by ascending width, in pixels.
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

  /// The height of a cell, in steps; nil below its first width.
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
