/// The information that a factory needs to create a view, or to find an existing view.
///
/// A layout and all its arrangements share one stored description.
public struct ViewDescription: Hashable, Sendable {
  /// The content of a view.
  public enum Content: Hashable, Sendable {
    /// No content.
    case plain
    /// A text.
    case label(String)
    /// A picture, with its address.
    case image(String)
    /// A button, with its title.
    case button(String)
  }

  /// A reference: every arrangement copies descriptions, and a reference is copied faster than two
  /// texts.
  private var parts: Parts

  /// Creates a description.
  public init(reuseID: String? = nil, content: Content = .plain, tag: Int = 0) {
    parts = Parts(reuseID: reuseID, content: content, tag: tag)
  }

  /// The name by which another arrangement finds the view; `nil` for none.
  public var reuseID: String? {
    get { parts.reuseID }
    set { self = ViewDescription(reuseID: newValue, content: content, tag: tag) }
  }

  /// The content of the view.
  public var content: Content {
    get { parts.content }
    set { self = ViewDescription(reuseID: reuseID, content: newValue, tag: tag) }
  }

  /// A number that the caller chooses.
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

  /// Returns whether all properties are equal.
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
