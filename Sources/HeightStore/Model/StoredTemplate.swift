/// The views that the stored frames of a template's cells belong to.
public struct StoredTemplate: Hashable, Sendable {
  /// The name.
  public let name: String
  /// Hash of the template document.
  public let hash: String
  /// The views in the order of the stored frames.
  public let views: [StoredView]

  /// Creates a template's description.
  public init(name: String, hash: String, views: [StoredView]) {
    self.name = name
    self.hash = hash
    self.views = views
  }

  /// The views with a line count, in the order of the stored counts.
  public var labels: [StoredView] { views.filter(\.isLabel) }

  /// Size of a cell's frames and line counts, in bytes.
  public var frameBytes: Int { FrameCodec(template: self).byteCount }
}

/// One view of a template.
public struct StoredView: Hashable, Sendable {
  /// The view's id, unique in its template.
  public let id: String
  /// The kind: `view`, `label`, `image` and so on.
  public let kind: String
  /// Whether it has a line count.
  public let isLabel: Bool

  /// Creates a view's description.
  public init(id: String, kind: String, isLabel: Bool) {
    self.id = id
    self.kind = kind
    self.isLabel = isLabel
  }
}
