public import LayoutPrimitives

// Sections of a list. A list without sections has one, with all of its cells.
extension CellList {
  /// Number of sections.
  public var sectionCount: Int { sections?.count ?? (count > 0 ? 1 : 0) }

  /// What the cell at an index in `0..<count` is.
  public func kind(at index: Int) throws(Failure) -> ListEntryKind {
    guard let sections else { return .item }
    let kind = sections.kind(of: index)
    guard kind == .item, sections.shape.kinds.contains(.inserted) else { return kind }
    return ListCellID.isReserved(try id(at: index)) ? .inserted : .item
  }

  /// The section of the cell at an index and its place among the items there.
  ///
  /// Inserted cells are items, too.
  ///
  /// - Returns: nil for the header and the footer of the list, and for an invalid index.
  /// - Complexity: O(log n) for n sections.
  public func indexPath(of index: Int) -> ListIndexPath? {
    guard let sections else {
      return index >= 0 && index < count ? ListIndexPath(section: 0, item: index) : nil
    }
    return sections.indexPath(of: index)
  }

  /// The index of the item at a place, or of a section's header; nil for an invalid place.
  public func index(of path: ListIndexPath) -> Int? {
    guard let sections else {
      guard path.section == 0, let item = path.item, item >= 0, item < count else { return nil }
      return item
    }
    return sections.index(of: path)
  }

  /// The section at an offset: that of the last cell whose top is at or above it.
  ///
  /// - Parameter offset: The offset, in points.
  /// - Returns: nil above the first section, below the last one, and for NaN.
  /// - Complexity: O(log n).
  public func section(atOffset offset: Double) throws(Failure) -> Int? {
    guard let index = try index(atOffset: offset) else { return nil }
    return indexPath(of: index)?.section
  }

  /// The cells of a section, with its header and footer.
  ///
  /// - Parameter value: The value of the section, as in the ids of its header and footer:
  ///   `2026-01-31`, or `2026-01-31#2` for the second oldest section with this value.
  /// - Returns: nil if the list has no such section.
  public func range(ofSection value: String) throws(Failure) -> Range<Int>? {
    guard let sections, sections.count > 0, count > 0 else { return nil }
    // Ids name the list, or they do not.
    let list = ListCellID(try id(at: sections.range(ofSection: 0).lowerBound))?.list
    // As it is in ids, with `%23` and a number; otherwise as it is in records.
    let written = ListCellID("section:\(value)")
    for (name, number) in [(written?.name ?? value, written?.number ?? 1), (value, 1)] {
      for kind in [ListEntryKind.header, .footer] where sections.shape.kinds.contains(kind) {
        let id = ListCellID(kind, list: list, name: name, number: number)
        if let index = try index(of: id.description), let section = sections.section(of: index) {
          return sections.range(ofSection: section)
        }
      }
    }
    return nil
  }

  /// Height of a section's header, in points; nil if it has none.
  public func heightForHeader(inSection section: Int) throws(Failure) -> Double? {
    guard let header = sections?.header(ofSection: section) else { return nil }
    return try height(at: header)
  }

  /// Height of a section's footer, in points; nil if it has none.
  public func heightForFooter(inSection section: Int) throws(Failure) -> Double? {
    guard let footer = sections?.footer(ofSection: section) else { return nil }
    return try height(at: footer)
  }

  /// The header that is drawn over other cells at the top of a screen; nil if there is none.
  ///
  /// - Parameters:
  ///   - offset: The offset of the top of the screen, in points.
  ///   - index: The result of `index(atOffset:)` for the offset; nil to find it.
  /// - Complexity: O(log n).
  public func stickyHeader(
    atOffset offset: Double, index: Int? = nil
  ) throws(Failure) -> StickyHeader? {
    guard let sections, sections.shape.isSticky else { return nil }
    let found = if let index { Int?.some(index) } else { try self.index(atOffset: offset) }
    guard let found else { return nil }
    return try sections.stickyHeader(atOffset: offset, index: found) {
      (index: Int) throws(Failure) -> (top: Double, height: Double) in
      (try top(of: index), try height(at: index) ?? 0)
    }
  }

  /// Whether the cell at an index is that of a record.
  func isRecord(at index: Int) throws(Failure) -> Bool { try kind(at: index) == .item }
}
