import StructuredDocuments
import AutoLayout
import LayoutPrimitives

/// A stack as its document declares it, before its subviews are known.
struct StackDeclaration {
  /// Keys of stacks.
  static let keys = [
    "axis", "distribution", "alignment", "spacing", "relativeToMargins", "baselineRelative",
  ]

  /// Index of the stack's view.
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

  /// Reads the keys of a stack.
  static func read(
    _ fields: Fields, view: Int, into context: inout DocumentContext
  ) -> StackDeclaration {
    let axis: AxisWord = fields.word("axis", into: &context) ?? .horizontal
    let alignment: AlignmentWord = fields.word("alignment", into: &context) ?? .fill
    var arrangement = StackArrangement(
      axis == .horizontal ? .horizontal : .vertical,
      distribution: fields.word("distribution", into: &context) ?? .fill,
      alignment: alignment.alignment, spacing: spacing(fields, into: &context))
    arrangement.isLayoutMarginsRelative =
      fields.flag("relativeToMargins", into: &context) ?? false
    arrangement.isBaselineRelative = fields.flag("baselineRelative", into: &context) ?? false
    let wrongAxis: Set<AlignmentWord> =
      axis == .horizontal
      ? [.leading, .trailing] : [.top, .bottom, .firstBaseline, .lastBaseline]
    if wrongAxis.contains(alignment) {
      context.report(
        .invalidValue, line: fields.line(of: "alignment"),
        found: "the alignment '\(alignment.rawValue)' in a \(axis.rawValue) stack",
        expected: axis == .horizontal
          ? "expected one of fill, top, center, bottom, firstBaseline, lastBaseline"
          : "expected one of fill, leading, center, trailing")
    }
    return StackDeclaration(view: view, arrangement: arrangement, line: fields.line)
  }

  /// Points, or `standard`.
  private static func spacing(_ fields: Fields, into context: inout DocumentContext) -> Double {
    if case .text("standard")? = fields["spacing"]?.value {
      return StackArrangement.standardSpacing
    }
    return fields.number(
      "spacing", in: -Fields.longest...Fields.longest, expected: "points, or standard",
      into: &context) ?? 0
  }
}
