/// Generates the boxes that are laid out from the boxes of a document.
///
/// Boxes with `display: none` vanish, and those with `display: contents` are replaced by the boxes
/// inside. All others keep their index.
///
/// Source: CSS Display 3, 2.
enum BoxGenerator {
  static func boxes(_ document: [CSSBox]) -> [CSSBox] {
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
        default:
          children.append(child)
          boxes[child].parent = index
        }
      }
      boxes[index].children = children
    }
    return boxes
  }
}
