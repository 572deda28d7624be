/// Random sizes for the reference cell; the same in every run.
struct ReferenceCells {
  /// Inputs as structure of arrays: input i of cell n is at `i * count + n`, in points.
  let inputs: ContiguousArray<Double>
  /// Cells.
  let count: Int
  /// How many inputs there are: all, or all but the last if every cell has the same width.
  let inputCount: Int
  /// The width of all cells if it is no input, in points.
  static let width = 390.0

  /// The kind of the cells.
  enum Kind: Hashable {
    /// One width; no title is too long, no body wider than the cell. Two bases: the body hangs
    /// below the avatar or below the date.
    case easy
    /// Four widths, titles and dates that are truncated or not, bodies over width.
    ///
    /// Eight vertices, and sixteen bases if a body's excess width counts as one.
    case hard
  }

  /// An input of one cell, in points.
  func value(_ input: ReferenceCell.Input, of cell: Int) -> Double {
    input.rawValue < inputCount ? inputs[input.rawValue * count + cell] : Self.width
  }

  /// Draws cells; all sizes are multiples of a half point, so that sums are exact.
  init(_ kind: Kind, count: Int) {
    self.count = count
    inputCount = ReferenceCell.Input.allCases.count - (kind == .easy ? 1 : 0)
    var state: UInt64 = kind == .easy ? 1 : 2
    func draw(_ range: ClosedRange<Int>) -> Double {
      // A linear congruential generator (Knuth, MMIX); its upper bits are good enough for sizes.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(range.lowerBound + Int((state >> 33) % UInt64(range.count)))
    }
    var inputs = ContiguousArray(
      repeating: 0.0, count: count * inputCount)
    for cell in 0..<count {
      func set(_ input: ReferenceCell.Input, _ value: Double) {
        inputs[input.rawValue * count + cell] = value
      }
      let isHard = kind == .hard
      set(.titleWidth, draw(80...(isHard ? 900 : 590)) / 2)
      set(.titleHeight, 20.5 * draw(1...(isHard ? 2 : 1)))
      set(.dateWidth, draw(80...(isHard ? 800 : 590)) / 2)
      set(.dateHeight, draw(0...1) == 0 ? 12.5 : 16)
      set(.bodyWidth, draw(300...(isHard ? 1200 : 716)) / 2)
      set(.bodyHeight, 20.5 * draw(1...8))
      set(.imageHeight, draw(0...1) == 0 ? 0 : draw(100...250))
      if isHard { set(.cellWidth, [320.0, 375, 390, 430][Int(draw(0...3))]) }
    }
    self.inputs = inputs
  }
}
