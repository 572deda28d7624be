/// The kinds of entries of a list.
public enum ListEntryKind: String, Hashable, Sendable, CaseIterable {
  /// The cell above all other cells of the list.
  case listHeader = "list-header"
  /// The first cell of a section.
  case header
  /// The cell of a record.
  case item
  /// A cell that the list has between the cells of records.
  case inserted
  /// The last cell of a section.
  case footer
  /// The cell below all other cells of the list.
  case listFooter = "list-footer"
}

/// The cells that a list has besides those of records, and the separators between its items.
public struct ListShape: Hashable, Sendable {
  /// A line between two items of a section.
  public struct Separator: Hashable, Sendable {
    /// Height of the line, in points.
    public var height: Double
    /// Distance of the line from the leading edge of the cells, in points.
    public var inset: Double
    /// Whether the last item of a section has a separator too.
    public var isAfterLast: Bool

    /// Creates a separator.
    public init(height: Double, inset: Double = 0, isAfterLast: Bool = false) {
      self.height = height
      self.inset = inset
      self.isAfterLast = isAfterLast
    }
  }

  /// The kinds of the cells that are not those of records.
  public var kinds: Set<ListEntryKind>
  /// Whether the header of a section stays at the top of the screen while the section is there.
  public var isSticky: Bool
  /// The separators; `nil` for none.
  public var separator: Separator?

  /// Creates a shape; `.item` in `kinds` is ignored.
  public init(
    kinds: Set<ListEntryKind> = [], isSticky: Bool = false, separator: Separator? = nil
  ) {
    self.kinds = kinds.subtracting([.item])
    self.isSticky = isSticky && kinds.contains(.header)
    self.separator = separator
  }

  /// Whether the list is divided into sections; otherwise all of its items are one section.
  public var hasSections: Bool { kinds.contains(.header) || kinds.contains(.footer) }

  /// The kinds in their order in a list, and `sticky`, with spaces between them.
  public var words: String {
    let kinds = ListEntryKind.allCases.filter(kinds.contains).map(\.rawValue)
    return (kinds + (isSticky ? ["sticky"] : [])).joined(separator: " ")
  }

  /// Creates the shape that `words` describes; `nil` for an unknown word.
  public init?(words: String, separator: Separator?) {
    var kinds: Set<ListEntryKind> = []
    var isSticky = false
    for word in words.split(separator: " ") {
      if word == "sticky" {
        isSticky = true
      } else if let kind = ListEntryKind(rawValue: String(word)), kind != .item {
        kinds.insert(kind)
      } else {
        return nil
      }
    }
    self.init(kinds: kinds, isSticky: isSticky, separator: separator)
  }
}

/// The id of a cell that a list has besides those of records: `section:2026-01-31`.
///
/// It consists of a word for the kind, a colon and a name, and `#` with a number if an older section
/// has the same name. If the feed has several lists with such cells, all but the first of them have
/// `@` and the name of the list before the colon. `%`, `#` and, in the list's name, `:` are written
/// as in URLs: `%23`.
public struct ListCellID: Hashable, Sendable, CustomStringConvertible {
  /// Maximum size of the name in an id, in UTF-8 bytes; a longer name is replaced by its first 256
  /// bytes and a hash.
  public static let maximumNameBytes = 512

  /// The kind of the cell; never `.item`.
  public let kind: ListEntryKind
  /// The name of the list if the id has it.
  public let list: String?
  /// The value of the section, the number of the inserted cell, or the name of the list.
  public let name: String
  /// 1 for the oldest section of the name; each younger one has the next number.
  public let number: Int

  /// Creates an id.
  ///
  /// White space in the name becomes single spaces, and long names are shortened.
  public init(_ kind: ListEntryKind, list: String? = nil, name: String, number: Int = 1) {
    self.kind = kind
    self.list = list
    self.name = Self.line(name)
    self.number = number
  }

  /// Parses an id; `nil` if it is not the id of such a cell.
  public init?(_ id: String) {
    let utf8 = id.utf8
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let head = id[..<colon].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Self.kinds[String(head[0])] else { return nil }
    let rest = id[utf8.index(after: colon)...].split(
      separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    self.kind = kind
    list = head.count > 1 ? Self.unescaped(head[1]) : nil
    name = Self.unescaped(rest[0])
    number = rest.count > 1 ? Int(rest[1]) ?? 1 : 1
  }

  /// Whether ids that begin like this one are reserved for cells of lists.
  public static func isReserved(_ id: String) -> Bool {
    // Most ids are refused by their first byte.
    guard let first = id.utf8.first, first == 0x73 || first == 0x69 || first == 0x6C else {
      return false
    }
    let head = id.prefix { $0 != ":" && $0 != "@" }
    return head.endIndex < id.endIndex && kinds[String(head)] != nil
  }

  /// The words that begin reserved ids, with the colon that follows them.
  public static let prefixes = ListEntryKind.allCases.compactMap { words[$0].map { $0 + ":" } }

  /// The id as text.
  public var description: String {
    let word = Self.words[kind] ?? ""
    let list = list.map { "@" + Self.escaped($0, alsoColon: true) } ?? ""
    let name = Self.escaped(name, alsoColon: false)
    return "\(word)\(list):\(name)\(number > 1 ? "#\(number)" : "")"
  }

  private static let words: [ListEntryKind: String] = [
    .header: "section", .footer: "section-footer", .inserted: "inserted",
    .listHeader: "list-header", .listFooter: "list-footer",
  ]
  private static let kinds = Dictionary(uniqueKeysWithValues: words.map { ($1, $0) })

  private static func line(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard line.utf8.count > maximumNameBytes else { return line }
    let start = String(decoding: Array(line.utf8.prefix(256)), as: UTF8.self)
    return "\(start)…\(ContentHash(of: line).description.prefix(16))"
  }

  private static func escaped(_ text: String, alsoColon: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "#": result += "%23"
      case ":" where alsoColon: result += "%3A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    return String(text).replacing("%23", with: "#").replacing("%3A", with: ":")
      .replacing("%25", with: "%")
  }
}

/// The place of an entry in a sectioned list.
public struct ListIndexPath: Hashable, Sendable {
  /// Index of the section, from 0.
  public var section: Int
  /// Index of the item in the section, from 0; `nil` for the header and the footer of the section.
  public var item: Int?

  /// Creates a place.
  public init(section: Int, item: Int?) {
    self.section = section
    self.item = item
  }
}

/// The header that is drawn above the cells at an offset.
public struct StickyHeader: Hashable, Sendable {
  /// Index of the section.
  public let section: Int
  /// Index of the header in the list.
  public let index: Int
  /// Top of the header where it is drawn, in points from the top of the list.
  public let top: Double
  /// Distance by which the next section pushes the header above the offset, in points.
  public let pushed: Double
}

/// The sections of a list: where each begins, and the kinds of the entries in it.
///
/// A list without sections has one, with all of its items. The memory is 8 bytes per section.
public struct ListSections: Hashable, Sendable {
  /// The cells besides those of records, and the separators.
  public let shape: ListShape
  /// The index of the first entry of each section, and then the index behind the last section.
  private let starts: [Int]
  /// The sections without items; only failed cells can leave a section without them.
  private let emptySections: [Int]
  /// Number of entries of each section that are no items.
  private let ownEntries: Int

  /// Creates sections from their numbers of entries.
  ///
  /// - Parameters:
  ///   - shape: The kinds of cells, and the separators.
  ///   - entries: Number of entries of each section, headers and footers included.
  ///   - count: Number of entries of the list.
  /// - Returns: `nil` if the numbers contradict the shape or the number of all entries.
  public init?(_ shape: ListShape, entries: some Sequence<Int>, count: Int) {
    self.shape = shape
    ownEntries = [.header, .footer].count { shape.kinds.contains($0) }
    var starts = [shape.kinds.contains(.listHeader) ? 1 : 0]
    var empty: [Int] = []
    starts.reserveCapacity(entries.underestimatedCount + 1)
    for own in entries {
      let start = starts[starts.count - 1]
      guard own >= ownEntries, own <= count - start else { return nil }
      if own == ownEntries { empty.append(starts.count - 1) }
      starts.append(start + own)
    }
    guard starts[starts.count - 1] + (shape.kinds.contains(.listFooter) ? 1 : 0) == count else {
      return nil
    }
    self.starts = starts
    emptySections = empty
  }

  /// Finds the sections from the ids of a list's entries.
  ///
  /// - Returns: `nil` if the ids contradict the shape.
  public init?(_ shape: ListShape, ids: [String]) {
    let outside = (
      shape.kinds.contains(.listHeader) ? 1 : 0, shape.kinds.contains(.listFooter) ? 1 : 0
    )
    guard ids.count >= outside.0 + outside.1 else { return nil }
    var counts: [Int] = []
    if !shape.hasSections {
      counts = [ids.count - outside.0 - outside.1]
    } else {
      var isOpen = false
      for id in ids[outside.0..<(ids.count - outside.1)] {
        let kind = ListCellID.isReserved(id) ? ListCellID(id)?.kind : nil
        if kind == .header || !isOpen {
          guard kind == .header || !shape.kinds.contains(.header) else { return nil }
          counts.append(0)
        }
        counts[counts.count - 1] += 1
        isOpen = kind != .footer
      }
    }
    self.init(shape, entries: counts, count: ids.count)
  }

  /// Number of sections.
  public var count: Int { starts.count - 1 }

  /// Number of entries of the list.
  public var entries: Int {
    starts[count] + (shape.kinds.contains(.listFooter) ? 1 : 0)
  }

  /// Number of entries of each section, headers and footers included.
  public var entriesOfSections: [Int] {
    (0..<count).map { starts[$0 + 1] - starts[$0] }
  }

  /// The entries of a section in `0..<count`, with its header and footer.
  public func range(ofSection section: Int) -> Range<Int> {
    starts[section]..<starts[section + 1]
  }

  /// The items of a section in `0..<count`, with its inserted cells.
  public func items(ofSection section: Int) -> Range<Int> {
    let all = range(ofSection: section)
    let first = min(all.lowerBound + (shape.kinds.contains(.header) ? 1 : 0), all.upperBound)
    return first..<max(first, all.upperBound - (shape.kinds.contains(.footer) ? 1 : 0))
  }

  /// The section of an entry; `nil` for the header and the footer of the list, and outside of it.
  ///
  /// - Parameters:
  ///   - index: Index of the entry.
  ///   - sections: Sections that include the section of the entry; `nil` for all sections.
  /// - Complexity: O(log n) for n sections.
  public func section(of index: Int, within sections: Range<Int>? = nil) -> Int? {
    guard index >= starts[0], index < starts[count] else { return nil }
    // The last section that begins at or before the index; sections before it may be empty.
    var (low, high) = (sections?.lowerBound ?? 0, sections?.upperBound ?? count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if starts[middle] <= index { low = middle } else { high = middle }
    }
    return low
  }

  /// The kind of an entry in `0..<entries`; inserted cells are items here.
  public func kind(of index: Int) -> ListEntryKind {
    guard let section = section(of: index) else {
      return index < starts[0] ? .listHeader : .listFooter
    }
    let items = items(ofSection: section)
    return index < items.lowerBound ? .header : index < items.upperBound ? .item : .footer
  }

  /// The place of an entry; `nil` for the header and the footer of the list, and outside of it.
  ///
  /// - Complexity: O(log n) for n sections.
  public func indexPath(of index: Int) -> ListIndexPath? {
    guard let section = section(of: index) else { return nil }
    let items = items(ofSection: section)
    return ListIndexPath(
      section: section, item: items.contains(index) ? index - items.lowerBound : nil)
  }

  /// The index of an item, or of a section's header, or without one of its footer; `nil` for a
  /// place that the list does not have.
  public func index(of path: ListIndexPath) -> Int? {
    guard path.section >= 0, path.section < count else { return nil }
    let items = items(ofSection: path.section)
    if let item = path.item {
      return item >= 0 && item < items.count ? items.lowerBound + item : nil
    }
    return header(ofSection: path.section) ?? footer(ofSection: path.section)
  }

  /// The index of a section's header; `nil` if the section has none.
  public func header(ofSection section: Int) -> Int? {
    guard shape.kinds.contains(.header), section >= 0, section < count else { return nil }
    return starts[section]
  }

  /// The index of a section's footer; `nil` if the section has none.
  public func footer(ofSection section: Int) -> Int? {
    guard shape.kinds.contains(.footer), section >= 0, section < count else { return nil }
    return starts[section + 1] - 1
  }

  /// The sections of some entries, from which repeated searches can start.
  public func sections(of entries: Range<Int>) -> Range<Int> {
    let first = section(of: entries.lowerBound) ?? (entries.lowerBound < starts[0] ? 0 : count)
    let last = section(of: entries.upperBound - 1) ?? (entries.upperBound > starts[0] ? count : 0)
    return first..<min(last + 1, count)
  }

  /// Number of separators above the top of an entry in `0...entries`.
  ///
  /// - Parameters:
  ///   - index: Index of the entry.
  ///   - sections: Sections that include the section of the entry; `nil` for all sections.
  /// - Complexity: O(log n) for n sections.
  public func separators(before index: Int, within sections: Range<Int>? = nil) -> Int {
    guard let separator = shape.separator, index > 0 else { return 0 }
    guard let section = section(of: index, within: sections) else {
      return separators(ofSections: count, separator)
    }
    let items = items(ofSection: section)
    let above = min(max(index - items.lowerBound, 0), items.count)
    let own = separator.isAfterLast ? above : min(above, max(items.count - 1, 0))
    return separators(ofSections: section, separator) + own
  }

  /// Number of separators in a number of sections at the beginning.
  private func separators(ofSections sections: Int, _ separator: ListShape.Separator) -> Int {
    let items = starts[sections] - starts[0] - sections * ownEntries
    guard !separator.isAfterLast else { return items }
    var (low, high) = (0, emptySections.count)
    while low < high {
      let middle = low + (high - low) / 2
      if emptySections[middle] < sections { low = middle + 1 } else { high = middle }
    }
    return items - (sections - low)
  }

  /// Whether there is a separator below an entry.
  public func hasSeparator(after index: Int) -> Bool {
    guard let separator = shape.separator, let section = section(of: index) else { return false }
    let items = items(ofSection: section)
    return items.contains(index) && (separator.isAfterLast || index + 1 < items.upperBound)
  }

  /// The header that is drawn at the top of a screen whose top edge is at an offset.
  ///
  /// A header stays at the top of the screen until the top of the next section, or the bottom of the
  /// last one, reaches its bottom; then it moves with them.
  ///
  /// - Parameters:
  ///   - offset: The offset, in points.
  ///   - index: Index of the last entry whose top is at or above the offset.
  ///   - span: Returns the top and the height of an entry, in points.
  /// - Returns: `nil` if the list has no sticky headers, or if none is drawn over other cells.
  /// - Complexity: O(log n) for n sections, and at most two calls of `span`.
  public func stickyHeader<Failure: Error>(
    atOffset offset: Double, index: Int,
    span: (Int) throws(Failure) -> (top: Double, height: Double)
  ) throws(Failure) -> StickyHeader? {
    guard shape.isSticky, count > 0, offset.isFinite else { return nil }
    let section = section(of: index) ?? (index < starts[0] ? nil : count - 1)
    guard let section, let header = header(ofSection: section) else { return nil }
    let own = try span(header)
    guard offset >= own.top else { return nil }
    let end = starts[section + 1]
    let next = try span(min(end, entries - 1))
    let limit = end < entries ? next.top : next.top + next.height
    let place = min(offset, limit - own.height)
    guard place + own.height > offset else { return nil }
    return StickyHeader(
      section: section, index: header, top: place, pushed: max(0, offset - place))
  }
}
