import LayoutPrimitives
import TextMeasurement

/// The prepared texts of the labels of one record that grows, such as the message of a chat.
///
/// A layouter that has them prepares only the end of a label's text if the text grew at its end.
/// Texts with several styles are prepared as a whole.
public struct GrowingTexts: Sendable {
  /// The texts of each label in all environments, by the index of the label's view.
  private var texts: [Int: [GrowingText]] = [:]

  /// Creates an empty set.
  public init() {}

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
