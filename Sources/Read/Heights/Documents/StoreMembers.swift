#if canImport(HeightStore)
public import HeightStore
public import LayoutPrimitives
public import StructuredDocuments

/// The members that `layout --cells store` adds to the line of a cell, for `import` and for
/// `publish --from-cells`.
public struct StoreMembers {
  /// The rule by which lists are divided into chunks.
  fileprivate static let boundary = ChunkBoundary(cellsPerChunk: StoreSettings().cellsPerChunk)

  private let template: StoredTemplate
  private let fingerprint: Fingerprint
  private let recordID: String
  private let version: String
  private let hash: ContentHash?
  private let outcome: CellOutcome

  /// Creates the members of a cell.
  ///
  /// `hash` is the hash of the cell, of which the digest of a feed is the sum; nil if a store
  /// cannot contain the cell.
  public init(
    template: StoredTemplate, fingerprint: Fingerprint, recordID: String, version: String,
    hash: ContentHash?, outcome: CellOutcome
  ) {
    self.template = template
    self.fingerprint = fingerprint
    self.recordID = recordID
    self.version = version
    self.hash = hash
    self.outcome = outcome
  }

  /// Writes the members; call it after the members of the other documents are written.
  public func write(to json: inout JSONWriter) {
    json.member("templateHash", template.hash)
    json.member("fingerprint", fingerprint.description)
    if let hash { json.member("cellHash", hash.description) }
    guard case .layout(let layout) = outcome else {
      json.member("version", version)
      return
    }
    let lines = layout.lineFragments.isEmpty ? nil : LineCodec(template: template).text(of: layout)
    if Self.boundary.mayEnd(after: recordID) { json.member("chunkEnd", true) }
    json.object("steps") { json in
      json.member("height", layout.height)
      json.numbers(
        "frames", layout.frames.flatMap { [$0.x, $0.y, $0.width, $0.height].map(Double.init) })
      json.numbers("lines", layout.labels.map { Double($0.encoded) })
      if let lines { json.member("lineFragments", lines) }
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
  private let hasLines: Bool

  /// Creates the header; `hasLines` tells whether cells have the lines of their labels.
  public init(
    engineVersion: String, fonts: String, environments: [Environment],
    templates: [StoredTemplate], hasLines: Bool = false
  ) {
    self.hasLines = hasLines
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
      if hasLines { json.member("lines", true) }
      json.object("chunks") { json in
        json.member("minimum", StoreMembers.boundary.minimum)
        json.member("maximum", StoreMembers.boundary.maximum)
      }
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
