// reason: a plain value
/// A picture of a record.
public struct FeedImage: Hashable, Sendable {
  /// The picture's URL.
  public var url: String
  /// The picture's width in pixels, or `nil` when it is unknown.
  public var width: Double?
  /// The picture's height in pixels, or `nil` when it is unknown.
  public var height: Double?

  /// Creates a picture.
  ///
  /// Sizes that are not positive and finite are dropped.
  public init(url: String, width: Double? = nil, height: Double? = nil) {
    self.url = url
    self.width = Self.known(width)
    self.height = Self.known(height)
  }

  /// A width or height, or `nil` when it is not positive and finite.
  static func known(_ size: Double?) -> Double? {
    size.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  /// Parses a size in pixels as feeds write it: `640` or `640px`; `nil` for others, such as `50%`.
  static func pixels(_ text: String) -> Double? {
    let trimmed = text.trimmed
    return Double(trimmed.hasSuffix("px") ? trimmed.dropLast(2).trimmed : trimmed)
  }
}

/// A file that belongs to a record.
public struct FeedAttachment: Hashable, Sendable {
  /// The file's URL.
  public var url: String
  /// The file's media type, or `nil` when it is unknown.
  public var type: String?

  /// Creates an attachment.
  public init(url: String, type: String? = nil) {
    self.url = url
    self.type = type
  }
}
