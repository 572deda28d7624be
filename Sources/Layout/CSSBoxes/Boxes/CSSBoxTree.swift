/// The boxes that are laid out, with all that does not depend on their contents.
///
/// One tree serves any number of layouts.
package final class CSSBoxTree: Sendable {
  let boxes: [CSSBox]
  let traits: [BoxTraits]
  /// The rows, columns and cells of tables, by box.
  let tables: [Int: TableGrid]
  /// Device pixels per CSS pixel.
  package let scale: Double

  /// Generates the boxes of a document.
  ///
  /// Boxes with `display: none` vanish, and those with `display: contents` are replaced by the
  /// boxes inside. All others keep their index.
  ///
  /// Source: CSS Display 3, 2.
  ///
  /// - Parameters:
  ///   - document: The boxes; the root is the first, and each box comes before those inside it.
  ///   - scale: Device pixels per CSS pixel.
  package init(_ document: [CSSBox], scale: Double = 1) {
    boxes = Self.generated(document)
    self.scale = scale
    var traits = boxes.map { box in
      if case .measured(let block) = box.content { return block.traits }
      var traits = box.style.traits(at: scale)
      if case .replaced = box.content { traits.isReplaced = true }
      return traits
    }
    var tables: [Int: TableGrid] = [:]
    for index in boxes.indices where traits[index].isTable {
      if case .measured = boxes[index].content { continue }
      let grid = TableGrid(index, in: boxes, scale: scale)
      tables[index] = grid
      for (box, borders) in grid.borders {
        traits[box] = BoxTraits(boxes[box].style.value, scale: scale, borders: borders)
      }
    }
    self.tables = tables
    for index in boxes.indices.reversed() {
      for child in boxes[index].children {
        if traits[index].isFlex { traits[child].unfloat() }
        if traits[child].isFloat || traits[child].hasFloats && !traits[child].establishesContext {
          traits[index].hasFloats = true
        }
        let (inside, seesHeight) = (traits[child], traits[child].seesHeight)
        if seesHeight { traits[index].seesHeight = true }
        if seesHeight || inside.hasWidthsByHeight || inside.isReplaced || inside.ratio != nil {
          traits[index].hasWidthsByHeight = true
        }
      }
    }
    self.traits = traits
  }

  /// Number of the boxes inside a box.
  package func childCount(of box: Int) -> Int { boxes[box].children.count }

  private static func generated(_ document: [CSSBox]) -> [CSSBox] {
    let isPlain = document.allSatisfy {
      $0.style.value.display != .none && $0.style.value.display != .contents
    }
    if isPlain { return document }
    var boxes = document
    for index in boxes.indices {
      var children: [Int] = []
      var rest = Array(document[index].children.reversed())
      while let child = rest.popLast() {
        switch document[child].style.value.display {
        case .none: continue
        case .contents: rest += document[child].children.reversed()
        default: children.append(child)
        }
      }
      boxes[index].children = children
    }
    return boxes
  }
}
