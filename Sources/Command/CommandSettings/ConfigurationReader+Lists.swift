package import CellTemplates
package import FeedRecords
package import HeightStore
import LayoutPrimitives
package import Precomputation
package import StructuredDocuments
import TemplateDocuments

extension ConfigurationReader {
  /// The keys that a list can have.
  package static let listKeys = [
    "order", "ids", "spacing", "insets", "sections", "insert", "separator", "header", "footer",
  ]
  /// The keys of `sections`.
  package static let sectionKeys = ["by", "header", "footer", "sticky"]
  /// The keys of `insert`.
  package static let insertKeys = ["template", "every", "after", "from", "where"]
  /// The keys of `separator`.
  package static let separatorKeys = ["height", "inset", "after"]

  /// Reads `lists`, in which lists are grouped by feed.
  ///
  /// - Throws: `DocumentProblem` for a list without an order, or with an invalid value.
  package func lists(_ node: DocumentNode) throws(DocumentProblem) -> [ConfiguredList] {
    var lists: [ConfiguredList] = []
    for feed in try node.entries(of: "FEED: {LIST: {order: published desc}}") {
      for entry in try feed.value.entries(of: "LIST: {order: published desc}") {
        lists.append(try list(entry, feed: feed.key))
      }
    }
    return lists
  }

  private func list(
    _ entry: DocumentNode.Entry, feed: String
  ) throws(DocumentProblem) -> ConfiguredList {
    var list = ConfiguredList(
      feed: feed, description: ListDescription(name: entry.key),
      origin: .file(path: path, line: entry.line))
    for part in try entry.value.entries(of: "{order: published desc}", known: Self.listKeys) {
      let value = part.value
      switch part.key {
      case "order": list.order = try order(value)
      case "ids": list.ids = try nameOrPath(value, "the path of a file of ids")
      case "spacing": list.description.spacing = try distance(value, minimum: 0)
      case "sections": list.sections = try sections(value)
      case "insert": list.inserted = try inserted(value)
      case "separator": list.description.shape = ListShape(separator: try separator(value))
      case "header": list.header = try template(value)
      case "footer": list.footer = try template(value)
      default:
        let edges = try value.elements(of: "[TOP, LEFT, BOTTOM, RIGHT]")
        guard edges.count == 4 else {
          throw value.problem("four insets are expected here: [TOP, LEFT, BOTTOM, RIGHT]")
        }
        list.description.insets = Insets(
          top: try distance(edges[0]), leading: try distance(edges[1]),
          bottom: try distance(edges[2]), trailing: try distance(edges[3]))
      }
    }
    let orders = [list.order != nil, list.ids != nil].filter { $0 }.count
    if entry.key == ListDescription.feedOrder {
      guard orders == 0, list.templates.isEmpty else {
        throw entry.value.problem(
          "list 'feed' has the records alone, in the feed's own order; only spacing, insets and "
            + "separator can be given. Name another list, with order: feed")
      }
    } else if orders != 1 {
      throw entry.value.problem(
        "list '\(entry.key)' needs an order, such as order: published desc, order: feed, or "
          + "ids: FILE")
    }
    return list
  }

  private func template(_ node: DocumentNode) throws(DocumentProblem) -> Resolved<String> {
    try nameOrPath(node, "a template's name or path", if: TemplateCatalog.isPath)
  }

  private func sections(_ node: DocumentNode) throws(DocumentProblem) -> ConfiguredSections {
    let example = "{by: \"{published, date}\", header: TEMPLATE}"
    let parts = try node.entries(of: example, known: Self.sectionKeys)
    guard let by = parts.first(where: { $0.key == "by" })?.value else {
      throw node.problem("sections need 'by', such as \(example)")
    }
    let text = try by.requiredText("a value of records, such as \"{published, date}\",")
    let value: SectionValue
    do throws(SectionValue.Failure) {
      value = try SectionValue(text)
    } catch {
      throw by.problem("sections cannot be by this: \(error)")
    }
    var sections = ConfiguredSections(text: Resolved(text, origin(by)), value: value)
    for part in parts {
      switch part.key {
      case "header": sections.header = try template(part.value)
      case "footer": sections.footer = try template(part.value)
      case "sticky": sections.isSticky = try part.value.truth()
      default: break
      }
    }
    guard sections.header != nil || sections.footer != nil else {
      throw node.problem("sections need a header or a footer, such as \(example)")
    }
    guard sections.header != nil || !sections.isSticky else {
      throw node.problem("sticky needs a header that stays at the top of the screen")
    }
    return sections
  }

  private func inserted(_ node: DocumentNode) throws(DocumentProblem) -> ConfiguredInsertion {
    let example = "{template: ad, every: 8}"
    let parts = try node.entries(of: example, known: Self.insertKeys)
    func value(_ key: String) -> DocumentNode? { parts.first { $0.key == key }?.value }
    guard let name = value("template") else {
      throw node.problem("inserted cells need 'template', such as \(example)")
    }
    let used = try template(name)
    if let rule = value("where") {
      guard parts.count == 2 else {
        throw node.problem("'where' says where cells are inserted; remove every, after and from")
      }
      let text = try rule.requiredText("a condition such as \"{sponsored}\"")
      do throws(TemplateRule.Failure) {
        return ConfiguredInsertion(template: used, places: .rule(try TemplateRule(when: text)))
      } catch {
        throw rule.problem("the condition cannot be used: \(error)")
      }
    }
    guard let every = value("every") else {
      throw node.problem("inserted cells need 'every' or 'where', such as \(example)")
    }
    let number = try every.integer(in: 1...ListCellPlan.maximumCells)
    var after = number
    if let first = value("after") { after = try first.integer(in: 1...Int(Int32.max)) }
    var fromOldest = false
    if let from = value("from") {
      let word = try from.requiredText("top or oldest")
      guard ["top", "oldest"].contains(word) else {
        throw from.problem("records are counted from: top, or from: oldest, not '\(word)'")
      }
      fromOldest = word == "oldest"
    }
    return ConfiguredInsertion(
      template: used, places: .every(number, after: after, fromOldest: fromOldest))
  }

  private func separator(_ node: DocumentNode) throws(DocumentProblem) -> ListShape.Separator {
    let parts = try node.entries(of: "{height: 1}", known: Self.separatorKeys)
    guard let height = parts.first(where: { $0.key == "height" })?.value else {
      throw node.problem("a separator needs 'height', such as {height: 0.5, inset: 16}")
    }
    var separator = ListShape.Separator(height: try distance(height, minimum: 0))
    guard separator.height > 0 else {
      throw height.problem("the height of a separator is greater than 0 points")
    }
    for part in parts {
      switch part.key {
      case "inset": separator.inset = try distance(part.value)
      case "after":
        let word = try part.value.requiredText("last or none")
        guard ["last", "none"].contains(word) else {
          throw part.value.problem(
            "'after' is last, for a separator below the last item of a section too, or none, not "
              + "'\(word)'")
        }
        separator.isAfterLast = word == "last"
      default: break
      }
    }
    return separator
  }

  private func order(_ node: DocumentNode) throws(DocumentProblem) -> ConfiguredOrder {
    let text = try node.requiredText("a record's word or path, such as published desc")
    let words = text.split(separator: " ")
    if words == ["feed"] { return .feed }
    let direction = words.count > 1 ? words[1] : "asc"
    guard let spelling = words.first, words.count <= 2, ["asc", "desc"].contains(direction),
      let order = ConfiguredOrder(spelling: String(spelling), isDescending: direction == "desc")
    else {
      throw node.problem(
        "an order is a record's word or path and asc or desc, such as published desc, or feed, not "
          + "'\(text)'")
    }
    return order
  }

  private func distance(
    _ node: DocumentNode, minimum: Double = -999_999
  ) throws(DocumentProblem) -> Double {
    let text = try node.requiredText("a number of points")
    guard let number = Double(text), (minimum...999_999).contains(number) else {
      throw node.problem("a number of points from \(Int(minimum)) to 999999 is expected here")
    }
    return number
  }
}

/// A list in a configuration file.
package struct ConfiguredList {
  package var feed: String
  package var description: ListDescription
  /// The location in the file.
  package var origin: Origin
  package var order: ConfiguredOrder?
  /// The path of a file with one id per line; nil if the list has none.
  package var ids: Resolved<String>?
  /// The sections; nil for none.
  package var sections: ConfiguredSections?
  /// The inserted cells; nil for none.
  package var inserted: ConfiguredInsertion?
  /// The name or path of the template of the cell above all others.
  package var header: Resolved<String>?
  /// The name or path of the template of the cell below all others.
  package var footer: Resolved<String>?

  /// The names or paths of the templates of the list's own cells.
  package var templates: [Resolved<String>] {
    [header, sections?.header, inserted?.template, sections?.footer, footer].compactMap(\.self)
  }
}

/// The sections of a list in a configuration file.
package struct ConfiguredSections {
  /// The text of `by`.
  package var text: Resolved<String>
  package var value: SectionValue
  package var header: Resolved<String>?
  package var footer: Resolved<String>?
  package var isSticky = false
}

/// The inserted cells of a list in a configuration file.
package struct ConfiguredInsertion {
  package var template: Resolved<String>
  package var places: ListCellPlan.Places
}

/// An order of the records of a list.
package enum ConfiguredOrder: Hashable {
  /// The order of the feed.
  case feed
  /// By the value at a path; `spelling` is the path as it is in the file.
  case value(RecordPath, spelling: String, isDescending: Bool)

  package init?(spelling: String, isDescending: Bool) {
    let inner = spelling.hasPrefix("fields.") ? spelling.dropFirst("fields.".count) : spelling[...]
    guard let path = RecordPath(String(inner)) else { return nil }
    self = .value(path, spelling: spelling, isDescending: isDescending)
  }

  /// The order as it is written in a file.
  package var text: String {
    switch self {
    case .feed: "feed"
    case .value(_, let spelling, let isDescending): "\(spelling) \(isDescending ? "desc" : "asc")"
    }
  }
}
