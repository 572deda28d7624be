/// Processor time of one cell or frame by part, in milliseconds.
public struct CostParts: Hashable, Sendable {
  /// A part of the work of a frame.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// What every frame costs, with or without new cells.
    case frame
    /// Making the views of a cell, where the reuse pool has none.
    case create
    /// Setting the content of a cell.
    case bind
    /// Looking stored heights and frames up.
    case lookup
    /// Finding heights and frames: the engine, or hand-written arithmetic.
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
  /// Its place among all parts.
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
