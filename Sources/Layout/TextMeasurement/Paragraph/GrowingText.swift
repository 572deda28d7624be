public import LayoutPrimitives

/// A text that was prepared and that may grow at its end, such as the answer of a model.
///
/// `TextMeasurer.prepare(_:growing:style:language:direction:rules:)` makes it.
public struct GrowingText: Sendable {
  /// The text, as it was prepared last.
  public let text: String
  /// The prepared text.
  public let prepared: PreparedText

  fileprivate let request: ParagraphRequest
  /// The generation of the measurer's fonts, to which the request and the growth refer.
  fileprivate let generation: Int
  fileprivate var growth: ParagraphGrowth
}

extension TextMeasurer {
  /// Prepares a text, of which a beginning may have been prepared before.
  ///
  /// If the text is an earlier text with more text after it, and its last hard line has one
  /// direction, only words near the end of the earlier text and the new text are prepared; if not,
  /// the last hard line is prepared again. The result is always that of `prepare`. Texts that grow
  /// are not in the cache of paragraphs.
  ///
  /// - Parameters:
  ///   - text: The text, which is cut off after `limits.textUnits` UTF-16 units.
  ///   - earlier: The earlier texts, in which one with the same style, language, direction and rules
  ///     is replaced by this text.
  ///   - style: Font, size and distances.
  ///   - language: BCP 47 tag of the text; nil if unknown.
  ///   - direction: Base direction, as in `prepare`.
  ///   - rules: Rules of line breaks and line heights, and the display scale.
  /// - Throws: The errors of `prepare`.
  public func prepare(
    _ text: String, growing earlier: inout [GrowingText], style: TextStyle,
    language: String? = nil, direction: LayoutDirection = .leftToRight, rules: MeasurementRules
  ) throws(TextError) -> PreparedText {
    let request = try request(
      style: style, runs: [], language: language, direction: direction, rules: rules)
    var existing: GrowingText?
    if let index = earlier.firstIndex(where: {
      $0.request == request && $0.generation == generation
    }) {
      existing = earlier.remove(at: index)
    }
    if let existing, existing.text.utf8.count == text.utf8.count,
      existing.text.isBeginning(of: text)
    {
      earlier.append(existing)
      return existing.prepared
    }
    let grown = try grow(existing, to: text, request, heights: LineHeights(style), rules: rules)
    earlier.append(grown)
    return grown.prepared
  }

  private func grow(
    _ earlier: consuming GrowingText?, to text: String, _ request: ParagraphRequest,
    heights: LineHeights, rules: MeasurementRules
  ) throws(TextError) -> GrowingText {
    func prepared(_ paragraph: Paragraph) -> PreparedText {
      PreparedText(
        paragraph: paragraph,
        metrics: metrics(of: paragraph, font: request.font, heights: heights, rules: rules))
    }
    if var earlier, earlier.text.isBeginning(of: text) {
      let more = String(
        text[text.utf8.index(text.startIndex, offsetBy: earlier.text.utf8.count)...])
      if let extended = try builder.extend(
        earlier.prepared.paragraph, &earlier.growth, by: more, request: request,
        limit: limits.textUnits)
      {
        return GrowingText(
          text: text, prepared: prepared(extended), request: request,
          generation: generation, growth: earlier.growth)
      }
    }
    let paragraph = try builder.build(text, request: request, limit: limits.textUnits)
    return GrowingText(
      text: text, prepared: prepared(paragraph), request: request, generation: generation,
      growth: builder.growth(request))
  }
}

extension String {
  /// Whether another text has the UTF-8 bytes of this text at its beginning.
  fileprivate func isBeginning(of other: String) -> Bool {
    let count = utf8.count
    guard count <= other.utf8.count else { return false }
    var (own, other) = (self, other)
    return own.withUTF8 { own in
      other.withUTF8 { other in own.elementsEqual(other[..<count]) }
    }
  }
}
