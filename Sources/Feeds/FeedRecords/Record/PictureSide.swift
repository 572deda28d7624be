/// The width or the height of a picture, as named by a path.
///
/// `image.width` is the width of `image`, and `media[0].height` the height of `media[0]`.
indirect enum PictureSide: Hashable, Sendable {
  case width(of: RecordPath, height: RecordPath)
  case height(of: RecordPath, width: RecordPath)

  /// The path of the picture.
  var picture: RecordPath {
    switch self {
    case .width(let picture, _), .height(let picture, _): picture
    }
  }

  /// The path of the other side.
  var other: RecordPath {
    switch self {
    case .width(_, let other), .height(_, let other): other
    }
  }

  /// The length of the side, in pixels.
  ///
  /// Without `other`, it is the length in `size`. With `other`, the known length of the opposite
  /// side, it keeps the proportions of `size`.
  func length(in size: ImageSizes.Size, other: Double?) -> Double {
    let (own, opposite) =
      switch self {
      case .width: (size.width, size.height)
      case .height: (size.height, size.width)
      }
    guard let other else { return own }
    return other * (own / opposite)
  }
}

extension FeedRecord {
  /// The URL of a picture, if the length of one of its sides is unknown.
  ///
  /// - Parameter path: The path of a width or a height, such as `image.width`.
  /// - Returns: `nil` if the side is known, if the path names no side, or if the record lacks the
  ///   picture.
  public func unsizedPicture(at path: RecordPath) -> String? {
    guard let side = path.pictureSide, Self.length(value(at: path)) == nil else { return nil }
    return address(at: side.picture)
  }

  /// The length of a side by the table of sizes, or `nil` when the table lacks the picture.
  ///
  /// If the record has the other side, the result keeps the proportions in the table.
  func tabledSide(_ side: PictureSide) -> RecordValue? {
    guard let imageSizes, let url = address(at: side.picture),
      let size = imageSizes.size(of: url)
    else { return nil }
    let length = side.length(in: size, other: Self.length(ownValue(at: side.other)))
    return length.isFinite && length > 0
      ? .number(length, literal: plainLiteral(length)) : nil
  }

  /// The value as a length; `nil` if it is not a length.
  static func length(_ value: RecordValue?) -> Double? {
    value?.number.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The URL of a picture: the text at the path, or the URL in the object at the path; otherwise
  /// `nil`.
  private func address(at path: RecordPath) -> String? {
    switch ownValue(at: path) {
    case .text(let text): text.trimmed.nonEmpty
    case .structure(let value): FeedImage(value)?.url
    case .number, .boolean, nil: nil
    }
  }
}
