#if canImport(HeightStore)
import LayoutPrimitives
import StructuredDocuments

// Lists with sections, for the list views that have them.
extension ListExport {
  /// The members that describe sections: kinds of cells, and the number of cells of each section.
  func writeSections(_ json: inout JSONWriter) {
    guard let sections = list.sections else { return }
    json.strings("kinds", list.indices.map { list.kind(at: $0).rawValue })
    json.numbers("sections", sections.entriesOfSections.map(Double.init))
    json.member("sticky", sections.shape.isSticky)
    guard let separator = sections.shape.separator else { return }
    let grid = list.geometry.grid
    json.object("separator") { json in
      json.member("height", grid.points(list.geometry.spacing.separator))
      json.member("inset", grid.points(grid.pixel(ofEdge: separator.inset)))
      json.member("afterLast", separator.isAfterLast)
    }
  }

  /// The indices of the headers that stay at the top of the screen; nil for none.
  var stickyIndices: [Int]? {
    guard let sections = list.sections, sections.shape.isSticky else { return nil }
    return (0..<sections.count).compactMap { sections.header(ofSection: $0) }
  }

  /// The cells of a section, and its header and footer.
  private struct Section {
    let header: Int?
    let items: Range<Int>
    let footer: Int?
  }

  private var allSections: [Section] {
    guard let sections = list.sections else {
      return [Section(header: nil, items: 0..<list.count, footer: nil)]
    }
    return (0..<sections.count).map {
      Section(
        header: sections.header(ofSection: $0), items: sections.items(ofSection: $0),
        footer: sections.footer(ofSection: $0))
    }
  }

  /// The cell above all sections, and the cell below them; nil where there is none.
  private var ends: (header: Int?, footer: Int?) {
    let kinds = list.sections?.shape.kinds ?? []
    return (
      kinds.contains(.listHeader) ? 0 : nil, kinds.contains(.listFooter) ? list.count - 1 : nil
    )
  }

  /// Writes the heights of the cells above and below all sections, for views that are told them apart.
  func writeEnds(_ json: inout JSONWriter) {
    if let header = ends.header { json.member("header", list[header].spacedHeight) }
    if let footer = ends.footer { json.member("footer", list[footer].height) }
  }

  /// The indices of the cells in sections.
  var indicesOfSections: Range<Int> {
    (ends.header.map { $0 + 1 } ?? 0)..<(ends.footer ?? list.count)
  }

  /// Number of items of each section, with its footer: the groups of React Virtuoso.
  var groupCounts: [Int]? {
    guard let sections = list.sections, sections.shape.kinds.contains(.header) else { return nil }
    return sections.entriesOfSections.map { $0 - 1 }
  }

  /// React Native's `SectionList`: sections with the ids of their items, and the values that
  /// `getItemLayout` returns.
  ///
  /// The library counts a header and a footer in each section, even if they are absent.
  func sectionList(_ json: inout JSONWriter) {
    let sections = allSections
    json.object { json in
      writeEnds(&json)
      json.array("sections", sections) { json, section in
        if let header = section.header { json.member("header", list[header].id) }
        if let footer = section.footer { json.member("footer", list[footer].id) }
        json.strings("data", section.items.map { list[$0].id })
      }
      var index = 0
      func layout(_ json: inout JSONWriter, _ cell: Int?, at next: Int) {
        json.object { json in
          json.member("length", cell.map { list[$0].height } ?? 0)
          json.member("offset", list.offset(of: cell ?? next) ?? list.extent)
          json.member("index", index)
        }
        index += 1
      }
      json.key("itemLayouts")
      json.beginArray()
      for section in sections {
        layout(&json, section.header, at: section.items.lowerBound)
        for cell in section.items { layout(&json, cell, at: cell) }
        layout(&json, section.footer, at: section.items.upperBound)
      }
      json.endArray()
      if let sticky = list.sections?.shape.isSticky { json.member("sticky", sticky) }
    }
  }

  /// A Swift file with the heights, for `UITableView` and compositional layouts.
  ///
  /// The heights are steps in a text, a section a line, because compilers take long for large arrays.
  func writeSwift() {
    let grid = list.geometry.grid
    func steps(_ index: Int?) -> String {
      index.map { "\(list.geometry.pixelHeight(at: $0) ?? 0)" } ?? "-"
    }
    let spacing = list.geometry.spacing
    let shape = list.sections?.shape
    var text = """
      // List '\(swiftComment(list.name.list))' of feed '\(swiftComment(list.name.feed))' at \
      \(swiftComment(list.name.environment)), generation \(list.generation.number).
      import UIKit

      extension ExportedList {
        /// The heights of the generation.
        static let exported = ExportedList(
          stepsPerPoint: \(JSONWriter.digits(of: grid.stepsPerPoint)), spacing: \(spacing.spacing),
          separator: \(spacing.separator), separatesLast: \(shape?.separator?.isAfterLast ?? false),
          insets: (\(spacing.top), \(spacing.leading), \(spacing.bottom), \(spacing.trailing)),
          header: \(ends.header.map { steps($0) } ?? "nil"),
          footer: \(ends.footer.map { steps($0) } ?? "nil"), isSticky: \(shape?.isSticky ?? false),
          lines: \"""

      """
    for section in allSections {
      text += "\(steps(section.header)) \(steps(section.footer))"
      for item in section.items {
        text += " \(steps(item))"
        hand(on: &text)
      }
      text += "\n"
    }
    text += "\"\"\")\n}\n\n" + Self.swiftViews
    hand(on: &text, atEnd: true)
  }

  /// The part of the Swift file that does not depend on the list.
  private static let swiftViews = """
    /// A list of stored heights, in points.
    struct ExportedList: Sendable {
      /// A section; its header and its footer are nil if it has none.
      struct Section: Sendable {
        var header: CGFloat?
        var footer: CGFloat?
        var items: [CGFloat] = []
      }

      /// The sections, in order.
      private(set) var sections: [Section] = []
      /// The cells above and below all sections; nil if there is none.
      let header: CGFloat?
      let footer: CGFloat?
      /// Distances between two cells, and of a line between two items of a section.
      let spacing: CGFloat
      let separator: CGFloat
      let separatesLast: Bool
      /// Distances around all cells.
      let insets: NSDirectionalEdgeInsets
      /// Whether headers stay at the top of the screen.
      let isSticky: Bool

      /// Reads a line for each section: header, footer and items in steps, `-` for none.
      init(
        stepsPerPoint: CGFloat, spacing: Int, separator: Int, separatesLast: Bool,
        insets: (Int, Int, Int, Int), header: Int?, footer: Int?, isSticky: Bool, lines: String
      ) {
        func points(_ steps: Int) -> CGFloat { CGFloat(steps) / stepsPerPoint }
        self.header = header.map(points)
        self.footer = footer.map(points)
        self.spacing = points(spacing)
        self.separator = points(separator)
        self.separatesLast = separatesLast
        self.isSticky = isSticky
        self.insets = NSDirectionalEdgeInsets(
          top: points(insets.0), leading: points(insets.1), bottom: points(insets.2),
          trailing: points(insets.3))
        for line in lines.split(separator: "\\n") {
          let heights = line.split(separator: " ").map { Int($0).map(points) }
          sections.append(
            Section(
              header: heights.first ?? nil, footer: heights.dropFirst().first ?? nil,
              items: heights.dropFirst(2).compactMap { $0 }))
        }
      }

      /// Height of an item with the separator and the spacing below it: `heightForRowAt`.
      func height(section: Int, item: Int) -> CGFloat {
        let all = sections[section]
        let isLast = item + 1 == all.items.count
        let line = isLast && !separatesLast ? 0 : separator
        return all.items[item] + line + (isLast && all.footer == nil && isEnd(section) ? 0 : spacing)
      }

      /// Height of a header with the spacing below it: `heightForHeaderInSection`.
      func headerHeight(section: Int) -> CGFloat {
        let isLast = sections[section].items.isEmpty && sections[section].footer == nil
        return sections[section].header.map { $0 + (isLast && isEnd(section) ? 0 : spacing) } ?? 0
      }

      /// Height of a footer with the spacing below it: `heightForFooterInSection`.
      func footerHeight(section: Int) -> CGFloat {
        sections[section].footer.map { $0 + (isEnd(section) ? 0 : spacing) } ?? 0
      }

      /// Whether nothing follows a section.
      private func isEnd(_ section: Int) -> Bool {
        section + 1 == sections.count && footer == nil
      }
    }

    /// A table view's heights; set its `contentInset` to the insets of the list, and its
    /// `sectionHeaderTopPadding` and `estimatedRowHeight` to 0.
    final class ExportedTableDelegate: NSObject, UITableViewDelegate {
      func tableView(_ table: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
        ExportedList.exported.height(section: path.section, item: path.item)
      }

      func tableView(_ table: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
        ExportedList.exported.headerHeight(section: section)
      }

      func tableView(_ table: UITableView, heightForFooterInSection section: Int) -> CGFloat {
        ExportedList.exported.footerHeight(section: section)
      }
    }

    extension ExportedList {
      /// A compositional layout of the list.
      @MainActor func collectionLayout() -> UICollectionViewCompositionalLayout {
        let configuration = UICollectionViewCompositionalLayoutConfiguration()
        if let header {
          configuration.boundarySupplementaryItems.append(
            boundary(header + spacing, "list-header", .top))
        }
        if let footer {
          configuration.boundarySupplementaryItems.append(boundary(footer, "list-footer", .bottom))
        }
        return UICollectionViewCompositionalLayout(
          sectionProvider: { section, _ in layout(section: section) }, configuration: configuration)
      }

      @MainActor private func layout(section: Int) -> NSCollectionLayoutSection {
        let heights = sections[section].items.indices.map { height(section: section, item: $0) }
        let size = NSCollectionLayoutSize(
          widthDimension: .fractionalWidth(1),
          // A group of an empty section must have a height, too.
          heightDimension: .absolute(max(heights.reduce(0, +), 0.001)))
        let group = NSCollectionLayoutGroup.custom(layoutSize: size) { environment in
          var top: CGFloat = 0
          return sections[section].items.enumerated().map { item, height in
            defer { top += heights[item] }
            let width = environment.container.effectiveContentSize.width
            return NSCollectionLayoutGroupCustomItem(
              frame: CGRect(x: 0, y: top, width: width, height: height))
          }
        }
        let made = NSCollectionLayoutSection(group: group)
        made.contentInsets = NSDirectionalEdgeInsets(
          top: 0, leading: insets.leading, bottom: 0, trailing: insets.trailing)
        if sections[section].header != nil {
          let header = boundary(
            headerHeight(section: section), UICollectionView.elementKindSectionHeader, .top)
          header.pinToVisibleBounds = isSticky
          made.boundarySupplementaryItems.append(header)
        }
        if sections[section].footer != nil {
          made.boundarySupplementaryItems.append(
            boundary(
              footerHeight(section: section), UICollectionView.elementKindSectionFooter, .bottom))
        }
        return made
      }

      @MainActor private func boundary(
        _ height: CGFloat, _ kind: String, _ alignment: NSRectAlignment
      ) -> NSCollectionLayoutBoundarySupplementaryItem {
        NSCollectionLayoutBoundarySupplementaryItem(
          layoutSize: NSCollectionLayoutSize(
            widthDimension: .fractionalWidth(1), heightDimension: .absolute(height)),
          elementKind: kind, alignment: alignment)
      }
    }

    """

  /// A name in a line comment.
  private func swiftComment(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 < " " ? " " : $0 }))
  }
}
#endif
