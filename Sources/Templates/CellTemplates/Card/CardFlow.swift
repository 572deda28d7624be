import CSSBoxes

/// Which elements of a card are boxes, and which are contents of lines.
struct CardFlow {
  let tree: CardTree
  let styles: [CardStyle]
  let isHidden: [Bool]

  /// Adjacent inline contents, or an element that is a block.
  enum Group {
    case inline([Int])
    case block(Int)
  }

  /// The elements that are not hidden, with those inside elements of `display: contents`.
  func visible(_ children: [Int]) -> [Int] {
    children.flatMap { child -> [Int] in
      if isHidden[child] || styles[child].box.display == .none { return [] }
      if styles[child].box.display == .contents { return visible(tree.elements[child].children) }
      return [child]
    }
  }

  /// The children of an element, where adjacent inline contents are one group.
  ///
  /// - Parameter isFlex: Whether the element is a flex container, whose items are blocks.
  func groups(of children: [Int], isFlex: Bool) -> [Group] {
    var groups: [Group] = []
    for child in children {
      let box = styles[child].box
      let isInline =
        tree.elements[child].isText
        || !isFlex && box.display == .inline && box.position != .absolute
      guard isInline else {
        groups.append(.block(child))
        continue
      }
      if case .inline(var run)? = groups.last {
        run.append(child)
        groups[groups.count - 1] = .inline(run)
      } else {
        groups.append(.inline([child]))
      }
    }
    return groups
  }

  /// The texts of a run of inline contents, in order.
  func texts(of run: [Int]) -> [Int] {
    run.flatMap { child in
      tree.elements[child].isText ? [child] : texts(of: visible(tree.elements[child].children))
    }
  }
}
