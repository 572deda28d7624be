/// The reference cell as hand-written code: the bound that engines are compared with.
enum ManualReferenceCell {
  /// Computes x, y, width and height of each view for all cells.
  ///
  /// - Parameters:
  ///   - cells: Structure of arrays, as `ReferenceCells` has it.
  ///   - values: Variable v of cell n at `v * count + n`.
  static func layOut(_ cells: ReferenceCells, into values: inout ContiguousArray<Double>) {
    if cells.inputCount == ReferenceCell.Input.allCases.count {
      let widths = ReferenceCell.Input.cellWidth.rawValue * cells.count
      layOut(cells, into: &values) { inputs, cell in inputs[widths + cell] }
    } else {
      layOut(cells, into: &values) { _, _ in ReferenceCells.width }
    }
  }

  @inline(__always)
  private static func layOut(
    _ cells: ReferenceCells, into values: inout ContiguousArray<Double>,
    width: (UnsafeBufferPointer<Double>, Int) -> Double
  ) {
    let count = cells.count
    typealias View = ReferenceCell.View
    cells.inputs.withUnsafeBufferPointer { inputs in
      values.withUnsafeMutableBufferPointer { values in
        for cell in 0..<count {
          func input(_ input: ReferenceCell.Input) -> Double {
            inputs[input.rawValue * count + cell]
          }
          func put(_ view: View, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
            values[view.x * count + cell] = x
            values[view.y * count + cell] = y
            values[view.width * count + cell] = width
            values[view.height * count + cell] = height
          }
          let cellWidth = width(inputs, cell)
          let available = cellWidth - 84
          let titleHeight = input(.titleHeight)
          let dateY = 16 + titleHeight
          let dateHeight = input(.dateHeight)
          let bodyY = max(60, dateY + dateHeight + 8)
          let bodyHeight = input(.bodyHeight)
          let bodyWidth = cellWidth - 32
          let imageY = bodyY + bodyHeight + 8
          let imageHeight = input(.imageHeight)
          let actionsY = imageY + imageHeight + 8
          let separatorY = actionsY + 40
          put(.content, 0, 0, cellWidth, separatorY + 1)
          put(.avatar, 16, 12, 40, 40)
          put(.title, 68, 12, min(input(.titleWidth), available), titleHeight)
          put(.date, 68, dateY, min(input(.dateWidth), available), dateHeight)
          put(.body, 16, bodyY, bodyWidth, bodyHeight)
          put(.image, 16, imageY, bodyWidth, imageHeight)
          put(.actions, 16, actionsY, bodyWidth, 32)
          put(.separator, 16, separatorY, cellWidth - 16, 1)
        }
      }
    }
  }
}
