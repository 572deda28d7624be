/// Reads what an image shows.
struct ImageReader {
  /// Reads an image; `nil` for one without a source.
  static func read(_ fields: Fields, into context: inout DocumentContext) -> ImageContent? {
    let scale = fields.number(
      "scale", in: 0.01...100, expected: "pixels per point from 0.01 to 100", into: &context)
    guard let source = fields.boundText("source", into: &context) else { return nil }
    // Only a source that is one binding has a place where the record may tell the size.
    var path: String?
    if case .binding(let binding)? = source.parts.first, source.parts.count == 1 {
      path = binding.paths.first?.spelling
    }
    func pixels(_ side: String) -> BoundNumber? {
      path.map { BoundNumber(numerator: Binding(path: "\($0).\(side)")) }
    }
    return ImageContent(
      source: source, pixelWidth: pixels("width"), pixelHeight: pixels("height"),
      scale: scale ?? 1)
  }
}
