import LayoutPrimitives
import TextMeasurement

/// The prepared texts of the labels of one record that grows, such as the message of a chat, and the
/// blocks of its Markdown that do not change any more.
///
/// A layouter that has them prepares only the end of a label's text if the text grew at its end.
/// Texts with several styles are prepared as a whole.
public struct GrowingTexts: Sendable {
  /// The texts of each label in all environments, by the index of the label's view.
  private var texts: [Int: [GrowingText]] = [:]

  /// The blocks of markup, by their places.
  private var markup: [GrowingMarkup.Key: GrowingMarkup] = [:]

  /// Creates an empty set.
  public init() {}

  /// Removes the blocks of markup; `setMarkup` returns them.
  mutating func removeMarkup(_ key: GrowingMarkup.Key) -> GrowingMarkup {
    markup.removeValue(forKey: key) ?? GrowingMarkup()
  }

  /// Keeps the blocks of markup.
  mutating func setMarkup(_ blocks: GrowingMarkup, _ key: GrowingMarkup.Key) {
    markup[key] = blocks
  }

  /// Prepares the text of a label.
  mutating func prepare(
    _ text: String, item: Int, by measurer: TextMeasurer, style: TextStyle, language: String,
    direction: LayoutDirection, rules: MeasurementRules
  ) throws(TextError) -> PreparedText {
    // The array leaves the dictionary, so that it is not copied.
    var earlier = texts.removeValue(forKey: item) ?? []
    let prepared = try measurer.prepare(
      text, growing: &earlier, style: style, language: language, direction: direction,
      rules: rules)
    texts[item] = earlier
    return prepared
  }
}
