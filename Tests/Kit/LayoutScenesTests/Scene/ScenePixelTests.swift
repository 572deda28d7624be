import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

@Suite struct ScenePixelTests {
  /// A label whose height is a number of whole pixels, as a measured text's is.
  private func scene(scale: Double) throws -> (LayoutScene, SceneItem, ConstraintID) {
    var scene = LayoutScene(grid: PixelGrid(stepsPerPoint: scale))
    let label = try scene.addItem("label", content: .intrinsic)
    let top = try scene.add(label.top == scene.root.top)
    try scene.add { root in
      label.leading == root.leading
      label.trailing == root.trailing
      label.bottom == root.bottom
    }
    return (scene, label, top)
  }

  @Test(arguments: [1.0, 2, 3])
  func aLabelOfWholePixelsKeepsItsHeightAtHalfPixelOrigins(_ scale: Double) throws {
    var (scene, label, top) = try scene(scale: scale)
    for pixels in 1...40 {
      try scene.setIntrinsic(label, width: 10, height: Double(pixels) / scale)
      for half in 0...9 {
        try scene.setConstant(top, (Double(half) + 0.5) / scale)
        let frame = try scene.layout(width: 100).pixelFrames[label.index]
        #expect(frame.height == pixels)
        // Halves go up.
        #expect(frame.y == half + 1)
      }
    }
    #expect(scene.enginesCreated == 1)
  }

  /// At 3x a third of a point has no exact binary form; the sum of two such heights is no pixel
  /// more than the pixels.
  @Test(arguments: [1.0, 2, 3])
  func heightsOfThirdsDoNotGrow(_ scale: Double) throws {
    var scene = LayoutScene(grid: PixelGrid(stepsPerPoint: scale))
    var views: [SceneItem] = []
    var above = scene.root.top
    for index in 0..<12 {
      let view = try scene.addItem("v\(index)", content: .intrinsic)
      try scene.add(view.top == above)
      try scene.add(view.leading == scene.root.leading)
      above = view.bottom
      views.append(view)
    }
    try scene.add(views[11].bottom == scene.root.bottom)
    for base in 0..<30 {
      for remainder in [1, 2] {
        let pixels = 3 * base + remainder
        for view in views {
          try scene.setIntrinsic(view, width: 10, height: Double(pixels) / scale)
        }
        let layout = try scene.layout(width: 100)
        for (index, view) in views.enumerated() {
          let frame = layout.pixelFrames[view.index]
          #expect(frame.height == pixels)
          #expect(frame.y == index * pixels)
        }
        #expect(layout.pixelFrames[0].height == 12 * pixels)
      }
    }
    #expect(scene.enginesCreated == 1)
  }
}
