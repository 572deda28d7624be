internal import LayoutPrimitives

/// The costs of the work of a frame on a device, in milliseconds at its full clock.
///
/// The sources of the built-in `phone/1` are in docs/simulation.md.
public struct CostTable: Hashable, Sendable {
  /// The costs of cells of one template.
  public struct Cell: Hashable, Sendable {
    /// Making its views.
    public var create: Double
    /// Setting its content.
    public var bind: Double
    /// Drawing it, besides its text's layout.
    public var draw: Double
    /// Layout in a long-lived engine, and setting the frames: a cell in the window.
    public var window: Double
    /// A new engine and its frames: a cell off the window.
    public var offWindow: Double
    /// A new engine for the height alone: `systemLayoutSizeFitting`.
    public var fitting: Double
    /// Hand-written arithmetic.
    public var manual: Double
    /// Looking up.
    public var lookup: Double
    /// Laying out the text of a label, besides its lines.
    public var label: Double
    /// Laying out a line of text.
    public var line: Double

    /// Creates the costs of cells, in milliseconds.
    public init(
      create: Double, bind: Double, draw: Double, window: Double, offWindow: Double,
      fitting: Double, manual: Double, lookup: Double, label: Double, line: Double
    ) {
      self.create = create
      self.bind = bind
      self.draw = draw
      self.window = window
      self.offWindow = offWindow
      self.fitting = fitting
      self.manual = manual
      self.lookup = lookup
      self.label = label
      self.line = line
    }
  }

  /// The name in reports, such as `phone/1`.
  public var name: String
  /// The cost of every frame.
  public var frame: Double
  /// The costs of cells of all other templates.
  public var cell: Cell
  /// The costs of cells of some templates, by name.
  public var templates: [String: Cell]

  /// Creates a table, in milliseconds.
  public init(name: String, frame: Double, cell: Cell, templates: [String: Cell] = [:]) {
    self.name = name
    self.frame = frame
    self.cell = cell
    self.templates = templates
  }

  /// An entry-level phone at its full clock, similar to an iPhone 6.
  ///
  /// Sources:
  /// - Text and engine, 5.94 ms a cell of which 4.5 ms is text: Panda's article of 2018, iPhone 6.
  /// - Fitting, 1.7 times as long as in the window: FDTemplateLayoutCell, same article.
  /// - Off the window and hand-written, 6.53 and 0.48 ms a cell: LayoutKit's docs/benchmarks.md,
  ///   iPhone 6.
  /// - Ten lines a cell are an assumption, which agrees with 15.6 ms for 80 words at 1 GHz (Craik
  ///   2018, Pixel 2).
  /// - Making views, binding, drawing, and the frame's own work are assumptions.
  public static let phone1 = CostTable(
    name: "phone/1", frame: 1,
    cell: Cell(
      create: 1.5, bind: 0.2, draw: 0.5, window: 1.44, offWindow: 6.05, fitting: 5.66,
      manual: 0.05, lookup: 0.01, label: 0.05, line: 0.4))
}

/// Processor time of one cell or frame by part, in milliseconds.
public struct CostParts: Hashable, Sendable {
  /// A part of the work of a frame.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The cost of every frame, with or without new cells.
    case frame
    /// Making the views of a cell, if the reuse pool has none.
    case create
    /// Setting the content of a cell.
    case bind
    /// Looking stored heights and frames up.
    case lookup
    /// Computing heights and frames, by the engine or by hand-written arithmetic.
    case layout
    /// Measuring text to find a height.
    case measure
    /// Laying out text to draw it.
    case text
    /// Drawing, besides the layout of text.
    case draw
  }

  private var milliseconds = SIMD8<Double>.zero

  /// Nothing.
  public init() {}

  /// One part alone, in milliseconds.
  public init(_ part: Part, _ milliseconds: Double) {
    self[part] = milliseconds
  }

  /// Milliseconds of a part.
  public subscript(part: Part) -> Double {
    get { milliseconds[part.position] }
    set { milliseconds[part.position] = newValue }
  }

  /// The sum of all parts, in milliseconds.
  public var total: Double { milliseconds.sum() }

  /// Adds every part.
  public static func += (left: inout Self, right: Self) {
    left.milliseconds += right.milliseconds
  }
}

extension CostParts.Part {
  /// Its position among all parts.
  fileprivate var position: Int {
    switch self {
    case .frame: 0
    case .create: 1
    case .bind: 2
    case .lookup: 3
    case .layout: 4
    case .measure: 5
    case .text: 6
    case .draw: 7
    }
  }
}

/// The source of the costs of cells.
public enum FrameCosts {
  /// A table of a device's costs. Runs are then the same everywhere.
  case table(CostTable)
  /// A clock on this machine, around the list's `layout(at:)`.
  case measured(any CostClock)

  /// The name of measured costs.
  public static let measuredName = "measured"

  /// The name in reports: the table's, or `measured`.
  public var name: String {
    switch self {
    case .table(let table): table.name
    case .measured: Self.measuredName
    }
  }
}

/// A clock that measures what frames cost.
public protocol CostClock {
  /// CPU time of the calling thread in nanoseconds; never decreases.
  func nanoseconds() -> UInt64
}
