#if canImport(HeightStore)
import HeightStore

/// The templates of a manifest and their indices.
struct TemplateTable {
  let published: [PublishedManifest.Template]
  private let indices: [TemplateID: UInt16]

  /// Takes all templates of a store, by the numbers of their rows, which a build keeps.
  ///
  /// - Throws: `StoreError.corrupt` for more than 65,536.
  init(_ catalog: StoreCatalog, store: String) throws {
    let all = catalog.templates.sorted { $0.key.rawValue < $1.key.rawValue }
    published = try Self.published(all.map(\.value), store: store)
    indices = Dictionary(
      uniqueKeysWithValues: all.enumerated().map { ($1.key, UInt16(truncatingIfNeeded: $0)) })
  }

  subscript(id: TemplateID) -> UInt16? { indices[id] }

  /// Templates as a manifest has them.
  ///
  /// - Throws: `StoreError.corrupt` for more than 65,536.
  static func published(
    _ templates: [StoredTemplate], store: String
  ) throws -> [PublishedManifest.Template] {
    guard templates.count <= Int(UInt16.max) + 1 else {
      throw StoreError.corrupt(path: store, detail: "it has \(templates.count) templates")
    }
    return templates.map { template in
      PublishedManifest.Template(
        name: template.name, hash: template.hash,
        views: template.views.map {
          PublishedManifest.View(id: $0.id, kind: $0.kind, label: $0.isLabel)
        })
    }
  }
}
#endif
