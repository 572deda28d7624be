import HeightStore
import LayoutPrimitives
public import StructuredDocuments

/// Writes `cellheights.cell/1` of the cells of a snapshot, byte for byte as `CellDocument` does.
///
/// The frames of a shape are written once and kept, because numbers take most of the time.
public struct CellLines: Sendable {
  /// Maximum number of shapes whose text is kept, about 700 bytes each; those of the list's first
  /// cells.
  public static let maximumShapes = 20_000

  private let place: SnapshotPlace
  /// The members before and after the id, which all cells share.
  private let head: [UInt8]
  private let environment: [UInt8]
  private let tail: [UInt8]
  /// The template's name, by group.
  private let templateNames: [String]
  /// Reasons of distrust and findings, by group.
  private let trust: [[UInt8]]
  /// By shape; empty where it is not kept.
  private let frames: [[UInt8]]

  /// Prepares the lines of a place.
  ///
  /// - Parameters:
  ///   - place: The feed and the environment.
  ///   - list: The list whose cells come first where not all texts are kept.
  public init(_ place: SnapshotPlace, list: SnapshotList) throws {
    self.place = place
    let groups = (0..<place.snapshot.groupCount).map { place.snapshot.group($0) }
    let templates = place.snapshot.catalog.templates
    templateNames = groups.map { templates[$0.template]?.name ?? "" }
    trust = groups.map { group in
      Self.bytes { json in
        json.strings("trust", group.caveats.names)
        if let template = templates[group.template] {
          CellDocument.write(group.findings, template, to: &json)
        }
      }
    }
    let stored = place.scope.environment.environment
    head = Self.bytes { $0.member("schema", "cellheights.cell/1") }
    environment = Self.bytes {
      $0.member("environment", stored.key)
      if let state = stored.state { $0.member("state", state) }
    }
    tail = Self.bytes { $0.member("generation", place.snapshot.generation.number) }
    var frames = [[UInt8]](repeating: [], count: place.snapshot.shapeCount)
    var kept = 0
    for position in 0..<list.count where kept < Self.maximumShapes {
      let cell = try place.cell(at: position, of: list)
      guard cell.shape >= 0, frames[Int(cell.shape)].isEmpty else { continue }
      frames[Int(cell.shape)] = Self.frames(cell, place)
      kept += 1
    }
    self.frames = frames
  }

  /// The members of an object without its braces.
  private static func bytes(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    write(&json)
    json.endObject()
    return Array(json.bytes.dropFirst().dropLast())
  }

  /// The member `frames` of a cell with a shape.
  private static func frames(_ cell: SnapshotCell, _ place: SnapshotPlace) -> [UInt8] {
    guard let frames = place.frames(of: cell),
      let template = place.snapshot.catalog.templates[place.template(of: cell)]
    else { return [] }
    let layout = CellLayout(
      height: cell.height, exactHeight: cell.exactHeight, frames: Array(frames),
      labels: (0..<frames.labelCount).map { frames.lines(ofLabel: $0) }, caveats: [])
    return bytes { json in
      CellDocument.write(
        CellDocument.views(of: layout, template), on: place.scope.grid, to: &json)
    }
  }

  /// Writes the document of a cell.
  ///
  /// - Parameters:
  ///   - cell: A cell of the place.
  ///   - id: The id of its record.
  ///   - list: The list of `position` and `offset`, in which the cell may be.
  ///   - json: What is written to.
  /// - Returns: Whether it was; false for a cell of which something is in the file alone.
  public func append(
    _ cell: SnapshotCell, id: String, in list: SnapshotList, to json: inout JSONWriter
  ) throws -> Bool {
    guard !cell.needsFile else { return false }
    json.beginObject()
    json.written(head)
    json.member("id", id)
    json.member("feed", place.scope.feed.name)
    json.member("version", place.version(of: cell))
    json.member("template", templateNames[cell.group])
    json.written(environment)
    json.written(trust[cell.group])
    json.member("height", place.scope.grid.points(cell.height))
    json.member("exactHeight", cell.exactHeight)
    if cell.shape < 0 {
      json.key("frames")
      json.literal("null")
    } else if !frames[Int(cell.shape)].isEmpty {
      json.written(frames[Int(cell.shape)])
    } else {
      json.written(Self.frames(cell, place))
    }
    if let position = list.position(of: cell) {
      json.member("list", list.name)
      json.member("position", position)
      json.member("offset", try list.offset(of: position))
    }
    json.written(tail)
    json.endObject()
    return true
  }
}
