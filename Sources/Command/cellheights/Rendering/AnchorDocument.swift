import ArgumentParser
import FeedRecords
import Heights
import HeightStore
import StructuredDocuments

/// An anchor as an argument: `cellheights.anchor/1`, of which `id` is needed.
struct AnchorArgument: ExpressibleByArgument {
  let anchor: ScrollAnchor

  init?(argument: String) {
    let bytes = Array(argument.utf8)
    guard let value = try? JSONParser().parse(bytes[...]),
      let id = value["id"]?.text, !id.isEmpty
    else { return nil }
    let inside = value["inside"]?.number ?? 0
    let generation = value["generation"]?.number.flatMap { Int(exactly: $0) } ?? 0
    guard inside.isFinite else { return nil }
    anchor = ScrollAnchor(
      id: id, inside: inside, generation: generation,
      following: value["following"]?.elements.compactMap(\.text) ?? [])
  }
}

/// An anchor of a list, or its place.
enum AnchorDocument {
  /// `cellheights.anchor/1`.
  case anchor(ScrollAnchor, ListSnapshot)
  /// `cellheights.anchor-place/1`.
  case place(ResolvedAnchor, ListSnapshot)

  /// For people.
  var line: String {
    switch self {
    case .anchor(let anchor, _):
      "\(points(anchor.inside)) points into '\(anchor.id)' in generation \(anchor.generation)"
        .printable()
    case .place(let place, _):
      ("offset \(points(place.screenTop)), position \(place.position), '\(place.id)'"
        + (place.isExact ? "" : ": the record itself is gone, this one followed")).printable()
    }
  }

  var json: String {
    switch self {
    case .anchor(let anchor, let list):
      JSONWriter.document("cellheights.anchor/1") { json in
        json.member("id", anchor.id)
        json.member("inside", anchor.inside)
        json.member("generation", anchor.generation)
        json.strings("following", anchor.following)
        Self.write(list, to: &json)
      }
    case .place(let place, let list):
      JSONWriter.document("cellheights.anchor-place/1") { json in
        Self.write(list, to: &json)
        json.member("id", place.id)
        json.member("follows", !place.isExact)
        json.member("position", place.position)
        json.member("offset", place.offset)
        json.member("y", place.screenTop)
      }
    }
  }

  private static func write(_ list: ListSnapshot, to json: inout JSONWriter) {
    json.member("feed", list.scope.feed.name)
    json.member("environment", list.scope.key)
    json.member("list", list.description.name)
  }
}
