import LayoutPrimitives
import TextMeasurement

/// The parts of tables, with anonymous boxes for those that are missing.
///
/// Source: CSS 2.2, 17.2.1.
extension GeneratedBoxes.Builder {
  /// Whether an element is a part of a table that is in the flow.
  func isTablePart(_ element: Int) -> Bool {
    let style = styles.styles[element]
    return style.box.display.isTablePart && style.box.position != .absolute
      && document.elements[element].kind == .box
  }

  /// Whether inline contents are nothing but white space.
  func isBlank(_ items: [BoxFlow.Item]) -> Bool {
    items.allSatisfy { $0.text.map { document.elements[$0].isBlank } ?? false }
  }

  /// Whether white space between blocks collapses to nothing.
  func collapses(_ items: [BoxFlow.Item]) -> Bool {
    items.allSatisfy { item in
      item.text.map { styles.styles[$0].text.whiteSpace.collapse == .collapse } ?? false
    }
  }

  /// Adds the parts of a table, of a group of rows or of a row.
  mutating func addTableParts(of element: Int, box: Int) throws(TextError) {
    let children = flow.visible(document.elements[element].children).filter {
      !document.elements[$0].isBlank
    }
    try addTableParts(children, of: element, box: box, styles.styles[element].box.display)
  }

  /// Adds parts of a table to the box of a part that they belong to; others get anonymous boxes.
  ///
  /// - Parameter display: The part that the box is.
  private mutating func addTableParts(
    _ children: [Int], of element: Int, box: Int, _ display: BoxStyle.Display
  ) throws(TextError) {
    // Columns have no contents.
    if display == .tableColumn { return }
    var others: [Int] = []
    for child in children {
      let own = styles.styles[child]
      let fits: Bool
      if own.box.position == .absolute {
        fits = true
      } else if document.elements[child].kind != .box {
        fits = false
      } else {
        switch display {
        case .table, .inlineTable:
          fits =
            own.box.display.isTablePart && own.box.display != .tableRow
            && own.box.display != .tableCell
        case .tableRow: fits = own.box.display == .tableCell
        case .tableColumnGroup: fits = own.box.display == .tableColumn
        default: fits = own.box.display == .tableRow
        }
      }
      if fits {
        try addAnonymousPart(of: &others, in: element, box: box, display)
        try add(child, parent: box)
      } else if display != .tableColumnGroup {
        others.append(child)
      }
    }
    try addAnonymousPart(of: &others, in: element, box: box, display)
  }

  /// Adds children that do not belong into a part of a table to an anonymous part.
  private mutating func addAnonymousPart(
    of children: inout [Int], in element: Int, box: Int, _ display: BoxStyle.Display
  ) throws(TextError) {
    guard !children.isEmpty else { return }
    defer { children = [] }
    let part: BoxStyle.Display =
      switch display {
      case .table, .inlineTable: .tableRowGroup
      case .tableRow: .tableCell
      default: .tableRow
      }
    let own = addAnonymous(part, in: element, parent: box)
    if part == .tableCell {
      try addContents(children, of: element, box: own, isOwn: false)
    } else {
      try addTableParts(children, of: element, box: own, part)
    }
  }

  /// Adds an anonymous table around parts of one, if there are any.
  mutating func addTable(
    of parts: inout [Int], in element: Int, box: Int
  ) throws(TextError) {
    guard !parts.isEmpty else { return }
    defer { parts = [] }
    let table = addAnonymous(.table, in: element, parent: box)
    try addTableParts(parts, of: element, box: table, .table)
  }

  private mutating func addAnonymous(
    _ part: BoxStyle.Display, in element: Int, parent: Int
  ) -> Int {
    let style = BoxStyle.anonymous(part, in: styles.styles[element].box)
    return addBox(
      SharedStyle(style, scale: environment.environment.scale), parent: parent)
  }
}
