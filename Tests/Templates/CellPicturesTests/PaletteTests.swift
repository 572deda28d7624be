import Foundation
import Testing

@testable import CellPictures

@Suite struct PaletteTests {
  @Test func colorsAreWrittenAsInCSS() {
    #expect(Color(0x0A9F00).css == "#0a9f00")
  }

  private let marks = [
    Palette.orange, Palette.skyBlue, Palette.bluishGreen, Palette.blue, Palette.vermillion,
    Palette.reddishPurple,
  ]

  /// The colors as seen without red, green or blue cones, in linear light.
  ///
  /// Source of the matrices: Machado, Oliveira and Fernandes, "A Physiologically-based Model for
  /// Simulation of Color Vision Deficiency", 2009, severity 1.
  @Test(arguments: [
    [1, 0, 0, 0, 1, 0, 0, 0, 1],
    [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
    [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881],
    [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900],
  ])
  func noTwoMarksLookAlike(_ matrix: [Double]) {
    func seen(_ color: Color) -> [Double] {
      let parts = [color.red, color.green, color.blue].map { part -> Double in
        let value = Double(part) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return (0..<3).map { row in
        (0..<3).reduce(0) { $0 + matrix[row * 3 + $1] * parts[$1] }
      }
    }
    for (index, color) in marks.enumerated() {
      for other in marks[..<index] {
        let difference = zip(seen(color), seen(other)).reduce(0) { $0 + abs($1.0 - $1.1) }
        #expect(difference > 0.15, "\(color.css) \(other.css)")
      }
    }
  }
}
