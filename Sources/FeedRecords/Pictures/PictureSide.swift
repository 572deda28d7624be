/// A path that names the width or the height of a picture: what is before its last key.
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

  /// The length of this side in proportion to the other one, or as it is in the table.
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
