import AutoLayout
import LayoutPrimitives
import TextMeasurement

/// Replaces the baselines of labels whose sizes come from a table instead of fonts.
public struct SizedBaselines {
  /// The rule for the baselines of labels without measured text.
  public enum Rule: Hashable, Sendable {
    /// At the bottom of the label, as for views without text.
    case bottom
    /// Computed from the system font, for comparisons with Interface Builder.
    case approximate
  }

  /// Metrics of the system font, as fractions of the font size.
  ///
  /// Source: files saved by Xcode, see docs/interface-builder.md.
  private static let ascender = 0.952_148_437_5
  private static let descender = 0.241_210_937_5

  /// Replaces every anchor at a label's baseline by one at an edge or center.
  ///
  /// A single line is in the middle of its label, with its baseline at a multiple of half a point.
  /// Otherwise the first line is at the top and the last line at the bottom.
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

  /// The anchor that replaces a label's baseline, and how far the baseline is below it, in points;
  /// `nil` for other anchors.
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
