/// A path that names the width or the height of a picture, divided before its last key.
///
/// `image.width` is a side of `image`, and `media[0].height` one of `media[0]`.
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

  /// The length of this side in proportion to the other one, or the length in the table.
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
  /// The address of a picture whose size is missing.
  ///
  /// - Parameter path: The path of a width or a height, such as `image.width`.
  /// - Returns: `nil` for a known side, other paths, and records without the picture.
  public func unsizedPicture(at path: RecordPath) -> String? {
    guard let side = path.pictureSide, Self.length(value(at: path)) == nil else { return nil }
    return address(at: side.picture)
  }

  /// The side of a picture from the table of sizes, if the record does not have it.
  ///
  /// If the record has one side, the other follows from the table's proportion.
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

  /// The address of a picture: a text, or that of an object with one.
  private func address(at path: RecordPath) -> String? {
    switch ownValue(at: path) {
    case .text(let text): text.trimmed.nonEmpty
    case .structure(let value): FeedImage(object: value)?.url
    case .number, .boolean, nil: nil
    }
  }
}
