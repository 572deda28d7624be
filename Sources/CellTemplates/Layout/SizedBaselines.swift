import AutoLayout
import LayoutPrimitives
import TextMeasurement

/// Baselines of labels whose sizes come from a table, so that no font is asked for them.
public struct SizedBaselines {
  /// Where the baselines of labels are whose text is not measured.
  public enum Rule: Hashable, Sendable {
    /// At the bottom, as those of every view without text.
    case bottom
    /// Where those of the system font would be: what comparisons with Interface Builder take.
    case approximate
  }

  /// Of the system font, in parts of the font's size.
  ///
  /// Source: files saved by Xcode; docs/interface-builder.md.
  private static let ascender = 0.952_148_437_5
  private static let descender = 0.241_210_937_5

  /// Puts an edge or a centre in the place of every baseline of a label.
  ///
  /// The text of a label of one line is in its middle, its baseline on half a point; the first line
  /// of others is at their top and the last one at their bottom.
  static func replace(in system: inout LayoutSystem, views: [TemplateView]) {
    for index in system.constraints.indices {
      var constraint = system.constraints[index]
      if let (anchor, distance) = place(constraint.first, views) {
        constraint.first = anchor
        constraint.constant -= distance
      }
      if let second = constraint.second, let (anchor, distance) = place(second, views) {
        constraint.second = anchor
        constraint.constant += constraint.multiplier * distance
      }
      system.constraints[index] = constraint
    }
  }

  /// What stands for a baseline, and how far below it the baseline is, in points.
  private static func place(_ anchor: Anchor, _ views: [TemplateView]) -> (Anchor, Double)? {
    let isFirst = anchor.attribute == .firstBaseline
    guard isFirst || anchor.attribute == .lastBaseline, let label = views[anchor.item].label
    else { return nil }
    let size = CharacterStyle(label.font, category: .large).size
    if label.lineLimit == 1 {
      let distance = (ascender - (ascender + descender) / 2) * size
      return (Anchor(item: anchor.item, attribute: .centerY), (distance * 2).rounded() / 2)
    }
    return isFirst
      ? (Anchor(item: anchor.item, attribute: .top), ascender * size)
      : (Anchor(item: anchor.item, attribute: .bottom), 0 - descender * size)
  }
}
