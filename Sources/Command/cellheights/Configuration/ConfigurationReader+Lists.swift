import FeedRecords
import HeightStore
import LayoutPrimitives
import StructuredDocuments

extension ConfigurationReader {
  /// The keys of a list.
  static let listKeys = ["order", "ids", "spacing", "insets"]

  /// Reads `lists`: lists by feed and name.
  func lists(_ node: DocumentNode) throws(DocumentProblem) -> [ConfiguredList] {
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
      case "ids": list.ids = try place(value, "the path of a file of ids")
      case "spacing": list.description.spacing = try distance(value, least: 0)
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
      guard orders == 0 else {
        throw entry.value.problem(
          "list 'feed' is in the feed's own order; only spacing and insets can be given")
      }
    } else if orders != 1 {
      throw entry.value.problem(
        "list '\(entry.key)' needs an order, such as order: published desc, or ids: FILE")
    }
    return list
  }

  private func order(_ node: DocumentNode) throws(DocumentProblem) -> ConfiguredOrder {
    let text = try node.requiredText("a record's word or path, such as published desc")
    let words = text.split(separator: " ")
    let direction = words.count > 1 ? words[1] : "asc"
    guard let spelling = words.first, words.count <= 2, ["asc", "desc"].contains(direction),
      let order = ConfiguredOrder(path: String(spelling), isDescending: direction == "desc")
    else {
      throw node.problem(
        "an order is a record's word or path and asc or desc, such as published desc, not "
          + "'\(text)'")
    }
    return order
  }

  private func distance(
    _ node: DocumentNode, least: Double = -999_999
  ) throws(DocumentProblem) -> Double {
    let text = try node.requiredText("a number of points")
    guard let number = Double(text), (least...999_999).contains(number) else {
      throw node.problem("a number of points from \(Int(least)) to 999999 is expected here")
    }
    return number
  }
}

/// A list of a configuration file.
struct ConfiguredList {
  var feed: String
  var description: ListDescription
  /// The location in the file.
  var origin: Origin
  var order: ConfiguredOrder?
  /// The path of a file of ids, one a line.
  var ids: Resolved<String>?
}

/// The order of a configured list by a record's value.
struct ConfiguredOrder: Hashable {
  /// As written.
  let spelling: String
  let path: RecordPath
  let isDescending: Bool

  init?(path spelling: String, isDescending: Bool) {
    let inner = spelling.hasPrefix("fields.") ? spelling.dropFirst("fields.".count) : spelling[...]
    guard let path = RecordPath(String(inner)) else { return nil }
    self.spelling = spelling
    self.path = path
    self.isDescending = isDescending
  }

  /// The order as written.
  var text: String { "\(spelling) \(isDescending ? "desc" : "asc")" }
}
