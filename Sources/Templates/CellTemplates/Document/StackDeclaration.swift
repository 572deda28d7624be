import StructuredDocuments
import AutoLayout
import LayoutPrimitives

/// A stack as declared in its document, before its subviews are read.
struct StackDeclaration {
  static let keys = [
    "axis", "distribution", "alignment", "spacing", "relativeToMargins", "baselineRelative",
  ]

  /// Index of the stack in the template's views.
  var view: Int
  var arrangement: StackArrangement
  var line: Int

  enum AxisWord: String, CaseIterable {
    case horizontal, vertical
  }

  enum AlignmentWord: String, CaseIterable {
    case fill, leading, center, trailing, top, bottom, firstBaseline, lastBaseline

    var alignment: StackArrangement.Alignment {
      switch self {
      case .fill: .fill
      case .leading, .top: .leading
      case .center: .center
      case .trailing, .bottom: .trailing
      case .firstBaseline: .firstBaseline
      case .lastBaseline: .lastBaseline
      }
    }
  }

  static func read(_ fields: Fields, view: Int) -> StackDeclaration {
    let axis: AxisWord = fields.word("axis") ?? .horizontal
    let alignment: AlignmentWord = fields.word("alignment") ?? .fill
    var arrangement = StackArrangement(
      axis == .horizontal ? .horizontal : .vertical,
      distribution: fields.word("distribution") ?? .fill,
      alignment: alignment.alignment, spacing: spacing(fields))
    arrangement.isLayoutMarginsRelative = fields.flag("relativeToMargins") ?? false
    arrangement.isBaselineRelative = fields.flag("baselineRelative") ?? false
    let wrongAxis: Set<AlignmentWord> =
      axis == .horizontal
      ? [.leading, .trailing] : [.top, .bottom, .firstBaseline, .lastBaseline]
    if wrongAxis.contains(alignment) {
      fields.context.report(
        .invalidValue, line: fields.line(of: "alignment"),
        found: "the alignment '\(alignment.rawValue)' in a \(axis.rawValue) stack",
        expected: axis == .horizontal
          ? "expected one of fill, top, center, bottom, firstBaseline, lastBaseline"
          : "expected one of fill, leading, center, trailing")
    }
    return StackDeclaration(view: view, arrangement: arrangement, line: fields.line)
  }

  /// Reads the spacing of a stack: points, or `standard`.
  private static func spacing(_ fields: Fields) -> Double {
    if case .text("standard")? = fields["spacing"]?.value {
      return StackArrangement.standardSpacing
    }
    return fields.length("spacing", expected: "points, or standard") ?? 0
  }
}
