// What docs/clients.md uses of Core Text and Core Graphics, so that its example compiles on Linux.
@_exported import Foundation

public final class CTLine {}

public struct CGAffineTransform {
  public init(scaleX: Double, y: Double) {}
}

public final class CGContext {
  public var textMatrix = CGAffineTransform(scaleX: 1, y: 1)
  public var textPosition = CGPoint()
}

public let kCTWritingDirectionAttributeName = "CTWritingDirection"

public func CTLineCreateWithAttributedString(_ text: NSAttributedString) -> CTLine { CTLine() }

public func CTLineDraw(_ line: CTLine, _ context: CGContext) {}

public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double { 0 }

public func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<Double>?, _ descent: UnsafeMutablePointer<Double>?,
  _ leading: UnsafeMutablePointer<Double>?
) -> Double { 0 }
