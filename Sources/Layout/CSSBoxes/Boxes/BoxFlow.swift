/// Which elements of a document are boxes, and which are contents of lines.
package struct BoxFlow {
  let document: CSSDocument
  let styles: [ComputedStyle]
  let isHidden: [Bool]

  /// Creates the flow of a document whose styles are computed.
  package init(_ document: CSSDocument, _ styles: [ComputedStyle], isHidden: [Bool]) {
    self.document = document
    self.styles = styles
    self.isHidden = isHidden
  }

  /// A part of the contents of lines, in the order of the document.
  package enum Item: Hashable {
    /// An inline element begins; `isContinued` if a block divided it before.
    case open(Int, isContinued: Bool)
    /// An inline element ends; `continues` if a block divides it.
    case close(Int, continues: Bool)
    case text(Int)
    /// An element that is laid out by itself and stands on a line.
    case atom(Int)
    /// An absolute element, which takes no space.
    case absolute(Int)
    /// A float, which takes no space on its line by itself.
    case float(Int)
    /// The floats below which the line after a line break begins; the line break follows.
    case clear(BoxStyle.Clear)
  }

  /// Adjacent inline contents, or an element that is a block, with the inline elements around it.
  package enum Group {
    case inline([Item])
    case block(Int, inside: [Int])
  }

  /// The elements that are not hidden, with those inside elements of `display: contents`.
  func visible(_ children: [Int]) -> [Int] {
    let isPlain = children.allSatisfy {
      !isHidden[$0] && styles[$0].box.display != .none && styles[$0].box.display != .contents
    }
    if isPlain { return children }
    return children.flatMap { child -> [Int] in
      if isHidden[child] || styles[child].box.display == .none { return [] }
      if styles[child].box.display == .contents {
        return visible(document.elements[child].children)
      }
      return [child]
    }
  }

  /// The children of an element, where adjacent inline contents are one group.
  ///
  /// A block inside an inline element divides it.
  ///
  /// - Parameter isFlex: Whether the element is a flex container, whose items are blocks.
  package func groups(of children: [Int], isFlex: Bool) -> [Group] {
    groups(ofVisible: visible(children), isFlex: isFlex)
  }

  /// The groups of elements that are not hidden.
  func groups(ofVisible children: [Int], isFlex: Bool) -> [Group] {
    var division = Division()
    for child in children {
      if isFlex, !document.elements[child].isText {
        division.add(block: child)
      } else {
        add(child, to: &division)
      }
    }
    return division.finish()
  }

  private func add(_ child: Int, to division: inout Division) {
    switch document.elements[child].kind {
    case .measured:
      division.add(block: child)
      return
    case .text, .lineBreak:
      let clear = document.elements[child].clear
      if clear != .none { division.run.append(.clear(clear)) }
      division.run.append(.text(child))
      return
    case .box, .picture: break
    }
    // The style is large, and not copied.
    let style = styles[child]
    let display = style.box.display
    if style.box.position == .absolute {
      division.run.append(.absolute(child))
    } else if style.box.isFloating {
      division.run.append(.float(child))
    } else if display != .inline && display.isInline
      || display == .inline && document.elements[child].kind == .picture
    {
      division.run.append(.atom(child))
    } else if display == .inline {
      division.open(child)
      for inner in visible(document.elements[child].children) { add(inner, to: &division) }
      division.close()
    } else {
      division.add(block: child)
    }
  }

  /// Contents that are divided at blocks.
  private struct Division {
    private(set) var groups: [Group] = []
    var run: [Item] = []
    private var opened: [Int] = []

    mutating func open(_ element: Int) {
      opened.append(element)
      run.append(.open(element, isContinued: false))
    }

    mutating func close() {
      if let last = opened.popLast() { run.append(.close(last, continues: false)) }
    }

    mutating func add(block: Int) {
      for element in opened.reversed() { run.append(.close(element, continues: true)) }
      flush()
      groups.append(.block(block, inside: opened))
      for element in opened { run.append(.open(element, isContinued: true)) }
    }

    mutating func finish() -> [Group] {
      flush()
      return groups
    }

    /// Ends the current run; one of absolute elements and floats alone is not inline.
    private mutating func flush() {
      let outside = run.compactMap(\.outOfFlow)
      if outside.count == run.count {
        groups += outside.map { .block($0, inside: []) }
      } else {
        groups.append(.inline(run))
      }
      run = []
    }
  }
}

extension BoxFlow.Item {
  /// The element of a text; `nil` for other items.
  package var text: Int? { if case .text(let element) = self { element } else { nil } }
  /// The element of an absolute element or of a float; `nil` for other items.
  var outOfFlow: Int? {
    switch self {
    case .absolute(let element), .float(let element): element
    default: nil
    }
  }
}
