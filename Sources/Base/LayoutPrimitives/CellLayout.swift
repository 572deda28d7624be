/// The layout of one cell: its height and the frame of every view.
public struct CellLayout: Hashable, Sendable {
  /// Rendered height, in device pixels.
  public var height: Int
  /// Solved height before rounding to pixels, in points; a multiple of 2⁻²⁶.
  public var exactHeight: Double
  /// One frame per view, in the template's view order, relative to the cell's top-left, in pixels.
  public var frames: [PixelRect]
  /// Line counts of the labels, in the template's label order.
  public var labels: [LabelLines]
  /// Reasons why the cell may be inexact; empty means exact.
  public var caveats: Caveats
  /// Findings about the cell, numbered by its template.
  public var findings: FindingSet

  /// The heights at the widths of a range; nil for a single width.
  ///
  /// With them there are no frames, and `height` and `exactHeight` are those of the first width.
  public var heights: HeightRuns?

  /// Creates a layout from its parts.
  public init(
    height: Int, exactHeight: Double, frames: [PixelRect], labels: [LabelLines], caveats: Caveats,
    findings: FindingSet = FindingSet(), heights: HeightRuns? = nil
  ) {
    self.height = height
    self.exactHeight = exactHeight
    self.frames = frames
    self.labels = labels
    self.caveats = caveats
    self.findings = findings
    self.heights = heights
  }
}

/// The number of lines of a label, and whether its text was truncated.
public struct LabelLines: Hashable, Sendable {
  /// Lines drawn; 0 when the label was not measured or is empty.
  public var count: Int
  /// Whether text was truncated by the line limit.
  public var truncated: Bool

  /// Creates a line count.
  public init(count: Int, truncated: Bool) {
    self.count = count
    self.truncated = truncated
  }

  /// Stored form: the line count, negative when truncated; 0 when not measured or empty.
  public var encoded: Int16 {
    let bounded = Int16(clamping: count)
    return truncated ? -bounded : bounded
  }

  /// Reads the stored form: the line count, negative when truncated.
  public init(encoded: Int16) {
    self.init(count: Int(encoded.magnitude), truncated: encoded < 0)
  }
}

/// Reasons why a cell's height may be off; an empty set means exact.
public struct Caveats: OptionSet, Hashable, Sendable {
  /// The set's bits, one per reason, as stored.
  public let rawValue: Int

  /// Creates a set from its stored bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A declared font was replaced by another, as `system` is by Inter.
  public static let substituteFont = Caveats(rawValue: 1 << 0)
  /// The layout depends on a size or a bound number that is missing.
  public static let sizeUnknown = Caveats(rawValue: 1 << 1)
  /// A required constraint was relaxed.
  public static let relaxed = Caveats(rawValue: 1 << 2)
  /// The constraints are ambiguous.
  public static let ambiguous = Caveats(rawValue: 1 << 3)
  /// Text was truncated by a limit other than the template's line limit.
  public static let limit = Caveats(rawValue: 1 << 4)
  /// The height is 0 although a visible view has content, because no constraint determines the
  /// bottom.
  public static let collapsed = Caveats(rawValue: 1 << 5)

  /// Every reason with its name in output, in the order of output.
  public static let named: [(name: String, reason: Caveats)] = [
    ("substitute-font", .substituteFont),
    ("size-unknown", .sizeUnknown),
    ("relaxed", .relaxed),
    ("ambiguous", .ambiguous),
    ("limit", .limit),
    ("collapsed", .collapsed),
  ]

  /// The names of the reasons present, in the order of output.
  public var names: [String] {
    Self.named.filter { contains($0.reason) }.map(\.name)
  }

  /// Creates the set of one reason from its output name; `nil` for an unknown name.
  public init?(name: String) {
    guard let match = Self.named.first(where: { $0.name == name }) else { return nil }
    self = match.reason
  }
}

/// The height of a cell as a function of its width: runs of adjacent widths with one height.
public struct HeightRuns: Hashable, Sendable {
  /// Adjacent widths with one height.
  public struct Run: Hashable, Sendable {
    /// First width of the run, in device pixels of `1 / scale` points.
    public let width: Int32
    /// Rendered height, in steps of the environment's grid.
    public let height: Int32

    /// Creates a run.
    public init(width: Int32, height: Int32) {
      self.width = width
      self.height = height
    }
  }

  /// The runs, in ascending order of widths; each ends before the next.
  public private(set) var runs: [Run] = []

  /// Creates a function without widths.
  public init() {}

  /// Creates a function from its runs; nil unless there is one, and their widths ascend.
  public init?(runs: [Run]) {
    guard !runs.isEmpty, zip(runs, runs.dropFirst()).allSatisfy({ $0.width < $1.width }) else {
      return nil
    }
    self.runs = runs
  }

  /// Appends the height of the next width.
  ///
  /// - Parameters:
  ///   - height: In steps.
  ///   - width: In device pixels, one more than that of the last call.
  public mutating func append(height: Int32, atWidth width: Int32) {
    if runs.last?.height != height { runs.append(Run(width: width, height: height)) }
  }

  /// The height at a width in device pixels, in steps; nil below the first width.
  ///
  /// - Complexity: O(log n).
  public func height(atWidth width: Int32) -> Int32? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].width <= width { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? runs[low - 1].height : nil
  }
}
