import AutoLayout

/// Sets intrinsic sizes of content other than text.
extension CellLayouter {
  /// Sets declared intrinsic sizes and those of images.
  ///
  /// - Returns: Items of images whose size is unknown.
  mutating func bindIntrinsicSizes(_ engine: inout LayoutEngine) throws(CellError) -> [Int] {
    var unknown: [Int] = []
    for (item, content) in plan.intrinsicItems {
      if let declared = content.declared {
        engine.setIntrinsic(item, width: declared.width, height: declared.height)
        continue
      }
      guard let image = content.image, !image.source.text(in: record).isEmpty else {
        engine.setIntrinsic(item, width: nil, height: nil)
        continue
      }
      let width = image.pixelWidth?.value(in: record).flatMap { $0 > 0 ? $0 : nil }
      let height = image.pixelHeight?.value(in: record).flatMap { $0 > 0 ? $0 : nil }
      if let width, let height {
        for size in [width / image.scale, height / image.scale]
        where !Self.isSane(size, .constant) {
          throw .absurdNumber(size, constraint: "size of \(plan.template.views[item].id)")
        }
        engine.setIntrinsic(item, width: width / image.scale, height: height / image.scale)
      } else {
        engine.setIntrinsic(item, width: nil, height: nil)
        unknown.append(item)
      }
    }
    return unknown
  }

  /// The intrinsic size of a view without text, in points, or `nil` when it is unknown.
  func intrinsicSize(of view: Int) -> IntrinsicSize? {
    let known = plan.template.views[view]
    if let declared = known.intrinsic { return declared }
    guard let image = known.image, !image.source.text(in: record).isEmpty,
      let width = image.pixelWidth?.value(in: record),
      let height = image.pixelHeight?.value(in: record), width > 0, height > 0
    else { return nil }
    return IntrinsicSize(width: width / image.scale, height: height / image.scale)
  }
}
