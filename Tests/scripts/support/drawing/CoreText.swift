// What docs/clients.md uses of Core Text and Core Graphics, so that its example compiles on Linux.
@_exported import Foundation

package final class CTLine {}

package struct CGAffineTransform {
  package init(scaleX: Double, y: Double) {}
}

package final class CGContext {
  package var textMatrix = CGAffineTransform(scaleX: 1, y: 1)
  package var textPosition = CGPoint()
}

package let kCTWritingDirectionAttributeName = "CTWritingDirection"

package func CTLineCreateWithAttributedString(_ text: NSAttributedString) -> CTLine { CTLine() }

package func CTLineDraw(_ line: CTLine, _ context: CGContext) {}

package func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double { 0 }

package func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<Double>?, _ descent: UnsafeMutablePointer<Double>?,
  _ leading: UnsafeMutablePointer<Double>?
) -> Double { 0 }
