struct ImageReader {
  /// Reads the content of an image view; `nil` for one without a source.
  static func read(_ fields: Fields) -> ImageContent? {
    let scale = fields.number(
      "scale", in: 0.01...100, expected: "pixels per point from 0.01 to 100")
    guard let source = fields.boundText("source") else { return nil }
    // The sizes are at known paths only when the source is a single binding.
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
