import AutoLayout
import LayoutPrimitives
public import TemplateDocuments
import TextMeasurement

extension CellTemplate {
  /// Returns the template with sizes from a table instead of measured texts and images.
  ///
  /// A label without an entry has no size. Another view without an entry keeps its declared
  /// intrinsic size.
  ///
  /// - Parameters:
  ///   - sizes: Sizes in points, by the id of the view.
  ///   - baselines: The rule for the baselines of labels, whose texts are not measured.
  /// - Throws: `TemplateError.unknownView` for an id that the template does not have.
  public func replacingContent(
    with sizes: [String: IntrinsicSize], baselines: SizedBaselines.Rule = .bottom
  ) throws(TemplateError) -> CellTemplate {
    for id in sizes.keys.sorted() where !views.contains(where: { $0.id == id }) {
      throw .unknownView(id, template: name)
    }
    var views = views
    var system = system
    if baselines == .approximate { SizedBaselines.replace(in: &system, views: views) }
    for index in views.indices {
      if let size = sizes[views[index].id] {
        views[index].intrinsic = size
        views[index].boundIntrinsic = nil
      } else if views[index].label != nil {
        views[index].intrinsic = nil
        views[index].boundIntrinsic = nil
      }
      views[index].label = nil
      views[index].image = nil
      system.items[index].content = views[index].intrinsic == nil ? .none : .intrinsic
    }
    return CellTemplate(
      name: name, views: views, system: system, boundQuantities: boundQuantities,
      namedQuantities: namedQuantities, constants: constants, groups: groups, stacks: stacks,
      grids: grids, states: states, places: places, canonicalText: canonicalText,
      warnings: warnings, documents: documents, repeats: repeats, boxes: boxes)
  }
}

/// Replaces anchors at baselines by anchors at edges or centers, for labels with sizes from a
/// table.
///
/// Such labels have no measured text, and so no font that gives a baseline.
public struct SizedBaselines {
  /// The rule for the baselines of labels without measured text.
  public enum Rule: Hashable, Sendable {
    /// The baselines are at the bottom of the label, as for views without text.
    case bottom
    /// The baselines are computed from the system font, for comparisons with Interface Builder.
    case approximate
  }

  /// Metrics of the system font, as fractions of the font size.
  ///
  /// Source: files saved by Xcode, see docs/interface-builder.md.
  private static let ascender = 0.952_148_437_5
  private static let descender = 0.241_210_937_5

  /// Replaces every anchor at a label's baseline by an anchor at an edge or at the center.
  ///
  /// A single line is in the middle of its label; its baseline is moved to a multiple of half a
  /// point. Otherwise the first line is at the top of the label and the last line at the bottom.
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

  /// The anchor that replaces a label's baseline, and the distance down to the baseline, in points.
  ///
  /// It is `nil` for an anchor that is not the baseline of a label.
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
