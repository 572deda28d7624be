import LayoutPrimitives
import TestSupport
import Testing

/// Sections, separators and sticky headers, against sums that are written out cell by cell.
@Suite struct ListSectionsTests {
  /// A cell of a list that is written out.
  private struct Cell {
    let kind: ListEntryKind
    let section: Int?
    let item: Int?
    let height: Int
    var top = 0
  }

  /// A random list: its shape, spacing and cells, with tops that are summed one after another.
  private struct Made {
    var shape: ListShape
    var spacing: ListSpacing
    var cells: [Cell] = []
    var extent = 0
    var counts: [Int] = []

    init(_ random: inout TestRandom) {
      var kinds: Set<ListEntryKind> = []
      for kind in ListEntryKind.allCases where kind != .item && random.next(below: 2) == 0 {
        kinds.insert(kind)
      }
      let separator =
        random.next(below: 2) == 0
        ? nil
        : ListShape.Separator(
          height: Double(1 + random.next(below: 3)), isAfterLast: random.next(below: 2) == 0)
      shape = ListShape(kinds: kinds, isSticky: random.next(below: 4) > 0, separator: separator)
      spacing = ListSpacing(
        grid: PixelGrid(stepsPerPoint: 1), spacing: random.next(below: 3) * 4,
        top: random.next(below: 10), bottom: random.next(below: 10),
        separator: Int(separator?.height ?? 0))
      func height(_ random: inout TestRandom) -> Int {
        random.next(below: 5) * random.next(below: 30)
      }
      if kinds.contains(.listHeader) {
        cells.append(Cell(kind: .listHeader, section: nil, item: nil, height: height(&random)))
      }
      let sections = shape.hasSections ? random.next(below: 6) : 1
      for section in 0..<sections {
        let first = cells.count
        if kinds.contains(.header) {
          cells.append(Cell(kind: .header, section: section, item: nil, height: height(&random)))
        }
        for item in 0..<random.next(below: 5) {
          cells.append(Cell(kind: .item, section: section, item: item, height: height(&random)))
        }
        if kinds.contains(.footer) {
          cells.append(Cell(kind: .footer, section: section, item: nil, height: height(&random)))
        }
        counts.append(cells.count - first)
      }
      if kinds.contains(.listFooter) {
        cells.append(Cell(kind: .listFooter, section: nil, item: nil, height: height(&random)))
      }
      var place = spacing.top
      for index in cells.indices {
        cells[index].top = place
        place += cells[index].height + spacing.spacing
        let next = index + 1 < cells.count ? cells[index + 1] : nil
        let isLast = next?.kind != .item || next?.section != cells[index].section
        if cells[index].kind == .item, !isLast || separator?.isAfterLast == true {
          place += spacing.separator
        }
      }
      extent = place - (cells.isEmpty ? 0 : spacing.spacing) + spacing.bottom
    }

    /// The header that is held at the top of a screen: no lower than its section allows.
    func sticky(at offset: Double) -> (index: Int, top: Double)? {
      guard shape.isSticky,
        let index = cells.lastIndex(where: { $0.kind == .header && Double($0.top) <= offset })
      else { return nil }
      let later = cells[(index + 1)...].first { $0.section != cells[index].section }
      let last = cells.last { $0.section == cells[index].section }
      let limit = later?.top ?? last.map { $0.top + $0.height } ?? 0
      let top = min(offset, Double(limit - cells[index].height))
      return top + Double(cells[index].height) > offset ? (index, top) : nil
    }
  }

  @Test func tenThousandListsAreSumsOfTheirCells() throws {
    var random = TestRandom(seed: 31)
    for number in 0..<10_000 {
      let made = Made(&random)
      let sections = try #require(
        ListSections(made.shape, entries: made.counts, count: made.cells.count))
      let geometry = ListGeometry(
        made.spacing, sections: sections, heights: made.cells.map(\.height))
      var wrong: [String] = []
      func check(_ holds: Bool, _ what: @autoclosure () -> String) {
        if !holds { wrong.append(what()) }
      }
      check(geometry.extent == Double(made.extent), "extent")
      var bottom = made.spacing.top
      for (index, cell) in made.cells.enumerated() {
        check(geometry.offset(of: index) == Double(cell.top), "top of \(index)")
        check(geometry.pixelHeight(at: index) == cell.height, "height of \(index)")
        check(cell.top >= bottom, "\(index) overlaps")
        bottom = cell.top + cell.height
        check(sections.kind(of: index) == cell.kind, "kind of \(index)")
        let path = sections.indexPath(of: index)
        check(path?.section == cell.section && path?.item == cell.item, "path of \(index)")
        if let path, path.item != nil {
          check(sections.index(of: path) == index, "index of \(path)")
        }
        let sum =
          made.spacing.top(
            of: index, after: made.cells[..<index].reduce(0) { $0 + $1.height },
            separators: sections.separators(before: index))
        check(sum == cell.top, "separators before \(index)")
        check(
          geometry.index(atOffset: Double(cell.top)).map { made.cells[$0].top } == cell.top,
          "index at the top of \(index)")
      }
      for _ in 0..<12 where made.cells.count > 0 {
        let offset = Double(random.next(below: max(made.extent, 1) * 4)) / 4 - 3
        let expected = made.sticky(at: offset)
        let answer = geometry.stickyHeader(atOffset: offset)
        check(
          answer?.index == expected?.index && answer?.top == expected?.top,
          "header at \(offset): \(String(describing: answer))")
        if let answer { check(answer.pushed == offset - answer.top, "pushed at \(offset)") }
      }
      #expect(wrong == [], "list \(number): \(made.shape)")
      if !wrong.isEmpty { return }
    }
  }

  @Test func contradictionsAreRefused() {
    let shape = ListShape(kinds: [.header, .footer, .listHeader])
    #expect(ListSections(shape, entries: [2, 3], count: 6) != nil)
    #expect(ListSections(shape, entries: [2, 3], count: 5) == nil)
    #expect(ListSections(shape, entries: [1], count: 2) == nil)
    #expect(ListSections(shape, entries: [-2], count: 1) == nil)
    #expect(ListSections(shape, entries: [.max], count: 9) == nil)
    #expect(ListSections(shape, ids: ["list-header:l", "a"]) == nil)
    #expect(ListSections(shape, ids: []) == nil)
    #expect(ListSections(ListShape(), ids: [])?.count == 1)
    #expect(ListShape(words: "header wings", separator: nil) == nil)
    #expect(ListShape(words: "", separator: nil) == ListShape())
    let all = ListShape(kinds: Set(ListEntryKind.allCases), isSticky: true)
    #expect(ListShape(words: all.words, separator: nil) == all)
  }

  @Test func idsAreReadBack() {
    for id in [
      ListCellID(.header, name: "2026-01-31"), ListCellID(.header, name: "C#", number: 3),
      ListCellID(.footer, list: "by:day%", name: "100 % #1"), ListCellID(.inserted, name: "17"),
      ListCellID(.header, name: ""), ListCellID(.listFooter, name: "home"),
    ] {
      #expect(ListCellID(id.description) == id)
      #expect(ListCellID.isReserved(id.description))
    }
    #expect("\(ListCellID(.header, name: "2026-01-31"))" == "section:2026-01-31")
    #expect("\(ListCellID(.header, list: "l", name: "a#b", number: 2))" == "section@l:a%23b#2")
    #expect(ListCellID(.header, name: " a\n b ").name == "a b")
    for id in ["section", "sections:1", "post-1", "insert:1", "list:1", "", ":", "s:1"] {
      #expect(!ListCellID.isReserved(id) && ListCellID(id) == nil, "\(id)")
    }
    let long = ListCellID(.header, name: String(repeating: "é", count: 400))
    #expect(long.name.utf8.count < ListCellID.maximumNameBytes)
    #expect(long != ListCellID(.header, name: String(repeating: "é", count: 401)))
  }
}
