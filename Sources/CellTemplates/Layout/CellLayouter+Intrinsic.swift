import AutoLayout
import LayoutPrimitives

/// How intrinsic sizes that are no text reach the engine.
extension CellLayouter {
  /// Hands in declared and pictures' intrinsic sizes.
  ///
  /// - Returns: Pictures that are present and whose size nobody gave.
  mutating func bindIntrinsicSizes(
    _ engine: inout LayoutEngine
  ) throws(CellError) -> [Int] {
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

  /// Whether the layout would be another one if pictures of unknown size had one.
  ///
  /// Tried at both ends: as small and as large as a picture can be.
  mutating func dependsOnIntrinsicSize(
    of items: [Int], _ engine: inout LayoutEngine, _ environment: PreparedEnvironment,
    _ height: Double?
  ) -> Bool {
    let known = solved
    defer { solved = known }
    for extent in [0.0, 16_384] {
      for item in items { engine.setIntrinsic(item, width: extent, height: extent) }
      var history: [[LabelLines]] = []
      switchGroups(of: &engine, environment)
      do throws(CellError) {
        try solveWithMargins(&engine, environment, height, &history)
        if solved.frames != known.frames { return true }
      } catch {
        // That size has no layout at all, and this one has.
        return true
      }
    }
    return false
  }

  /// The intrinsic size of a view that is no text, in points; `nil` where nobody gives one.
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
