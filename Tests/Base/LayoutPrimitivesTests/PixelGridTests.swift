import LayoutPrimitives
import Testing

@Suite struct PixelGridTests {
  @Test func halvesGoUpAndNeverToEven() {
    let grid = PixelGrid(stepsPerPoint: 1)
    #expect(grid.pixel(ofEdge: 0.5) == 1)
    #expect(grid.pixel(ofEdge: 1.5) == 2)
    #expect(grid.pixel(ofEdge: 2.5) == 3)
    #expect(grid.pixel(ofEdge: -0.5) == 0)
  }

  @Test(arguments: [1.0, 2, 3, 64]) func wholePixelHeightsSurviveHalfPixelOrigins(scale: Double) {
    let grid = PixelGrid(stepsPerPoint: scale)
    for pixels in 1...50 {
      let rect = Rect(x: 0, y: 7.5 / scale, width: 10, height: Double(pixels) / scale)
      #expect(grid.snap(rect).height == pixels)
    }
  }

  /// 17 × 1.2 × 5 is 102.00000000000001 in binary; it must not grow by a pixel.
  @Test func noiseDoesNotAddAPixel() {
    #expect(PixelGrid(stepsPerPoint: 3).pixels(coveringExtent: 17 * 1.2 * 5) == 306)
    #expect(PixelGrid(stepsPerPoint: 3).pixels(coveringExtent: 20.287109) == 61)
  }

  @Test func roundingDownTakesNoPixelForNoise() {
    let grid = PixelGrid(stepsPerPoint: 2)
    #expect(grid.roundedDown(10.4) == 10)
    #expect(grid.roundedDown(10.5) == 10.5)
    #expect(grid.roundedDown(10.5 - 1e-9) == 10.5)
    #expect(grid.roundedDown(0.4) == 0)
    #expect(grid.roundedDown(.infinity) == .infinity)
    #expect(grid.roundedDown(.nan).isNaN)
  }
}
