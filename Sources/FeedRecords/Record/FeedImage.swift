// reason: a plain value
/// A picture of a record.
public struct FeedImage: Hashable, Sendable {
  /// Where it is.
  public var url: String
  /// Its width in pixels, if known.
  public var width: Double?
  /// Its height in pixels, if known.
  public var height: Double?

  /// Creates a picture, without sizes that are not positive.
  public init(url: String, width: Double? = nil, height: Double? = nil) {
    self.url = url
    self.width = Self.known(width)
    self.height = Self.known(height)
  }

  /// A width or height, where it is one.
  static func known(_ size: Double?) -> Double? {
    size.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  /// A size as feeds write it: `640` or `640px`, or `nil` for `50%` and other things.
  static func pixels(_ text: String) -> Double? {
    let trimmed = text.trimmed
    return Double(trimmed.hasSuffix("px") ? trimmed.dropLast(2).trimmed : trimmed)
  }
}

/// A file that belongs to a record.
public struct FeedAttachment: Hashable, Sendable {
  /// Where it is.
  public var url: String
  /// Its media type, if known.
  public var type: String?

  /// Creates an attachment.
  public init(url: String, type: String? = nil) {
    self.url = url
    self.type = type
  }
}
