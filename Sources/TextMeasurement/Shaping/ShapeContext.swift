/// Everything besides the text that the shape of a word depends on, packed into a cache key.
struct ShapeContext: Hashable {
  private(set) var bits: UInt64

  /// Packs a context.
  ///
  /// - Parameters:
  ///   - font: Number of the font in its measurer, below 2¹⁶.
  ///   - script: ICU's script code, below 2¹⁶.
  ///   - language: Number of the language in its measurer, below 2¹⁶.
  ///   - rightToLeft: Direction of the run.
  ///   - breaks: Whether the entry holds break opportunities of its own (ASCII only).
  init(font: Int, script: Int32, language: Int, rightToLeft: Bool, breaks: Bool) {
    bits = UInt64(font & 0xFFFF) | UInt64(UInt32(bitPattern: script) & 0xFFFF) << 16
    bits |= UInt64(language & 0xFFFF) << 32
    if rightToLeft { bits |= 1 << 48 }
    if breaks { bits |= 1 << 49 }
  }

  /// The same with spaces of the same run before or after the text.
  func between(spaceBefore: Bool, spaceAfter: Bool) -> ShapeContext {
    var copy = self
    if spaceBefore { copy.bits |= 1 << 50 }
    if spaceAfter { copy.bits |= 1 << 51 }
    return copy
  }

  var script: Int32 { Int32(truncatingIfNeeded: (bits >> 16) & 0xFFFF) }
  var rightToLeft: Bool { bits & 1 << 48 != 0 }
  var breaks: Bool { bits & 1 << 49 != 0 }
  var spaceBefore: Bool { bits & 1 << 50 != 0 }
  var spaceAfter: Bool { bits & 1 << 51 != 0 }
}
