/// What a factory must know to create a view of a box, or to find an existing view.
///
/// A layout and its arrangements share the stored description.
public struct ViewDescription: Hashable, Sendable {
  /// What a view shows.
  public enum Content: Hashable, Sendable {
    /// Nothing.
    case plain
    /// A label, with its text.
    case label(String)
    /// A picture, with its address.
    case image(String)
    /// A button, with its title.
    case button(String)
  }

  /// A reference, because every arrangement copies descriptions, and copying two texts takes
  /// longer.
  private var parts: Parts

  /// Creates a description.
  public init(reuseID: String? = nil, content: Content = .plain, tag: Int = 0) {
    parts = Parts(reuseID: reuseID, content: content, tag: tag)
  }

  /// The name by which the view is found and reused in a later arrangement; `nil` for a new view.
  public var reuseID: String? {
    get { parts.reuseID }
    set { self = ViewDescription(reuseID: newValue, content: content, tag: tag) }
  }

  /// The content of the view.
  public var content: Content {
    get { parts.content }
    set { self = ViewDescription(reuseID: reuseID, content: newValue, tag: tag) }
  }

  /// A number for the caller's own use.
  public var tag: Int {
    get { parts.tag }
    set { self = ViewDescription(reuseID: reuseID, content: content, tag: newValue) }
  }

  private final class Parts: Sendable {
    let reuseID: String?
    let content: Content
    let tag: Int

    init(reuseID: String?, content: Content, tag: Int) {
      self.reuseID = reuseID
      self.content = content
      self.tag = tag
    }
  }

  /// Whether all properties of two descriptions are equal.
  public static func == (one: ViewDescription, other: ViewDescription) -> Bool {
    one.parts === other.parts
      || (one.tag == other.tag && one.reuseID == other.reuseID && one.content == other.content)
  }

  /// Hashes all properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reuseID)
    hasher.combine(content)
    hasher.combine(tag)
  }
}
