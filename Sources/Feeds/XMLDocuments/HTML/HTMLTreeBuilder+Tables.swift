/// The rules of tags in tables: sections 13.2.6.4.9 and 13.2.6.4.11 to 13.2.6.4.15 of the HTML
/// standard.
extension HTMLTreeBuilder {
  mutating func startInTable(_ kind: HTMLTag, _ tag: HTMLStartTag) {
    switch kind {
    case .caption:
      open.pop(to: { $0 == .table || $0 == .template })
      formatting.addMarker()
      insert(kind, tag.name, tag.attributes)
      mode = .caption
    case .colgroup:
      open.pop(to: { $0 == .table || $0 == .template })
      insert(kind, tag.name, tag.attributes)
      mode = .columnGroup
    case .col:
      open.pop(to: { $0 == .table || $0 == .template })
      insert(.colgroup)
      mode = .columnGroup
      start(kind, tag)
    case .tbody, .tfoot, .thead:
      open.pop(to: { $0 == .table || $0 == .template })
      insert(kind, tag.name, tag.attributes)
      mode = .tableBody
    case .td, .th, .tr:
      open.pop(to: { $0 == .table || $0 == .template })
      insert(.tbody)
      mode = .tableBody
      start(kind, tag)
    case .table:
      guard open.isInScope(.table, .table) else { return }
      open.pop(through: { $0 == .table })
      resetMode()
      start(kind, tag)
    case .script, .style, .template: startInBody(kind, tag)
    case .input where tag.attributes.value("type")?.lowercased() == "hidden":
      insertEmpty(kind, tag)
    case .form:
      guard form == nil, !open.contains(.template) else { return }
      form = insert(kind, tag.name, tag.attributes)
      open.pop()
    default:
      fosters = true
      startInBody(kind, tag)
      fosters = false
    }
  }

  mutating func endInTable(_ tag: HTMLTag, _ name: String) {
    switch tag {
    case .table:
      guard open.isInScope(.table, .table) else { return }
      open.pop(through: { $0 == .table })
      resetMode()
    case _ where tag.isTablePart, .body, .html: break
    default:
      fosters = true
      endInBody(tag, name)
      fosters = false
    }
  }

  mutating func startInTableBody(_ kind: HTMLTag, _ tag: HTMLStartTag) {
    switch kind {
    case .tr:
      open.pop(to: { $0.isRow && $0 != .tr || $0 == .template })
      insert(kind, tag.name, tag.attributes)
      mode = .row
    case .td, .th:
      open.pop(to: { $0.isRow && $0 != .tr || $0 == .template })
      insert(.tr)
      mode = .row
      start(kind, tag)
    case .caption, .col, .colgroup, .tbody, .tfoot, .thead:
      if closeTableBody() { start(kind, tag) }
    default: startInTable(kind, tag)
    }
  }

  mutating func endInTableBody(_ tag: HTMLTag, _ name: String) {
    switch tag {
    case .tbody, .tfoot, .thead:
      guard open.isInScope(tag, .table) else { return }
      open.pop(to: { $0.isRow && $0 != .tr || $0 == .template })
      open.pop()
      mode = .table
    case .table: if closeTableBody() { end(tag, name) }
    case _ where tag.isTablePart: break
    default: endInTable(tag, name)
    }
  }

  /// Closes the open group of rows; returns `false` if there is none.
  mutating func closeTableBody() -> Bool {
    guard open.isInScope(.table, where: { $0.isRow && $0 != .tr }) else { return false }
    open.pop(to: { $0.isRow && $0 != .tr || $0 == .template })
    open.pop()
    mode = .table
    return true
  }

  mutating func startInRow(_ kind: HTMLTag, _ tag: HTMLStartTag) {
    switch kind {
    case .td, .th:
      open.pop(to: { $0 == .tr || $0 == .template })
      insert(kind, tag.name, tag.attributes)
      mode = .cell
      formatting.addMarker()
    case _ where kind.isTablePart: if closeRow() { start(kind, tag) }
    default: startInTable(kind, tag)
    }
  }

  mutating func endInRow(_ tag: HTMLTag, _ name: String) {
    switch tag {
    case .tr: closeRow()
    case .table: if closeRow() { end(tag, name) }
    case .tbody, .tfoot, .thead:
      if open.isInScope(tag, .table), closeRow() { end(tag, name) }
    case _ where tag.isTablePart: break
    default: endInTable(tag, name)
    }
  }

  @discardableResult
  mutating func closeRow() -> Bool {
    guard open.isInScope(.tr, .table) else { return false }
    open.pop(to: { $0 == .tr || $0 == .template })
    open.pop()
    mode = .tableBody
    return true
  }

  mutating func endInCell(_ tag: HTMLTag, _ name: String) {
    switch tag {
    case .td, .th:
      guard open.isInScope(tag, .table) else { return }
      open.popImplied()
      open.pop(through: { $0 == tag })
      formatting.removeThroughMarker()
      mode = .row
    case .table, .tbody, .tfoot, .thead, .tr:
      if open.isInScope(tag, .table), closeCell() { end(tag, name) }
    case .caption, .col, .colgroup, .body, .html: break
    default: endInBody(tag, name)
    }
  }

  mutating func closeCell() -> Bool {
    guard open.isInScope(.table, where: { $0 == .td || $0 == .th }) else { return false }
    open.popImplied()
    open.pop(through: { $0 == .td || $0 == .th })
    formatting.removeThroughMarker()
    mode = .row
    return true
  }

  @discardableResult
  mutating func closeCaption() -> Bool {
    guard open.isInScope(.caption, .table) else { return false }
    open.popImplied()
    open.pop(through: { $0 == .caption })
    formatting.removeThroughMarker()
    mode = .table
    return true
  }

  @discardableResult
  mutating func closeColumnGroup() -> Bool {
    guard open.current.tag == .colgroup else { return false }
    open.pop()
    mode = .table
    return true
  }

  /// Sets the insertion mode that the open elements require.
  mutating func resetMode() {
    mode = .body
    for element in open.elements.dropFirst().reversed() where !element.isForeign {
      switch element.tag {
      case .td, .th: mode = .cell
      case .tr: mode = .row
      case .tbody, .tfoot, .thead: mode = .tableBody
      case .caption: mode = .caption
      case .colgroup: mode = .columnGroup
      case .table: mode = .table
      case .template: mode = templateModes.last ?? .body
      default: continue
      }
      return
    }
  }
}
