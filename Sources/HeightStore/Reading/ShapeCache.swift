import LayoutPrimitives

/// The frames and line counts of a shape.
struct DecodedShape: Hashable, Sendable {
  let template: TemplateID
  let frames: [PixelRect]
  let labels: [LabelLines]
}

/// Decoded shapes, which are dropped together when their number of frames reaches a bound.
struct ShapeCache {
  /// Maximum number of frames, at 32 bytes each.
  static let maximumFrames = 1 << 18

  private let bound: Int
  private var shapes: [Int64: DecodedShape] = [:]
  private var frames = 0

  init(maximumFrames bound: Int = Self.maximumFrames) {
    self.bound = bound
  }

  subscript(id: Int64) -> DecodedShape? { shapes[id] }

  mutating func insert(_ shape: DecodedShape, id: Int64) {
    // A shape without frames takes some memory, too.
    let size = shape.frames.count + 4
    if frames + size > bound {
      shapes.removeAll(keepingCapacity: true)
      frames = 0
    }
    shapes[id] = shape
    frames += size
  }
}
