/// The layout of one cell: its height and the frame of every view.
///
/// A pixel is a pixel of `Environment.grid`: a device pixel, or 1/64 px under `css` rules.
public struct CellLayout: Hashable, Sendable {
  /// Height after rounding, in pixels.
  public var height: Int
  /// Height before rounding, in points; a multiple of 2⁻²⁶.
  public var exactHeight: Double
  /// The frames of the views, in the template's order, relative to the cell's top-left corner, in
  /// pixels.
  public var frames: [PixelRect]
  /// Line counts of the labels, in the template's label order.
  public var labels: [LabelLines]
  /// Reasons why the cell may be inexact; empty means exact.
  public var caveats: Caveats
  /// The numbers of the cell's findings; `CellFinding` decodes them.
  public var findings: FindingSet
  /// The lines of the labels, in the template's label order; empty if lines are not kept.
  public var lineFragments: [LabelFragments] = []

  /// The height at each width of a range of widths; nil for a single width.
  ///
  /// If it is set, `frames`, `labels` and `lineFragments` are empty, `height` and `exactHeight`
  /// apply to the first width, and `caveats` and `findings` contain those of all widths.
  public var heights: HeightRuns?

  /// Creates a layout; heights and frames are in pixels, `exactHeight` is in points.
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
  /// Number of lines that are drawn; 0 when the label was not measured or is empty.
  public var count: Int
  /// Whether the text was truncated.
  public var truncated: Bool

  /// Creates a line count.
  public init(count: Int, truncated: Bool) {
    self.count = count
    self.truncated = truncated
  }

  /// The stored form: the line count, at most 32,767, and negative if the text was truncated.
  public var encoded: Int16 {
    let bounded = Int16(clamping: count)
    return truncated ? -bounded : bounded
  }

  /// Reads the stored form: a line count, negative if the text was truncated.
  public init(encoded: Int16) {
    self.init(count: Int(encoded.magnitude), truncated: encoded < 0)
  }
}

/// Reasons why a cell's height may be inexact; an empty set means exact.
public struct Caveats: OptionSet, Hashable, Sendable {
  /// The bits of the set, one per reason, as stores contain them.
  public let rawValue: Int

  /// Creates a set from its stored bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A text has a substitute font, such as Inter for `system`, or a character that no font has.
  public static let substituteFont = Caveats(rawValue: 1 << 0)
  /// The layout depends on a missing size, or on a missing number of a binding.
  public static let sizeUnknown = Caveats(rawValue: 1 << 1)
  /// A required constraint was relaxed.
  public static let relaxed = Caveats(rawValue: 1 << 2)
  /// The constraints are ambiguous.
  public static let ambiguous = Caveats(rawValue: 1 << 3)
  /// Text was cut off at a limit on its length, or was shaped in parts that may affect one another.
  public static let limit = Caveats(rawValue: 1 << 4)
  /// The height is 0 although a visible view has content.
  ///
  /// The reason is that no constraint determines the bottom edge.
  public static let collapsed = Caveats(rawValue: 1 << 5)
  /// A dictionary that may differ from the platform's decides where lines break.
  ///
  /// It is the case for Khmer, Lao and Burmese text of several lines.
  public static let dictionary = Caveats(rawValue: 1 << 6)
  /// The number of lines would be different if a text were narrower or wider by less than 1/64 pixel.
  public static let nearLimit = Caveats(rawValue: 1 << 7)

  /// Every reason with its name in the output, in the order of the output.
  public static let named: [(name: String, reason: Caveats)] = [
    ("substitute-font", .substituteFont),
    ("size-unknown", .sizeUnknown),
    ("relaxed", .relaxed),
    ("ambiguous", .ambiguous),
    ("limit", .limit),
    ("collapsed", .collapsed),
    ("dictionary", .dictionary),
    ("near-limit", .nearLimit),
  ]

  /// The names of the reasons in the set, in the order of the output.
  public var names: [String] {
    Self.named.filter { contains($0.reason) }.map(\.name)
  }

  /// Creates the set of one reason from its name in the output; `nil` for an unknown name.
  public init?(name: String) {
    guard let match = Self.named.first(where: { $0.name == name }) else { return nil }
    self = match.reason
  }
}

/// The height of a cell as a function of its width: runs of adjacent widths with equal height.
public struct HeightRuns: Hashable, Sendable {
  /// Adjacent widths at which the height is the same.
  public struct Run: Hashable, Sendable {
    /// First width of the run, in device pixels (`1 / scale` points).
    public let width: Int32
    /// Height after rounding, in pixels of `Environment.grid`.
    public let height: Int32

    /// Creates a run that begins at a width in device pixels.
    public init(width: Int32, height: Int32) {
      self.width = width
      self.height = height
    }
  }

  /// The runs, in ascending order of widths; each ends before the next begins.
  public private(set) var runs: [Run] = []

  /// Creates a function that has no widths yet.
  public init() {}

  /// Creates a function from its runs; nil if there is no run or the widths do not ascend.
  public init?(runs: [Run]) {
    guard !runs.isEmpty, zip(runs, runs.dropFirst()).allSatisfy({ $0.width < $1.width }) else {
      return nil
    }
    self.runs = runs
  }

  /// Appends the height of the next width.
  ///
  /// A run is added only if the height differs from the last one.
  ///
  /// - Parameters:
  ///   - height: Height in pixels of `Environment.grid`.
  ///   - width: Width in device pixels, one more than in the last call.
  public mutating func append(height: Int32, atWidth width: Int32) {
    if runs.last?.height != height { runs.append(Run(width: width, height: height)) }
  }

  /// The height at a width, in pixels of `Environment.grid`; nil below the first width.
  ///
  /// The last run has no end, so every width beyond it has its height.
  ///
  /// - Parameter width: Width in device pixels.
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
