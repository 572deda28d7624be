#if canImport(HeightStore)
public import HeightStore
public import LayoutPrimitives
public import StructuredDocuments

/// The members that `layout --cells store` adds to each line, so that `import` can read the line.
public struct StoreMembers {
  /// The template of the cell.
  public let template: StoredTemplate
  /// The cell's fingerprint.
  public let fingerprint: Fingerprint
  /// The record's version.
  public let version: String
  /// The layout; nil if the cell failed.
  public let layout: CellLayout?

  /// Creates the members of a cell.
  public init(
    template: StoredTemplate, fingerprint: Fingerprint, version: String, layout: CellLayout?
  ) {
    self.template = template
    self.fingerprint = fingerprint
    self.version = version
    self.layout = layout
  }

  /// Writes the members; call it after the members of the other documents are written.
  public func write(to json: inout JSONWriter) {
    json.member("templateHash", template.hash)
    json.member("fingerprint", fingerprint.description)
    guard let layout else {
      json.member("version", version)
      return
    }
    json.object("steps") { json in
      json.member("height", layout.height)
      json.numbers(
        "frames", layout.frames.flatMap { [$0.x, $0.y, $0.width, $0.height].map(Double.init) })
      json.numbers("lines", layout.labels.map { Double($0.encoded) })
      json.numbers("findings", layout.findings.numbers.map(Double.init))
    }
  }
}

/// The document `cellheights.cells/1`, which is the first line of `layout --cells store`.
public struct CellsHeader {
  private let engineVersion: String
  private let fonts: String
  private let environments: [Environment]
  private let templates: [StoredTemplate]

  /// Creates the header.
  public init(
    engineVersion: String, fonts: String, environments: [Environment], templates: [StoredTemplate]
  ) {
    self.engineVersion = engineVersion
    self.fonts = fonts
    self.environments = environments
    self.templates = templates
  }

  /// The document as JSON, without a line break.
  public var text: String {
    JSONWriter.document("cellheights.cells/1") { json in
      json.member("engineVersion", engineVersion)
      json.member("fonts", fonts)
      json.array("environments", environments) { json, environment in
        json.member("key", environment.key)
        json.member("stepsPerPoint", environment.grid.stepsPerPoint)
      }
      json.array("templates", templates) { json, template in
        json.member("name", template.name)
        json.member("hash", template.hash)
        json.array("views", template.views) { json, view in
          json.member("id", view.id)
          json.member("kind", view.kind)
          json.member("label", view.isLabel)
        }
      }
    }
  }
}
#endif
