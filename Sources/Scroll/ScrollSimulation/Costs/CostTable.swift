internal import LayoutPrimitives

/// The costs of work on a device, in milliseconds at its full clock.
///
/// docs/simulation.md lists the sources of the built-in table `phone/1`.
public struct CostTable: Hashable, Sendable {
  /// The costs of cells of one template.
  public struct Cell: Hashable, Sendable {
    /// The cost of creating the views of a cell.
    public var create: Double
    /// The cost of setting the content of a cell.
    public var bind: Double
    /// The cost of drawing a cell, without the layout of its text.
    public var draw: Double
    /// The cost of layout in a long-lived engine, with setting frames, as for a cell in a window.
    public var window: Double
    /// The cost of layout in a new engine, with setting frames, as for a cell outside of a window.
    public var offWindow: Double
    /// The cost of a new engine that computes only the height, as in `systemLayoutSizeFitting`.
    public var fitting: Double
    /// The cost of hand-written layout code, without the layout of text.
    public var manual: Double
    /// The cost of looking up the stored height and frames of a cell.
    public var lookup: Double
    /// The cost of laying out the text of a label, without the cost of its lines.
    public var label: Double
    /// The cost of laying out a line of text.
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

  /// The name of the table in reports, such as `phone/1`.
  public var name: String
  /// The cost of every frame, also without new cells.
  public var frame: Double
  /// The costs of cells whose template is not in `templates`.
  public var cell: Cell
  /// The costs of cells by template name.
  public var templates: [String: Cell]

  /// Creates a table of costs in milliseconds.
  public init(name: String, frame: Double, cell: Cell, templates: [String: Cell] = [:]) {
    self.name = name
    self.frame = frame
    self.cell = cell
    self.templates = templates
  }

  /// The costs of an entry-level phone, similar to an iPhone 6.
  ///
  /// Sources:
  /// - Text and engine take 5.94 ms per cell, of which text takes 4.5 ms: Panda's article of 2018,
  ///   iPhone 6.
  /// - Fitting takes 1.7 times as long as layout in the window: FDTemplateLayoutCell, same article.
  /// - Layout outside of the window takes 6.53 ms per cell, and hand-written code 0.48 ms:
  ///   LayoutKit's docs/benchmarks.md, iPhone 6.
  /// - Ten lines per cell are an assumption. It agrees with 15.6 ms for 80 words at 1 GHz (Craik
  ///   2018, Pixel 2).
  /// - The costs of creating, binding and drawing a cell, and of a frame, are assumptions.
  public static let phone1 = CostTable(
    name: "phone/1", frame: 1,
    cell: Cell(
      create: 1.5, bind: 0.2, draw: 0.5, window: 1.44, offWindow: 6.05, fitting: 5.66,
      manual: 0.05, lookup: 0.01, label: 0.05, line: 0.4))
}

/// The processor time of a cell or a frame by part, in milliseconds.
public struct CostParts: Hashable, Sendable {
  /// A part of the processor time of a frame.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The cost of every frame, with or without new cells.
    case frame
    /// Creating the views of a cell, if the reuse pool has none.
    case create
    /// Setting the content of a cell.
    case bind
    /// Looking up stored heights and frames.
    case lookup
    /// Computing heights and frames with an engine or with hand-written code.
    case layout
    /// Measuring text to compute a height.
    case measure
    /// Laying out text for drawing.
    case text
    /// Drawing, without the layout of text.
    case draw
  }

  private var milliseconds = SIMD8<Double>.zero

  /// Creates costs of 0 for all parts.
  public init() {}

  /// Creates the cost of one part, in milliseconds.
  public init(_ part: Part, _ milliseconds: Double) {
    self[part] = milliseconds
  }

  /// The cost of a part, in milliseconds.
  public subscript(part: Part) -> Double {
    get { milliseconds[part.position] }
    set { milliseconds[part.position] = newValue }
  }

  /// The sum of all parts, in milliseconds.
  public var total: Double { milliseconds.sum() }

  /// Adds the costs of each part.
  public static func += (left: inout Self, right: Self) {
    left.milliseconds += right.milliseconds
  }
}

extension CostParts.Part {
  /// The index of the part in `allCases`.
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

/// The method by which the costs of cells are determined.
public enum FrameCosts {
  /// A table of costs, with which results are the same on every machine.
  case table(CostTable)
  /// A clock of this machine, which measures the list's `layout(at:)` and `draw(at:)`.
  case measured(any CostClock)

  /// The name for measured costs in reports.
  public static let measuredName = "measured"

  /// The name in reports: the name of the table, or `measured`.
  public var name: String {
    switch self {
    case .table(let table): table.name
    case .measured: Self.measuredName
    }
  }
}

/// A clock that measures the costs of cells.
public protocol CostClock {
  /// CPU time of the calling thread in nanoseconds; never decreases.
  func nanoseconds() -> UInt64
}
